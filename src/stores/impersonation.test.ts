import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accessOf,
  type ImpersonationData,
  lastCheckKey,
  permissionDenied,
  stateKey,
  useImpersonation,
  type World,
} from './impersonation.ts'
import { useToasts } from './toasts.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})

const data: ImpersonationData = {
  real_user_id: 'o',
  target_user_id: 'a',
  agency_id: 'g',
  permissions: { can_chat: true, can_medias: true },
}
const acting = { isImpersonating: true, targetUser: { id: 'a', username: 'alice' }, impersonationData: data }
const store = () => useImpersonation.getState()

function world(changes: Partial<World> = {}) {
  const did: string[] = []
  const it: World = {
    status: async () => acting,
    start: async (id, agencyId) => {
      did.push(agencyId === undefined ? `start ${id}` : `start ${id} for ${agencyId}`)
      return { target_user: acting.targetUser }
    },
    stop: async () => {
      did.push('stop')
      return { agency_id: 'g' }
    },
    disconnect: () => void did.push('disconnect'),
    navigate: (path) => void did.push(`to ${path}`),
    reload: () => void did.push('reload'),
    ended: (reason) => `Impersonation ended: ${reason}`,
    ...changes,
  }
  return { ...it, did }
}

beforeEach(() => {
  store().clear()
  stored.clear()
  useToasts.setState({ toasts: [] })
  vi.useRealTimers()
})

describe('start and stop', () => {
  it('disconnects, posts, loads from the session, and goes to the profile or the return path', async () => {
    const it = world()
    await store().startImpersonation(it, 'a')
    expect(it.did).toEqual(['disconnect', 'start a', 'to /@alice'])
    expect(store()).toMatchObject(acting)
    expect(JSON.parse(stored.get(stateKey) ?? '')).toEqual(acting)
    expect(Number(stored.get(lastCheckKey))).toBeGreaterThan(Date.now() - 1_000)
    await store().startImpersonation(it, 'a', '/chat')
    expect(it.did.at(-1)).toBe('to /chat')
  })

  it('acts for the agency in which it is asked for', async () => {
    const it = world()
    await store().startImpersonation(it, 'a', '/chat', 'g')
    expect(it.did).toEqual(['disconnect', 'start a for g', 'to /chat'])
  })

  it('says what went wrong, in the words of spec §8', async () => {
    await expect(store().startImpersonation(world({ start: async () => ({}) }), 'a')).rejects.toThrow(
      'Invalid response from server',
    )
    const silent = async () => Promise.reject(new Error(''))
    await expect(store().startImpersonation(world({ start: silent }), 'a')).rejects.toThrow(
      'Failed to start impersonation',
    )
    await expect(store().stopImpersonation(world({ stop: silent }))).rejects.toThrow('Failed to stop impersonation')
    const said = async () => Promise.reject(new Error('No grant'))
    await expect(store().startImpersonation(world({ start: said }), 'a')).rejects.toThrow('No grant')
    expect(store().isImpersonating).toBe(false)
  })

  it('stops, clears and goes to the agency if one is known', async () => {
    const it = world()
    await store().loadFromSession(it)
    await store().stopImpersonation(it)
    expect(it.did).toEqual(['disconnect', 'stop', 'to /agency/g'])
    expect(store().isImpersonating).toBe(false)
    expect([stored.has(stateKey), stored.has(lastCheckKey)]).toEqual([false, false])
    const unknown = world({ stop: async () => undefined })
    await store().stopImpersonation(unknown)
    expect(unknown.did.at(-1)).toBe('to /agencies')
  })
})

describe('losing it', () => {
  it.each([{ status: 401 }, { status: 403, facts: { shouldLogout: true } }])(
    '%o while impersonating: cleared, toast, reload after a second',
    async (error) => {
      vi.useFakeTimers()
      const it = world({ status: async () => Promise.reject(error) })
      useImpersonation.setState(acting)
      await store().loadFromSession(it)
      expect(store().isImpersonating).toBe(false)
      expect(useToasts.getState().toasts).toMatchObject([
        { message: 'Impersonation ended: Permission denied', type: 'error' },
      ])
      vi.advanceTimersByTime(999)
      expect(it.did).not.toContain('reload')
      vi.advanceTimersByTime(1)
      expect(it.did).toContain('reload')
    },
  )

  it('is not left before the answer to stop has brought the new cookie', async () => {
    vi.useFakeTimers()
    let answer = () => {}
    const it = world({
      status: async () => Promise.reject({ status: 401 }),
      stop: () => new Promise((resolve) => (answer = () => resolve(undefined))),
    })
    useImpersonation.setState(acting)
    await store().loadFromSession(it)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(it.did).not.toContain('reload')
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(it.did).toContain('reload')
  })

  it('nothing is revoked for somebody who acts as nobody, and other failures only clear', async () => {
    const it = world({ status: async () => Promise.reject({ status: 401 }) })
    await store().loadFromSession(it)
    store().handlePermissionRevoked(it, permissionDenied)
    useImpersonation.setState(acting)
    await store().loadFromSession(world({ status: async () => Promise.reject({ status: 503 }) }))
    expect(store().isImpersonating).toBe(false)
    expect(useToasts.getState().toasts).toEqual([])
  })
})

