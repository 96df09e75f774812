import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { features } from '../../api/features.ts'
import { identityRoutes } from '../../api/identity/routes.ts'
import { users as table } from '../../api/platform/db/schema/identity.ts'
import { loggable, logOutput, reasonOf, setLogLevel } from '../../api/platform/log.ts'
import { chat } from '../../contract/chat.ts'
import { edgeHeaders } from '../../contract/edge.ts'
import { users } from '../../contract/users.ts'
import { actAs, makeAgency } from '../support/agency.ts'
import { identityApp } from '../support/identity.ts'
import { testApi } from '../support/test-api.ts'

const api = testApi()
const lines: Line[] = []
let raw = ''
type Line = { level: string; msg: string; error?: string } & Record<string, unknown>
beforeEach(() => {
  lines.length = 0
  raw = ''
  vi.spyOn(logOutput, 'write').mockImplementation((line) => {
    raw += line
    lines.push(JSON.parse(line) as Line)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  setLogLevel('warn')
})
test('a call that fails is logged with its query and where it failed, and without what people wrote', async () => {
  const [fan, other] = [await api.makeUser(), await api.makeUser()]
  await api.db.execute(
    sql.raw(`
      create or replace function fail_on_purpose() returns trigger language plpgsql as
        $$ begin raise exception 'on purpose' using errcode = '42883'; end $$;
      create or replace trigger fail_on_purpose before insert on messages for each row execute function fail_on_purpose()`),
  )
  const secret = 'between you and me'
  expect((await api.call(fan, chat.send, { receiver_id: other.id, content: secret })).status).toBe(500)
  await api.db.execute(sql.raw('drop trigger fail_on_purpose on messages'))
  expect(lines).toMatchObject([{ level: 'error', msg: 'request failed', route: 'send', request: expect.any(String) }])
  expect(lines[0]?.error).toMatch(/on purpose.*42883[\s\S]*\n\s+at /)
  expect(raw).not.toContain(secret)
})

test('a query of Drizzle is logged without its parameters, and a value that is not one of its type without it', async () => {
  const email = 'mallory@example.test'
  const [someone] = [await api.makeUser()]
  const failed = await api.db
    .insert(table)
    .values({ id: someone.id, name: 'x', email, referralCode: 'x' })
    .catch((error: unknown) => error)
  expect(String(failed)).toContain(email)
  expect(loggable(failed)).toMatch(/Failed query: insert into "users".*[\s\S]*caused by .*23505, users, users_pkey/)
  expect(loggable(failed)).not.toContain(email)
  const misread = await api.db.execute(sql`select ${email}::int`).catch((error: unknown) => error)
  expect(loggable(misread)).not.toContain(email)
  expect(reasonOf(new Error('plain'))).toBe('Error: plain')
})

test('a request is one line: who called, for whom, which pattern, what came of it and how long it took', async () => {
  setLogLevel('info')
  const [fan, alice] = [await api.makeUser(), await api.makeUser()]
  await api.call(fan, users.get, { username: alice.username }, { [edgeHeaders.requestId]: 'request-of-the-edge' })
  await api.call(null, users.get, { username: 'not.there' })
  await api.fetch(null, '/not-there')
  expect(lines).toMatchObject([
    { level: 'info', msg: 'request', request: 'request-of-the-edge', actor: fan.id, route: '/api/users/{username}' },
    { method: 'GET', status: 404, ms: expect.any(Number) },
    { route: 'none', status: 404 },
  ])
  expect(Object.keys(lines[0] ?? {}).sort()).toEqual(
    ['actor', 'level', 'method', 'ms', 'msg', 'request', 'route', 'status', 'time'].sort(),
  )
  expect(lines[1]).not.toHaveProperty('actor')
})

test('an operator is the actor, and the creator the subject', async () => {
  const { operator, creator } = await makeAgency(api)
  const acting = await actAs(api, operator, creator)
  setLogLevel('info')
  await api.call(acting, users.get, { username: creator.username })
  expect(lines).toMatchObject([{ actor: operator.id, subject: creator.id }])
})

test('no line has what a client writes: not in paths, queries, headers, cookies or bodies of any endpoint', async () => {
  setLogLevel('debug')
  const marker = 'Marker7f3a'
  const fan = await api.makeUser()
  const app = identityApp(api.ctx)
  const headers = {
    ...{ authorization: `Bearer ${marker}`, 'user-agent': marker },
    ...{ 'x-forwarded-for': marker, 'idempotency-key': marker, referer: marker, 'accept-language': marker },
    ...{ [edgeHeaders.address]: marker, traceparent: marker, 'x-captcha-response': marker },
    'content-type': 'application/json',
  }
  const send = (method: string, path: string, more: Record<string, string>) => {
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const body = hasBody
      ? JSON.stringify({ [marker]: marker, email: `${marker}@example.test`, password: marker })
      : null
    return app.request(`http://localhost${path}?token=${marker}`, { method, headers: { ...headers, ...more }, body })
  }
  const routes = [...identityRoutes(api.ctx), ...features(api.ctx)].map(({ endpoint }) => endpoint)
  const others = [
    'sign-in/email',
    'sign-up/email',
    'request-password-reset',
    `reset-password/${marker}`,
    'verify-email',
  ]
  const paths = [
    ...routes.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, marker)] as const),
    ...others.flatMap((it) => [['POST', `/api/auth/${it}`] as const, ['GET', `/api/auth/${it}`] as const]),
    ...[['GET', `/media/${marker}/full`] as const, ['GET', `/${marker}`] as const],
  ]
  for (const [method, path] of paths)
    for (const cookie of [`fanfare.session_token=${marker}`, fan.cookie]) await send(method, path, { cookie })
  expect(lines.length).toBeGreaterThan(2 * 100)
  expect(raw.toLowerCase()).not.toContain(marker.toLowerCase())
})
