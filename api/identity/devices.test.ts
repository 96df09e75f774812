import { createOTP } from '@better-auth/utils/otp'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '../../contract/notifications.ts'
import type { TestApi } from '../../tests/support/api.ts'
import { fromBase32 } from '../../tests/support/base32.ts'
import { browser, openIdentityApi, password } from '../../tests/support/identity.ts'
import { storedMails } from '../../tests/support/stored-mails.ts'
import { knownDevices } from '../platform/db/schema/account.ts'
import { mails, users } from '../platform/db/schema/identity.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi({ RATE_LIMITS: 'default' })
})
afterAll(() => api.close())

const address = () => `p${Math.random().toString(36).slice(2)}@example.test`
type Browser = ReturnType<typeof browser>
const notifiedUrls = async (firstBrowser: Browser) => {
  const { data } = (await firstBrowser.json(notifications.list.path)) as {
    data: { type: string; object: { url: string } }[]
  }
  return data.filter(({ type }) => type === 'new_sign_in').map(({ object }) => object.url)
}
const mailed = (email: string) => api.db.$count(mails, eq(mails.recipient, email))
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

/** Signed up and onboarded, because notifications are only then available. */
async function newcomer(): Promise<{ email: string; here: Browser }> {
  const [email, firstBrowser] = [address(), browser(api)]
  await firstBrowser.signUp(email)
  const username = email.split('@')[0] ?? ''
  await api.db.update(users).set({ username, birthdate: '1990-01-01' }).where(eq(users.email, email))
  return { email, here: firstBrowser }
}

describe('a sign-in from a new device', () => {
  it('notifies and mails the owner once, and not for the first or a known browser', async () => {
    const { email, here: firstBrowser } = await newcomer()
    await firstBrowser.post('/api/auth/sign-out')
    await firstBrowser.signIn(email)
    expect(await notifiedUrls(firstBrowser)).toEqual([])
    const before = await mailed(email)
    const secondBrowser = browser(api, firefox)
    expect((await secondBrowser.signIn(email)).status).toBe(200)
    expect(await notifiedUrls(firstBrowser)).toEqual(['/settings/account'])
    const mail = (await storedMails(api)).filter((it) => it.to === email)[before]
    expect(mail?.subject).toBe('A new device has signed in')
    expect(JSON.stringify(mail)).toContain('Firefox, Linux')
    await secondBrowser.post('/api/auth/sign-out')
    await secondBrowser.signIn(email)
    expect(await notifiedUrls(firstBrowser)).toHaveLength(1)
    expect(await mailed(email)).toBe(before + 1)
  })

  it('notifies after the second step only, and not after a wrong password', async () => {
    const { email, here: firstBrowser } = await newcomer()
    const begun = (await (await firstBrowser.post('/api/auth/two-factor/enable', { password })).json()) as {
      totpURI: string
    }
    const code = () => createOTP(fromBase32(new URL(begun.totpURI).searchParams.get('secret') ?? '')).totp()
    await firstBrowser.post('/api/auth/two-factor/verify-totp', { code: await code() })
    const secondBrowser = browser(api)
    await secondBrowser.signIn(email, 'a-wrong-long-password')
    await secondBrowser.signIn(email)
    expect(await notifiedUrls(firstBrowser)).toEqual([])
    await secondBrowser.post('/api/auth/two-factor/verify-totp', { code: await code() })
    expect(await notifiedUrls(firstBrowser)).toHaveLength(1)
  })

  it('mails a limited number of times for a program without cookies', async () => {
    const { email, here: firstBrowser } = await newcomer()
    const before = await mailed(email)
    for (let time = 0; time < 8; time++) await browser(api).signIn(email)
    expect(await notifiedUrls(firstBrowser)).toHaveLength(8)
    expect((await mailed(email)) - before).toBeLessThanOrEqual(5)
  })

  it('stores only a hash of the browser’s name, per user', async () => {
    const { email, here: firstBrowser } = await newcomer()
    const device = firstBrowser.cookies.get('fanfare.device') ?? ''
    expect(device.length).toBeGreaterThan(20)
    const [user] = await api.db.select({ id: users.id }).from(users).where(eq(users.email, email))
    const rows = await api.db
      .select()
      .from(knownDevices)
      .where(eq(knownDevices.userId, user?.id ?? ''))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.device).not.toContain(device)
  })
})
