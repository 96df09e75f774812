import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ImpersonationStatus } from '../../contract/acting.ts'
import type { Profile } from '../../contract/profile.ts'
import { setPageAccount } from '../lib/page-account.ts'
import { RefusalError } from '../lib/refusal.ts'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { restoreAccessEnded, useAccessEnded } from '../stores/access-ended.ts'
import { resumeConnection, useConnection } from '../stores/connection.ts'
import { openDrafts, saveDraft, useDrafts } from '../stores/drafts.ts'
import { clearImpersonation, saveImpersonation, useImpersonation } from '../stores/impersonation.ts'
import { enqueue, useOutbox } from '../stores/outbox.ts'
import { pageFetch } from '../stores/page-fetch.ts'
import { useToasts } from '../stores/toasts.ts'
import { loadActing, permissionRevoked, sessionRevoked, startActing, stopActing } from './acting.ts'
import { failed } from './failures.ts'
import { followAccount, profileQuery } from './session.ts'

const api = vi.hoisted(() => ({ getActingStatus: vi.fn(), startActing: vi.fn(), stopActing: vi.fn() }))
vi.mock('../server/acting.functions.ts', () => api)
vi.mock('../server/profile.functions.ts', () => ({}))
vi.mock('../lib/request.ts', () => ({ hasSessionCookie: () => true }))

const target = { id: 'a', username: 'alice' }
const acting = {
  isImpersonating: true,
  targetUser: target,
  impersonationData: { real_user_id: 'o', target_user_id: 'a', agency_id: 'g', permissions: {} },
} as ImpersonationStatus
const outgoing = {
  clientId: '1',
  senderId: 'a',
  receiverId: 'f',
  content: '',
  replyTo: null,
  media: [],
  previewIds: [],
  price: null,
  at: '2026-01-01T00:00:00Z',
  failure: null,
}
const answer = <T>(data: T) => ({ ok: true, data })
const refusal = (status: number, facts = {}) => ({
  ok: false,
  refusal: { error: 'unauthorised', message: 'No grant', status, ...facts },
})

let visited: string[]
let client: QueryClient
beforeEach(() => {
  visited = []
  const stored = new Map<string, string>()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('location', {
    origin: 'https://fanfare.example',
    assign: (path: string) => visited.push(path),
    reload: () => visited.push('reload'),
  })
  // A browser's entries are those of its prototype; the router puts its own before them.
  vi.stubGlobal('history', Object.create({ replaceState: (_: null, __: string, path: string) => visited.push(path) }))
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  })
  vi.useFakeTimers()
  api.getActingStatus.mockResolvedValue(answer(acting))
  api.startActing.mockResolvedValue(answer({ target_user: target }))
  api.stopActing.mockReset().mockResolvedValue(answer({ agency_id: 'g' }))
  clearImpersonation()
  setPageAccount(null)
  useOutbox.setState({ owner: null, messages: [] })
  useDrafts.setState({ owner: null, texts: {} })
  useAccessEnded.setState({ ended: undefined })
  useConnection.setState({ status: 'open' })
  useToasts.setState({ toasts: [] })
  client = new QueryClient()
  client.setQueryData(profileQuery.queryKey, { id: 'a', acting_as: { target_user: target } } as Profile)
})

const status = () => useConnection.getState().status
const toasts = () => useToasts.getState().toasts.map((toast) => toast.message)