describe('at the start of the app', () => {
  it('restores, and asks the server only when the last check is older than five minutes', async () => {
    const status = vi.fn(async () => acting)
    stored.set(stateKey, JSON.stringify(acting))
    stored.set(lastCheckKey, String(Date.now() - 299_000))
    store().restore(world({ status }))
    expect(store().targetUser?.username).toBe('alice')
    expect(status).not.toHaveBeenCalled()
    stored.set(lastCheckKey, String(Date.now() - 301_000))
    store().restore(world({ status }))
    expect(status).toHaveBeenCalledOnce()
  })

  it('asks again on an open page, too: after five minutes, once for all tabs, and whatever the clock was set to', async () => {
    const status = vi.fn(async () => acting)
    const asked = async (lastCheck: number) => {
      status.mockClear()
      useImpersonation.setState(acting)
      stored.set(lastCheckKey, String(lastCheck))
      store().recheck(world({ status }))
      // Another tab, when the answer is there.
      await vi.waitFor(() => expect(Number(stored.get(lastCheckKey))).toBeGreaterThan(Date.now() - 300_000))
      store().recheck(world({ status }))
      return status.mock.calls.length
    }
    expect(await asked(Date.now() - 299_000)).toBe(0)
    expect(await asked(Date.now() - 301_000)).toBe(1)
    expect(await asked(Date.now() + 3_600_000)).toBe(1)
    store().clear()
    stored.set(lastCheckKey, '1')
    store().recheck(world({ status: () => Promise.reject(new Error('nobody is acted as')) }))
    expect(status).toHaveBeenCalledOnce()
  })

  it.each([
    '{',
    '[]',
    '42',
    '{"isImpersonating":"yes"}',
    '{"isImpersonating":true}',
    '{"isImpersonating":true,"targetUser":{},"impersonationData":{}}',
  ])('logs and clears %s', (text) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    stored.set(stateKey, text)
    stored.set(lastCheckKey, '1')
    store().restore(world())
    expect(log).toHaveBeenCalledOnce()
    expect([store().isImpersonating, stored.size]).toEqual([false, 0])
    log.mockRestore()
  })

  it('follows the other tabs', () => {
    store().follow({ key: stateKey, newValue: JSON.stringify(acting) })
    expect(store().isImpersonating).toBe(true)
    store().follow({ key: 'something', newValue: null })
    expect(store().isImpersonating).toBe(true)
    store().follow({ key: stateKey, newValue: null })
    expect(store().isImpersonating).toBe(false)
  })
})

describe('permissions', () => {
  const names = {
    chat: 'can_chat',
    payment: 'can_payment',
    medias: 'can_medias',
    profile: 'can_profile',
    social: 'can_social',
  } as const

  it('everything is allowed to oneself, and only the matching true flag while impersonating', () => {
    for (const action of [...Object.keys(names), 'anything', '__proto__'])
      expect(store().hasPermission(action)).toBe(true)
    for (const [action, flag] of Object.entries(names)) {
      for (const [value, allowed] of [
        [true, true],
        [false, false],
        [undefined, false],
        ['true', false],
        [1, false],
        [[true], false],
      ] as const) {
        useImpersonation.setState({
          ...acting,
          impersonationData: { ...data, permissions: { [flag]: value } as never },
        })
        expect(store().hasPermission(action)).toBe(allowed)
        for (const other of Object.keys(names)) if (other !== action) expect(store().hasPermission(other)).toBe(false)
        for (const other of ['analytics', 'canChat', 'can_chat', '', 'toString', '__proto__'])
          expect(store().hasPermission(other)).toBe(false)
      }
    }
  })

  it('analytics are shown when the flag is absent', () => {
    expect(accessOf({ ...data, permissions: {} }).showInAnalytics).toBe(true)
    expect(accessOf({ ...data, permissions: { show_in_analytics: false } }).showInAnalytics).toBe(false)
    expect(accessOf(data)).toMatchObject({
      canChat: true,
      canMedias: true,
      canPayment: false,
      canProfile: false,
      canSocial: false,
    })
  })
})
