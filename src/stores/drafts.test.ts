import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropDrafts, openDrafts, saveDraft, useDrafts } from './drafts.ts'

beforeEach(() => vi.stubGlobal('localStorage', storage()))
afterEach(() => vi.unstubAllGlobals())

it('keeps a draft for its author until a sign-out in this browser', () => {
  openDrafts('fiona')
  saveDraft('alice', 'not yet')
  openDrafts('frank')
  expect(useDrafts.getState().texts).toEqual({})
  localStorage.setItem('theme', 'dark')
  dropDrafts()
  openDrafts('fiona')
  expect(useDrafts.getState().texts).toEqual({})
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

it('adds text typed before the user is known to the stored draft', () => {
  openDrafts('fiona')
  saveDraft('alice', 'See you')
  saveDraft('bob', 'Good')
  useDrafts.setState({ owner: null, texts: {} })
  saveDraft('alice', 'tomorrow')
  saveDraft('bob', 'Good morning')
  saveDraft('noor', 'Hello')
  openDrafts('fiona')
  const all = { alice: 'See you\ntomorrow', bob: 'Good morning', noor: 'Hello' }
  expect(useDrafts.getState().texts).toEqual(all)
  expect(JSON.parse(localStorage.getItem('chat_drafts:fiona') ?? '')).toEqual(all)
  openDrafts('frank')
  expect(useDrafts.getState().texts).toEqual({})
})

/** As a browser's: its keys are its own properties, its methods are not. */
function storage(): Storage {
  const methods = {
    getItem: (key: string) => all[key] ?? null,
    setItem: (key: string, value: string) => {
      all[key] = value
    },
    removeItem: (key: string) => {
      delete all[key]
    },
  }
  const all: Record<string, string> = Object.create(methods)
  return all as unknown as Storage
}
