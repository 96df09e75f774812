import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImpersonationStatus } from '../../contract/acting.ts'
import { impersonationLastCheckKey, impersonationStateKey } from '../lib/storage-keys.ts'
import {
  clearImpersonation,
  isRecheckDue,
  restoreImpersonation,
  saveImpersonation,
  useImpersonation,
} from './impersonation.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})

const acting = {
  isImpersonating: true,
  targetUser: { id: 'a', username: 'alice' },
  impersonationData: {
    real_user_id: 'o',
    target_user_id: 'a',
    agency_id: 'g',
    permissions: { can_chat: true, can_medias: true },
  },
} as ImpersonationStatus
const none = { isImpersonating: false, targetUser: null, impersonationData: null }
const state = () => useImpersonation.getState()

beforeEach(() => {
  clearImpersonation()
  stored.clear()
})

describe('saveImpersonation', () => {
  it('fills the store and both keys of local storage', () => {
    saveImpersonation(acting)
    expect(state()).toEqual(acting)
    expect(JSON.parse(stored.get(impersonationStateKey) ?? '')).toEqual(acting)
    expect(Number(stored.get(impersonationLastCheckKey))).toBeGreaterThan(Date.now() - 1_000)
  })

  it.each([
    ['not impersonating', () => saveImpersonation({ ...acting, isImpersonating: false })],
    ['clear', clearImpersonation],
  ])('%s empties the store and removes both keys', (_, clear) => {
    saveImpersonation(acting)
    clear()
    expect(state()).toEqual(none)
    expect(stored.size).toBe(0)
  })
})

describe('restoreImpersonation', () => {
  it('is restored at the start of the app and after another tab has written it', () => {
    stored.set(impersonationStateKey, JSON.stringify(acting))
    restoreImpersonation()
    expect(state().targetUser?.username).toBe('alice')
    stored.delete(impersonationStateKey)
    restoreImpersonation()
    expect(state()).toEqual(none)
  })

  it.each([
    '{',
    '[]',
    '42',
    '{"isImpersonating":"yes"}',
    '{"isImpersonating":true}',
    '{"isImpersonating":true,"targetUser":{},"impersonationData":{}}',
  ])('is logged and cleared when it is %s', (text) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    stored.set(impersonationStateKey, text)
    stored.set(impersonationLastCheckKey, '1')
    restoreImpersonation()
    expect(log).toHaveBeenCalledOnce()
    expect([state().isImpersonating, stored.size]).toEqual([false, 0])
    log.mockRestore()
  })
})

it.each([
  ['299 s ago', -299_000, false],
  ['301 s ago', -301_000, true],
  ['an hour ahead, as the clock was set back', 3_600_000, true],
])('a check %s: due is %s', (_, lastCheck, due) => {
  saveImpersonation(acting)
  stored.set(impersonationLastCheckKey, String(Date.now() + lastCheck))
  expect(isRecheckDue()).toBe(due)
})

it('is never due while not impersonating', () => {
  stored.set(impersonationLastCheckKey, '1')
  expect(isRecheckDue()).toBe(false)
})
