import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '../../contract/account.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { payouts } from '../../contract/payouts.ts'
import type { Actor, TestApi } from '../../tests/support/api.ts'
import { openIdentityApi } from '../../tests/support/identity.ts'
import { demoIban } from '../../tests/support/step-up.ts'
import { accounts, sessions } from '../platform/db/schema/identity.ts'
import { readEnv } from '../platform/env.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { requireStaffAuth } from './recent-auth.ts'

/** Everything that a stolen session is worst for (product §35): an hour after the sign-in, each asks for it again. */
let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())

const none = '00000000-0000-7000-8000-000000000000'
const guarded: [string, string, object][] = [
  ['POST', '/api/auth/link-social', { provider: 'google' }],
  ['GET', '/api/auth/passkey/generate-register-options', {}],
  ['POST', '/api/auth/passkey/verify-registration', { response: {} }],
  ['POST', '/api/auth/two-factor/enable', {}],
  ['POST', '/api/auth/two-factor/disable', {}],
  ['POST', '/api/auth/two-factor/generate-backup-codes', {}],
  ['POST', '/api/account/email', { email: 'next@example.test' }],
  ['POST', '/api/account/password', { new_password: 'a-first-password' }],
  ['POST', '/api/account/deletion', { username: 'x' }],
  ['GET', '/api/account/export', {}],
  ['DELETE', `/api/account/ways-in/${none}`, {}],
  ['POST', '/api/creator/earnings/transfer', { amount: 1 }],
  ['POST', '/api/payouts', { amount: 20 }],
  ['POST', '/api/payouts/methods', { kind: 'iban', account: demoIban, holder: 'Alice' }],
  ['DELETE', `/api/payouts/methods/${none}`, {}],
]

async function ask(actor: Actor | null, method: string, path: string, body: object) {
  const text = JSON.stringify(body)
  const hasBody = method !== 'GET'
  const answer = await api.app.request(`http://localhost${path}`, {
    method,
    ...(hasBody ? { body: text } : {}),
    headers: {
      ...(actor === null ? {} : { cookie: actor.cookie }),
      ...(hasBody ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) } : {}),
    },
  })
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string }
  return { status: answer.status, error }
}

it('has every endpoint of the contract that may ask for a recent sign-in', () => {
  const named = new Set(guarded.map(([method, path]) => `${method} ${path.replace(none, '{id}')}`))
  const contract: Endpoint[] = [...Object.values(account), ...Object.values(payouts)]
  const asking = contract.filter((it) => it.errors.includes('fresh_sign_in_required'))
  expect(asking.map((it) => `${it.method} ${it.path}`).filter((it) => !named.has(it))).toEqual([])
})

it.each(guarded)('%s %s asks for a recent sign-in', async (method, path, body) => {
  const creator = await api.makeUser({ isCreator: true, priceCents: 999 })
  expect((await ask(creator, method, path, body)).error).not.toBe('fresh_sign_in_required')
  const later = await api.makeUser({ isCreator: true, priceCents: 999 })
  await api.db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    .where(eq(sessions.id, later.sessionId))
  expect(await ask(later, method, path, body)).toEqual({ status: 403, error: 'fresh_sign_in_required' })
  expect((await ask(null, method, path, body)).status).toBe(401)
})

it('sets no first password and links no provider for an old session', async () => {
  const user = await api.makeUser()
  await api.db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    .where(eq(sessions.id, user.sessionId))
  await ask(user, 'POST', '/api/account/password', { new_password: 'a-first-password' })
  await ask(user, 'POST', '/api/auth/link-social', { provider: 'google' })
  expect(await api.db.select().from(accounts).where(eq(accounts.userId, user.id))).toEqual([])
})

/** Product §26; what staff may do is in tests/contract, this is what their decisions need beside it. */
it.each<[what: string, isProduction: boolean, hasSecondFactor: boolean, minutes: number, refusal: string | null]>([
  ['a clerk in development', false, false, 1, null],
  ['a clerk in development after an old sign-in', false, true, 16, 'fresh_sign_in_required'],
  ['a clerk in production without a second factor', true, false, 1, 'second_factor_required'],
  ['a clerk in production', true, true, 1, null],
  ['a clerk in production after an old sign-in', true, true, 16, 'fresh_sign_in_required'],
])('lets %s decide, or refuses', (_, production, hasSecondFactor, minutes, refusal) => {
  const signedInAt = new Date(Date.now() - minutes * 60_000)
  const clerk: Viewer = {
    ...{ id: 'clerk', username: 'clerk', locale: 'en', role: 'staff', isCreator: false, sessionId: 'session' },
    ...{ emailVerified: true, onboarded: true, signedInAt, hasSecondFactor, acting: null },
  }
  const decide = () => requireStaffAuth({ env: { ...readEnv({}), production } }, clerk)
  if (refusal === null) expect(decide).not.toThrow()
  else expect(decide).toThrow(expect.objectContaining({ code: refusal }))
})
