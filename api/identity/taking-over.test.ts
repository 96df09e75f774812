import { createOTP } from '@better-auth/utils/otp'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApi } from '../../tests/support/api.ts'
import { fromBase32 } from '../../tests/support/base32.ts'
import {
  browser,
  mailedLink,
  mailedToken,
  openIdentityApi,
  password,
  resetToken,
} from '../../tests/support/identity.ts'
import { newId } from '../platform/db/ids.ts'
import { emailChanges, passkeys, twoFactors } from '../platform/db/schema/account.ts'
import { accounts, users, verifications } from '../platform/db/schema/identity.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())

const address = () => `p${Math.random().toString(36).slice(2)}@example.test`
type Browser = ReturnType<typeof browser>
const idOf = async (email: string) =>
  (await api.db.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]?.id ?? ''

const reset = (here: Browser, token: string, newPassword = 'a-new-long-password') =>
  here.post('/api/auth/reset-password', { token, newPassword })
const verify = async (email: string) =>
  browser(api).post('/api/auth/verify-email', { token: await mailedToken(api, email) })
const changeToken = async (email: string) => (await mailedLink(api, email, 'change=')).split('change=')[1]

async function secondStep(here: Browser): Promise<void> {
  const begun = (await (await here.post('/api/auth/two-factor/enable', { password })).json()) as { totpURI: string }
  const secret = fromBase32(new URL(begun.totpURI).searchParams.get('secret') ?? '')
  const answer = await here.post('/api/auth/two-factor/verify-totp', { code: await createOTP(secret).totp() })
  expect(answer.status).toBe(200)
}

/** Inserts a passkey and a provider as their flows would. */
async function addPasskeyAndProvider(email: string): Promise<void> {
  const userId = await idOf(email)
  const key = { publicKey: 'x', credentialID: newId(), counter: 0, deviceType: 'singleDevice', backedUp: false }
  await api.db.insert(passkeys).values({ id: newId(), userId, name: 'mine', ...key })
  await api.db.insert(accounts).values({ id: newId(), userId, accountId: newId(), providerId: 'google' })
}

describe('a user who signs up with another person’s address', () => {
  it('loses every sign-in method once the owner of the address resets the password', async () => {
    const email = address()
    const [eve, owner] = [browser(api), browser(api)]
    await eve.signUp(email)
    await addPasskeyAndProvider(email)
    await secondStep(eve)
    await eve.post('/api/account/email', { email: address() })
    const evesMail = address()
    await eve.post('/api/account/email', { email: evesMail })
    const evesToken = await changeToken(evesMail)

    await owner.post('/api/auth/request-password-reset', { email })
    expect((await reset(owner, await resetToken(api, owner, email))).status).toBe(200)

    expect(await eve.isIn()).toBe(false)
    expect(await (await owner.signIn(email, 'a-new-long-password')).json()).not.toMatchObject({
      twoFactorRedirect: true,
    })
    expect(await owner.json('/api/account/ways-in')).toMatchObject({ two_factor: false, providers: [], passkeys: [] })
    expect(await owner.json('/api/account/email')).toMatchObject({ email, email_verified: true, pending: null })
    expect((await eve.post('/api/account/email/confirm', { token: evesToken })).status).toBe(400)
    expect(await owner.json('/api/account/email')).toMatchObject({ email })
  })

  it('cannot change the address after the owner has confirmed it', async () => {
    const [email, evesMail] = [address(), address()]
    const eve = browser(api)
    await eve.signUp(email)
    await eve.post('/api/account/email', { email: evesMail })
    await verify(email)
    expect((await eve.post('/api/account/email/confirm', { token: await changeToken(evesMail) })).status).toBe(400)
    expect(await eve.json('/api/account/email')).toMatchObject({ email, email_verified: true })
  })
})

describe('a user with a confirmed address', () => {
  it('keeps second factor, passkeys and providers through a password reset', async () => {
    const email = address()
    const here = browser(api)
    await here.signUp(email)
    await verify(email)
    await addPasskeyAndProvider(email)
    await secondStep(here)
    await here.post('/api/auth/request-password-reset', { email })
    expect((await reset(here, await resetToken(api, here, email))).status).toBe(200)
    expect(await (await browser(api).signIn(email, 'a-new-long-password')).json()).toMatchObject({
      twoFactorRedirect: true,
    })
    expect(
      await api.db
        .select()
        .from(passkeys)
        .where(eq(passkeys.userId, await idOf(email))),
    ).toHaveLength(1)
  })

  it('invalidates every reset link by a change of password or address', async () => {
    const [email, next] = [address(), address()]
    const here = browser(api)
    await here.signUp(email)
    await verify(email)
    const ask = (of: string) => browser(api).post('/api/auth/request-password-reset', { email: of })
    await ask(email)
    const before = await resetToken(api, here, email)
    await here.post('/api/account/password', { current_password: password, new_password: 'changed-in-settings' })
    expect((await reset(browser(api), before)).status).toBe(400)

    await ask(email)
    const old = await resetToken(api, here, email)
    await here.post('/api/account/email', { email: next })
    for (const address of [email, next])
      expect((await here.post('/api/account/email/confirm', { token: await changeToken(address) })).status).toBe(200)
    expect((await reset(browser(api), old)).status).toBe(400)
    expect((await browser(api).signIn(next, 'changed-in-settings')).status).toBe(200)
  })
})

it('a reset of one unconfirmed account leaves another with all that it has', async () => {
  const [mine, theirs] = [address(), address()]
  for (const email of [mine, theirs]) {
    const here = browser(api)
    await here.signUp(email)
    await addPasskeyAndProvider(email)
    await secondStep(here)
    await here.post('/api/account/email', { email: address() })
    await browser(api).post('/api/auth/request-password-reset', { email })
  }
  const all = { passkeys: 1, twoFactors: 1, providers: 2, resets: 1, pending: 1, verified: false, twoFactor: true }
  expect([await holdings(mine), await holdings(theirs)]).toEqual([all, all])
  const here = browser(api)
  expect((await reset(here, await resetToken(api, here, mine))).status).toBe(200)
  const left = { passkeys: 0, twoFactors: 0, providers: 1, resets: 0, pending: 0, verified: true, twoFactor: false }
  expect([await holdings(mine), await holdings(theirs)]).toEqual([left, all])
})

async function holdings(email: string) {
  const [user] = await api.db.select().from(users).where(eq(users.email, email))
  const id = user?.id ?? ''
  return {
    passkeys: await api.db.$count(passkeys, eq(passkeys.userId, id)),
    twoFactors: await api.db.$count(twoFactors, eq(twoFactors.userId, id)),
    providers: await api.db.$count(accounts, eq(accounts.userId, id)),
    resets: await api.db.$count(verifications, eq(verifications.value, id)),
    pending: await api.db.$count(emailChanges, eq(emailChanges.userId, id)),
    verified: user?.emailVerified,
    twoFactor: user?.twoFactorEnabled,
  }
}
