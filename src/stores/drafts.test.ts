import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropDrafts, keepDraft, openDrafts, useDrafts } from './drafts.ts'

beforeEach(() => vi.stubGlobal('localStorage', storage()))
afterEach(() => vi.unstubAllGlobals())

it('keeps what was written for who wrote it, until somebody signs out here', () => {
  openDrafts('fiona')
  keepDraft('alice', 'not yet')
  openDrafts('frank')
  expect(useDrafts.getState().texts).toEqual({})
  localStorage.setItem('theme', 'dark')
  dropDrafts()
  openDrafts('fiona')
  expect(useDrafts.getState().texts).toEqual({})
  expect(Object.keys(localStorage)).toEqual(['theme'])
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