describe('start', () => {
  it('disconnects, posts, loads from the session and goes to the profile', async () => {
    api.startActing.mockImplementationOnce(async () => {
      expect(status()).toBe('suspended')
      return answer({ target_user: target })
    })
    await startActing(client, { targetId: 'a', agencyId: 'g' })
    expect(api.startActing).toHaveBeenCalledWith({
      data: { targetId: 'a', agency_id: 'g' },
      // Not the page's own, which makes no write while the account changes.
      fetch: expect.any(Function),
    })
    expect(useImpersonation.getState()).toEqual(acting)
    expect(visited).toEqual(['/@alice'])
  })

  it.each([
    ['/chat?u=fiona', '/chat?u=fiona'],
    ['https://evil.example/', '/'],
  ])('goes to the return path %s as %s', async (returnPath, path) => {
    await startActing(client, { targetId: 'a', agencyId: 'g', returnPath })
    expect(visited).toEqual([path])
  })

  it.each([
    ['en', 'Invalid response from server'],
    ['fr', 'Réponse du serveur non valide'],
  ] as const)('fails with the message of spec §8 in %s when the answer has no target', async (locale, words) => {
    overwriteGetLocale(() => locale)
    onTestFinished(() => overwriteGetLocale(() => 'en'))
    api.startActing.mockResolvedValueOnce(answer({}))
    await expect(startActing(client, { targetId: 'a', agencyId: 'g' })).rejects.toThrow(words)
    expect([useImpersonation.getState().isImpersonating, visited]).toEqual([false, []])
  })

  it('fails with the message of the server where it has one', async () => {
    api.startActing.mockResolvedValueOnce(refusal(403))
    await expect(startActing(client, { targetId: 'a', agencyId: 'g' })).rejects.toThrow('No grant')
  })
})

describe('stop', () => {
  it.each([
    ['of the store', acting, null, '/agency/g'],
    ['of the answer', null, 'h', '/agency/h'],
    ['that is unknown', null, null, '/agencies'],
  ])('clears the state and goes to the agency %s', async (_, known, agencyId, path) => {
    if (known) saveImpersonation(known)
    api.stopActing.mockResolvedValueOnce(answer({ agency_id: agencyId }))
    await stopActing()
    expect(visited).toEqual([path])
    expect(useImpersonation.getState().isImpersonating).toBe(false)
    expect(localStorage.getItem('impersonation_state')).toBeNull()
  })
})

