import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '../../contract/account.ts'
import { emailCode } from '../../contract/limits.ts'
import type { Actor, TestApi } from '../../tests/support/api.ts'
import { browser, mailedToken, openIdentityApi } from '../../tests/support/identity.ts'
import { storedMails } from '../../tests/support/stored-mails.ts'
import { emailCodes } from '../platform/db/schema/account.ts'
import { users } from '../platform/db/schema/identity.ts'
import { mailEmailCode } from './email-code.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())

let made = 0
const newAddress = () => `code${++made}@example.test`

/** A user who has a code in the mail. */
async function unconfirmed(): Promise<{ user: Actor; email: string; code: string }> {
  const email = newAddress()
  const user = await api.makeUser({ email, emailVerified: false })
  return { user, email, code: await mailCode(user, email) }
}

async function mailCode(user: Actor, email: string): Promise<string> {
  await mailEmailCode(api.ctx, { id: user.id, email }, 'http://localhost/auth/verify-email?token=x')
  const codes = (await storedMails(api)).filter((it) => it.to === email).map((it) => sixDigits(it.text))
  return codes.at(-1) ?? ''
}
const sixDigits = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? ''
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const type = (user: Actor, code: string) => api.call(user, account.confirmEmailCode, { code })
const refused = async (user: Actor, code: string) => (await type(user, code)).refusal?.error
const isVerified = async (user: Actor) =>
  (await api.db.select({ it: users.emailVerified }).from(users).where(eq(users.id, user.id)))[0]?.it

it('is in the mail of a sign-up beside the link, and confirms the address where it is typed', async () => {
  const email = newAddress()
  const here = browser(api)
  await here.signUp(email)
  const [mail] = (await storedMails(api)).filter((it) => it.to === email)
  expect(mail?.text).toContain('/auth/verify-email?token=')
  const code = sixDigits(mail?.text ?? '')
  expect(await here.json('/api/account/email')).toMatchObject({
    email_verified: false,
    code_sent_at: expect.any(String),
  })
  const answer = await here.post('/api/account/email/code', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
  expect(await answer.json()).toMatchObject({ email, email_verified: true, code_sent_at: null })
  expect(await here.json('/api/profile')).toMatchObject({ email_verified: true })
})

it('is stored as a hash that does not contain it', async () => {
  const { user, code } = await unconfirmed()
  const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.userId, user.id))
  expect(JSON.stringify(row)).not.toContain(code)
})

it('is good for one user alone, and once', async () => {
  const { user, code } = await unconfirmed()
  const other = await unconfirmed()
  expect(await refused(other.user, code)).toBe('invalid_code')
  expect(await isVerified(other.user)).toBe(false)
  expect((await type(user, code)).status).toBe(200)
  await api.db.update(users).set({ emailVerified: false }).where(eq(users.id, user.id))
  expect(await refused(user, code)).toBe('invalid_code')
})

it('ends after five wrong attempts, which are answered like a missing code', async () => {
  const { user, code } = await unconfirmed()
  const nothing = await type(await api.makeUser({ email: newAddress(), emailVerified: false }), code)
  for (let tries = 0; tries < emailCode.attempts; tries++) {
    const answer = await type(user, wrong(code))
    expect([answer.status, answer.refusal.error, answer.refusal.message]).toEqual([
      nothing.status,
      nothing.refusal.error,
      nothing.refusal.message,
    ])
  }
  expect(await refused(user, code)).toBe('invalid_code')
  expect(await isVerified(user)).toBe(false)
  expect((await api.call(user, account.email, {})).data).toMatchObject({ code_sent_at: null })
})

it('can be right at the fifth attempt', async () => {
  const { user, code } = await unconfirmed()
  for (let tries = 1; tries < emailCode.attempts; tries++) expect(await refused(user, wrong(code))).toBe('invalid_code')
  expect((await type(user, code)).status).toBe(200)
})

it('counts attempts of the same moment', async () => {
  const { user, code } = await unconfirmed()
  const guesses = Array.from({ length: emailCode.attempts + 2 }, () => type(user, wrong(code)))
  await Promise.all(guesses)
  const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.userId, user.id))
  expect(row?.attempts).toBe(emailCode.attempts)
})

it('ends after a quarter of an hour', async () => {
  const { user, code } = await unconfirmed()
  await api.db
    .update(emailCodes)
    .set({ expiresAt: new Date(api.ctx.now()) })
    .where(eq(emailCodes.userId, user.id))
  expect((await api.call(user, account.email, {})).data.code_sent_at).toBeNull()
  expect(await refused(user, code)).toBe('invalid_code')
  const [row] = await api.db.select().from(emailCodes).where(eq(emailCodes.userId, user.id))
  expect((await mailCode(user, row?.email ?? '')).length).toBe(6)
  const [fresh] = await api.db.select().from(emailCodes).where(eq(emailCodes.userId, user.id))
  expect((fresh?.expiresAt.getTime() ?? 0) - (fresh?.createdAt.getTime() ?? 0)).toBe(15 * 60_000)
})

it('is replaced by the next one', async () => {
  const { user, email, code } = await unconfirmed()
  const next = await mailCode(user, email)
  if (next !== code) expect(await refused(user, code)).toBe('invalid_code')
  expect((await type(user, next)).status).toBe(200)
})

it('does not confirm another address than the one it was mailed to', async () => {
  const { user, code } = await unconfirmed()
  await api.db.update(users).set({ email: newAddress() }).where(eq(users.id, user.id))
  expect(await refused(user, code)).toBe('invalid_code')
  expect(await isVerified(user)).toBe(false)
})

it('is over when the link was used, and answers a user who is confirmed already', async () => {
  const email = newAddress()
  const here = browser(api)
  await here.signUp(email)
  await browser(api).post('/api/auth/verify-email', { token: await mailedToken(api, email) })
  expect(await here.json('/api/account/email')).toMatchObject({ email_verified: true, code_sent_at: null })
  expect((await here.post('/api/account/email/code', { code: '000000' })).status).toBe(200)
})

it('cancels a change of address that did not ask this one', async () => {
  const { user, code } = await unconfirmed()
  await api.call(user, account.changeEmail, { email: newAddress() })
  expect((await type(user, code)).data).toMatchObject({ email_verified: true, pending: null })
})
