import { afterEach, expect, it, vi } from 'vitest'
import { users } from '../../contract/users.ts'
import { callApi } from './api.server.ts'

const page = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock('cloudflare:workers', () => ({ env: { API_BASE_URL: 'http://api.test/' } }))
vi.mock('@tanstack/react-start/server', () => ({
  getRequest: () => new Request('http://localhost/@alice', { headers: page.headers }),
  appendResponseHeader: () => undefined,
}))
afterEach(() => vi.unstubAllGlobals())

it('passes cookies, request id and trace of the page on to the API, and nothing else', async () => {
  const passed = {
    'x-written-as': 'who-the-page-is-of',
    cookie: 'fanfare.session_token=x',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=b',
    'x-request-id': 'request-of-the-page',
  }
  page.headers = new Headers({ ...passed, referer: 'http://localhost/', authorization: 'Bearer x' })
  const sent: Request[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(new Request(url, init))
    return Response.json({})
  })
  await callApi(users.get, { username: 'alice' })
  expect(sent[0]?.url).toBe('http://api.test/api/users/alice')
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({ accept: 'application/json', ...passed })
})

it('passes on why an account is suspended in the words of staff, and other refusals in the reader’s language', async () => {
  const answer = { error: 'forbidden', message: 'Posing as another user', reason: 'account_suspended' }
  vi.stubGlobal('fetch', async () => Response.json(answer, { status: 403 }))
  expect(await callApi(users.get, { username: 'alice' })).toMatchObject({
    refusal: { error: 'forbidden', message: 'Posing as another user', reason: 'account_suspended' },
  })
  vi.stubGlobal('fetch', async () => Response.json({ ...answer, reason: 'another' }, { status: 403 }))
  expect(await callApi(users.get, { username: 'alice' })).toMatchObject({
    refusal: { message: 'You may not do this.' },
  })
})