describe('losing the grant', () => {
  it.each([[401, {}] as const, [403, { shouldLogout: true }] as const])(
    'status call refused with %i %o while impersonating: cleared, toast, reload after a second',
    async (code, facts) => {
      saveImpersonation(acting)
      api.getActingStatus.mockResolvedValueOnce(refusal(code, facts))
      await loadActing(client)
      expect(useImpersonation.getState().isImpersonating).toBe(false)
      expect(toasts()).toEqual(['Impersonation ended: Permission denied'])
      await vi.advanceTimersByTimeAsync(999)
      expect(visited).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(visited).toEqual(['/agency/g', 'reload'])
    },
  )

  it('waits for the answer of a slow connection, which gives the operator their own session back', async () => {
    const { promise, resolve } = Promise.withResolvers<never>()
    api.stopActing.mockReturnValueOnce(promise)
    permissionRevoked(client)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(visited).toEqual([])
    resolve(answer({ agency_id: 'g' }) as never)
    await vi.advanceTimersByTimeAsync(0)
    expect([api.stopActing.mock.calls.length, visited]).toEqual([1, ['/agencies', 'reload']])
  })

  it('reloads after a second when stopping fails, and after five when it is not answered', async () => {
    api.stopActing.mockRejectedValueOnce(new Error('no connection'))
    permissionRevoked(client)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(visited.splice(0)).toEqual(['/agencies', 'reload'])
    resumeConnection()
    api.stopActing.mockReturnValueOnce(new Promise(() => {}))
    permissionRevoked(client)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(visited).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(visited).toEqual(['/agencies', 'reload'])
  })

  it('keeps the words of drafts and of messages on their way for the page after the reload, and nowhere else', async () => {
    saveImpersonation(acting)
    openDrafts('a')
    saveDraft('f', 'half a sent')
    enqueue({ ...outgoing, senderId: 'a', content: 'on its way' })
    enqueue({ ...outgoing, clientId: '2', senderId: 'o', content: 'of my own' })
    permissionRevoked(client)
    // Typed in the second before the reload.
    saveDraft('f', 'half a sentence')
    await vi.advanceTimersByTimeAsync(1_000)
    useAccessEnded.setState({ ended: undefined })
    restoreAccessEnded()
    const { ended } = useAccessEnded.getState()
    expect([ended?.creatorId, ended?.words.map((it) => it.text)]).toEqual(['a', ['half a sentence', 'on its way']])
    expect([localStorage.getItem('chat_drafts:a'), useDrafts.getState().texts]).toEqual([null, {}])
  })

  it('makes no write in the second before the reload, except the one that stops', async () => {
    const made = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => new Response())
    vi.stubGlobal('fetch', made)
    setPageAccount('a')
    await pageFetch('/write', { method: 'POST' })
    expect(new Headers(made.mock.calls[0]?.[1]?.headers).get('x-written-as')).toBe('a')
    permissionRevoked(client)
    await expect(pageFetch('/write', { method: 'POST' })).rejects.toMatchObject({ code: 'identity_changed' })
    await pageFetch('/read', { method: 'GET' })
    expect(made.mock.calls.map(([path]) => path)).toEqual(['/write', '/read'])
    await vi.dynamicImportSettled()
    const [{ fetch: ofStop }] = api.stopActing.mock.calls[0] as [{ fetch: typeof fetch }]
    await ofStop('/stop', { method: 'POST' })
    expect(made).toHaveBeenCalledTimes(3)
  })

  it('goes on writing for the account that the page was opened for, until it is signed out', async () => {
    const made = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => new Response())
    vi.stubGlobal('fetch', made)
    const page = new QueryClient()
    followAccount(page)
    for (const id of ['a', 'o', null, 'o']) {
      page.setQueryData(profileQuery.queryKey, id === null ? null : ({ id } as Profile))
      await pageFetch('/write', { method: 'POST' })
    }
    const names = made.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-written-as'))
    expect(names).toEqual(['a', 'a', null, 'o'])
  })

  it('reloads when a write was meant for another account than the session’s', async () => {
    const error = new RefusalError({ error: 'identity_changed', message: 'Nothing was sent', status: 409 })
    failed(client, error, { toast: true })
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([toasts(), visited]).toEqual([['Nothing was sent'], ['reload']])
  })

  it('shows one message for many refused calls', async () => {
    const error = new RefusalError({ error: 'unauthorised', message: '', status: 401, shouldLogout: true })
    for (let call = 0; call < 3; call += 1) failed(client, error, { toast: true })
    await vi.dynamicImportSettled()
    expect(toasts()).toEqual(['Impersonation ended: Permission denied'])
    expect(client.getQueryData(profileQuery.queryKey)).not.toBeNull()
  })

  it.each([
    ['401 while not impersonating', false, 401],
    ['503 while impersonating', true, 503],
  ])('%s only clears the state', async (_, isImpersonating, code) => {
    if (isImpersonating) saveImpersonation(acting)
    api.getActingStatus.mockResolvedValueOnce(refusal(code))
    await loadActing(client)
    expect(useImpersonation.getState().isImpersonating).toBe(false)
    expect(toasts()).toEqual([])
  })
})

describe('the event session_revoked', () => {
  it.each(['signed_out', 'session_ended'])('with reason %s does nothing', async (reason) => {
    sessionRevoked(client, reason)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([toasts(), visited, status()]).toEqual([[], [], 'open'])
  })

  it('with reason identity_changed reloads after a second', async () => {
    sessionRevoked(client, 'identity_changed')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([toasts(), visited]).toEqual([[], ['reload']])
  })

  it('with reason identity_changed does nothing in the tab that makes the change', async () => {
    useConnection.setState({ status: 'suspended' })
    sessionRevoked(client, 'identity_changed')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(visited).toEqual([])
  })

  it('with another reason ends acting, and nothing where the page does not act', async () => {
    sessionRevoked(client, 'permission_denied')
    expect(toasts()).toEqual(['Impersonation ended: Permission denied'])
    useToasts.setState({ toasts: [] })
    useConnection.setState({ status: 'open' })
    client.setQueryData(profileQuery.queryKey, { id: 'o', acting_as: null } as Profile)
    sessionRevoked(client, 'permission_denied')
    expect(toasts()).toEqual([])
  })
})
