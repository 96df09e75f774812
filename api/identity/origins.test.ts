import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Nodes, startTwoNodes } from '../../tests/support/nodes.ts'

/** Runs as processes, because better-auth checks no origin in tests. */
let nodes: Nodes
beforeAll(async () => {
  nodes = await startTwoNodes({})
}, 120_000)
afterAll(() => nodes.stop())

const email = `${randomUUID()}@example.test`
const password = 'a-long-enough-password'
const call = (path: string, headers: Record<string, string>) =>
  fetch(`${nodes.urls[0]}/api/auth/${path}`, {
    method: 'POST',
    body: JSON.stringify({ email, password, name: 'x' }),
    headers: { 'content-type': 'application/json', ...headers },
  })

it.each([
  ['localhost', 'http://localhost:8787'],
  ['the number of this machine', 'http://127.0.0.1:8787'],
  ['a program, which names no page', null],
])('accepts calls from %s, with cookies and without', { timeout: 60_000 }, async (_, origin) => {
  const page: Record<string, string> = origin === null ? {} : { origin, 'x-fanfare-origin': origin }
  await call('sign-up/email', page)
  expect((await call('sign-in/email', page)).status).toBe(200)
  const signedIn = await call('sign-in/email', { ...page, cookie: 'i18n_redirected=en' })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers.getSetCookie().map((it) => it.split(';', 1)[0])
  expect((await call('sign-out', { ...page, cookie: cookie.join('; ') })).status).toBe(200)
})

it('refuses calls from another site', async () => {
  for (const origin of ['https://evil.example', 'http://localhost:3000', 'null'])
    expect((await call('sign-in/email', { origin, 'x-fanfare-origin': 'http://localhost:8787' })).status).toBe(403)
})
