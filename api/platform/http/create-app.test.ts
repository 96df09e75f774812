import type { Hono } from 'hono'
import { beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../tests/support/test-api.ts'
import { createApp } from './create-app.ts'
import type { Vars } from './implement.ts'

/** What every call passes before it comes to a feature (safety §16). */
const api = testApi()
let app: Hono<Vars>
beforeAll(() => {
  const noViewer = async () => ({ viewer: null, ended: false })
  app = createApp(api.ctx, noViewer, [], (hono) => {
    hono.all('/api/thing', (c) => c.text('reached'))
    hono.all('/api/auth/callback/apple', (c) => c.text('reached'))
    hono.get('/page', (c) => c.text('reached'))
    hono.get('/api/away', () => {
      throw Object.assign(new Error('the connection is gone'), { code: 'ECONNRESET' })
    })
    hono.get('/api/bug', () => {
      throw new TypeError('a bug')
    })
  })
})

const ask = async (path: string, method = 'GET', headers: Record<string, string> = {}) => {
  const answer = await app.request(`http://localhost${path}`, { method, headers })
  const text = await answer.text()
  return answer.ok ? text : `${answer.status} ${(JSON.parse(text) as { error: string }).error}`
}
const foreign = { origin: 'https://elsewhere.test' }
const toPage = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

it.each<[string, string, Record<string, string>, string]>([
  ['GET', '/api/thing', {}, 'reached'],
  ['GET', '/api/%74hing', {}, '404 not_found'],
  ['GET', '/api//thing', {}, '404 not_found'],
  ['GET', '/api\\thing', {}, 'reached'],
  ['GET', '/api/thing?q=%20//', {}, 'reached'],
  ['POST', '/api/thing', {}, 'reached'],
  ['POST', '/api/thing', foreign, '403 blocked_origin'],
  ['POST', '/api/thing', { 'sec-fetch-site': 'cross-site' }, '403 blocked_origin'],
  ['GET', '/api/thing', foreign, 'reached'],
  ['POST', '/api/auth/callback/apple', { origin: 'https://appleid.apple.com' }, 'reached'],
  ['GET', '/api/thing', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }, '403 blocked_origin'],
  ['GET', '/api/thing', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }, '403 blocked_origin'],
  ['GET', '/api/thing', { 'sec-fetch-site': 'cross-site', ...toPage }, 'reached'],
  ['GET', '/api/thing', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }, 'reached'],
  ['GET', '/page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }, 'reached'],
  ['GET', '/api/away', {}, '503 unavailable'],
  ['GET', '/api/bug', {}, '500 internal'],
])('%s %s with %o: %s', async (method, path, headers, answer) => expect(await ask(path, method, headers)).toBe(answer))
