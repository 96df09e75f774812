import { createOTP } from '@better-auth/utils/otp'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestApi } from '../../tests/support/api.ts'
import { fromBase32 } from '../../tests/support/base32.ts'
import { browser, mailedToken, openIdentityApi, password, resetToken } from '../../tests/support/identity.ts'
import { mails, sessions, users } from '../platform/db/schema/identity.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())
const address = () => `p${Math.random().toString(36).slice(2)}@example.test`

describe('ways in', () => {
  it('signs up, verifies in another browser, and leaves that browser signed out', async () => {
    const email = address()
    const firstBrowser = browser(api)
    expect((await firstBrowser.signUp(email)).status).toBe(200)
    expect(await firstBrowser.json('/api/profile')).toMatchObject({ email, email_verified: false, username: null })
    const secondBrowser = browser(api)
    const answer = await secondBrowser.post('/api/auth/verify-email', { token: await mailedToken(api, email) })
    expect([answer.status, await answer.json()]).toEqual([200, {}])
    expect(await secondBrowser.isIn()).toBe(false)
    expect(await firstBrowser.json('/api/profile')).toMatchObject({ email_verified: true })
  })

  it('answers only after the mail is stored', async () => {
    const { db } = api.ctx
    let store: () => void = () => undefined
    let isStoring = false
    const mayStore = new Promise<void>((resolve) => (store = resolve))
    const transact = db.transact.bind(db)
    // The first transaction of a sign-up stores the mail.
    vi.spyOn(db, 'transact').mockImplementationOnce(async (work) => {
      isStoring = true
      await mayStore
      return transact(work)
    })
    const email = address()
    let isAnswered = false
    const answer = browser(api)
      .signUp(email)
      .finally(() => (isAnswered = true))
    await expect.poll(() => isStoring, { timeout: 10_000 }).toBe(true)
    for (let other = 0; other < 20; other++) await browser(api).json('/api/auth/get-session')
    expect(isAnswered).toBe(false)
    store()
    expect((await answer).status).toBe(200)
    vi.restoreAllMocks()
    expect(await db.select({ id: mails.id }).from(mails).where(eq(mails.recipient, email))).toHaveLength(1)
  })

  it('does not confirm an address on GET, as mail scanners send it', async () => {
    const email = address()
    const firstBrowser = browser(api)
    await firstBrowser.signUp(email)
    const token = await mailedToken(api, email)
    const opened = await browser(api).get(`/api/auth/verify-email?token=${token}&callbackURL=%2F`)
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/auth/verify-email?token=${token}`])
    expect((await browser(api).ask('HEAD', `/api/auth/verify-email?token=${token}`)).status).toBe(302)
    expect(await firstBrowser.json('/api/profile')).toMatchObject({ email_verified: false })
  })

  it.each([['x.y.z'], [''], [undefined], [7]])('refuses the token %s', async (token) => {
    const answer = await browser(api).post('/api/auth/verify-email', { token })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_token'])
  })

  it('resends the mail to a signed-in user', async () => {
    const email = address()
    const firstBrowser = browser(api)
    await firstBrowser.signUp(email)
    expect((await firstBrowser.post('/api/auth/send-verification-email', { email })).status).toBe(200)
  })

  it('writes the mail in the language of the sign-up', async () => {
    const email = address()
    await browser(api, { 'x-fanfare-locale': 'fr' }).signUp(email)
    const { data } = (await (await api.app.request(`http://localhost/dev/mail?to=${email}`)).json()) as {
      data: { subject: string; html: string }[]
    }
    expect(data[0]?.subject).toMatch(/^Confirmez votre adresse e-mail\u00a0: \d{6}$/)
    expect(data[0]?.html).toContain('lang="fr"')
  })

  it('stores tokens hashed', async () => {
    const firstBrowser = browser(api)
    await firstBrowser.signUp(address())
    const raw = decodeURIComponent(firstBrowser.cookies.get('fanfare.session_token') ?? '').split('.')[0] ?? ''
    const rows = await api.db.select({ token: sessions.token }).from(sessions)
    expect(raw.length).toBeGreaterThan(20)
    expect(rows.some((row) => row.token.includes(raw))).toBe(false)
  })

  it('accepts a reset link once, and ends every session', async () => {
    const email = address()
    const firstBrowser = browser(api)
    await firstBrowser.signUp(email)
    const other = browser(api)
    expect((await other.post('/api/auth/request-password-reset', { email })).status).toBe(200)
    const token = await resetToken(api, other, email)
    const reset = (newPassword: string) => other.post('/api/auth/reset-password', { token, newPassword })
    expect((await reset('another-long-password')).status).toBe(200)
    expect((await reset('a-third-long-password')).status).toBe(400)
    expect(await firstBrowser.isIn()).toBe(false)
    expect((await firstBrowser.signIn(email)).status).toBe(401)
    expect((await firstBrowser.signIn(email, 'another-long-password')).status).toBe(200)
  })

  it('answers known and unknown addresses alike, in body and time', async () => {
    const email = address()
    await browser(api).signUp(email)
    // On a clock that stands still each answer has to wait for the whole of the minimum time.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const ask = async (to: string) => {
      timers.mockClear()
      const answer = await browser(api).post('/api/auth/request-password-reset', { email: to })
      return { body: await answer.text(), status: answer.status, waits: timers.mock.calls.map(([, ms]) => ms) }
    }
    const [known, unknown] = [await ask(email), await ask(address())]
    vi.restoreAllMocks()
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect(known.waits).toContain(400)
    expect(unknown.waits).toContain(400)
    const wrong = async (to: string) =>
      ((await (await browser(api).signIn(to, 'not-the-password')).json()) as { error: string; message: string }).message
    expect(await wrong(email)).toBe(await wrong(address()))
  })

  it('names the field of an error', async () => {
    const answer = await browser(api).post('/api/auth/sign-up/email', { email: address(), password: 'short', name: '' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'invalid_input',
      fields: { password: ['A password has at least 10 characters.'] },
    })
  })

  it('refuses invalid JSON and text that no database can store', async () => {
    for (const body of [
      { email: address(), password, name: 'a\u0000b' },
      { email: '\u0000', password, name: '' },
      { email: ['x'], password: {}, name: 1 },
    ]) {
      expect((await browser(api).post('/api/auth/sign-up/email', body)).status).toBe(400)
    }
    const form = await api.app.request('http://localhost/api/auth/sign-in/email', {
      method: 'POST',
      body: 'email=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(415)
    expect((await browser(api).post('/api/auth/list-sessions')).status).toBe(404)
  })
})

describe('second factor', () => {
  it('is enabled with a first code, required at sign-in, and accepts a recovery code once', async () => {
    const email = address()
    const firstBrowser = browser(api)
    await firstBrowser.signUp(email)
    const begun = (await (await firstBrowser.post('/api/auth/two-factor/enable', { password })).json()) as {
      totpURI: string
      backupCodes: string[]
    }
    expect(begun.backupCodes).toHaveLength(10)
    for (const it of begun.backupCodes) expect(it).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/)
    const secret = fromBase32(new URL(begun.totpURI).searchParams.get('secret') ?? '')
    const code = () => createOTP(secret).totp()
    const before = firstBrowser.cookies.get('fanfare.session_token')
    expect((await firstBrowser.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401)
    expect((await firstBrowser.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(200)
    expect(firstBrowser.cookies.get('fanfare.session_token')).not.toBe(before)

    const secondBrowser = browser(api)
    expect(await (await secondBrowser.signIn(email)).json()).toMatchObject({ twoFactorRedirect: true })
    expect(await secondBrowser.isIn()).toBe(false)
    expect((await secondBrowser.post('/api/auth/two-factor/verify-totp', { code: await code() })).status).toBe(200)
    expect(await secondBrowser.isIn()).toBe(true)

    const spend = async () => {
      const lost = browser(api)
      await lost.signIn(email)
      return (await lost.post('/api/auth/two-factor/verify-backup-code', { code: begun.backupCodes[0] })).status
    }
    expect(await spend()).toBe(200)
    expect(await spend()).toBe(401)
  })
})

describe('sessions', () => {
  it('ends a session after seven idle days, and after thirty days in any case', async () => {
    const firstBrowser = browser(api)
    await firstBrowser.signUp(address())
    const me = (await firstBrowser.json('/api/profile')) as { id: string }
    const set = (change: object) => api.db.update(sessions).set(change).where(eq(sessions.userId, me.id))
    await set({ updatedAt: new Date(Date.now() - 7.1 * 86_400_000) })
    expect(await firstBrowser.isIn()).toBe(false)
    await set({ updatedAt: new Date() })
    expect(await firstBrowser.isIn()).toBe(true)
    await set({ expiresAt: new Date(Date.now() - 1_000) })
    expect(await firstBrowser.isIn()).toBe(false)
    await set({ expiresAt: new Date(Date.now() + 86_400_000), updatedAt: new Date(Date.now() - 7.1 * 86_400_000) })
    expect(await (await firstBrowser.get('/api/auth/get-session')).json()).toBeNull()
  })

  it('refuses sensitive endpoints without recent authentication, and renews the session after it', async () => {
    const firstBrowser = browser(api)
    await firstBrowser.signUp(address())
    const me = (await firstBrowser.json('/api/profile')) as { id: string }
    await api.db
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where(eq(sessions.userId, me.id))
    expect(await (await firstBrowser.post('/api/auth/two-factor/enable', { password })).json()).toMatchObject({
      error: 'fresh_sign_in_required',
    })
    expect((await firstBrowser.get('/api/account/export')).status).toBe(403)
    expect((await firstBrowser.post('/api/account/prove', { password: 'wrong-password-here' })).status).toBe(400)
    const before = firstBrowser.cookies.get('fanfare.session_token')
    expect((await firstBrowser.post('/api/account/prove', { password })).status).toBe(200)
    expect(firstBrowser.cookies.get('fanfare.session_token')).not.toBe(before)
    expect((await firstBrowser.get('/api/account/export')).status).toBe(200)
  })
})

describe('closed accounts', () => {
  it('hides a deleted account at once, restores it on sign-in, and deletes everything after 30 days', async () => {
    const email = address()
    const firstBrowser = browser(api)
    await firstBrowser.signUp(email)
    const me = (await firstBrowser.json('/api/profile')) as { id: string }
    expect((await firstBrowser.post('/api/account/deletion', { username: 'another_user' })).status).toBe(400)
    expect((await firstBrowser.post('/api/account/deletion', { username: email })).status).toBe(200)
    expect(await firstBrowser.isIn()).toBe(false)
    expect((await firstBrowser.signIn(email)).status).toBe(200)
    expect(await firstBrowser.isIn()).toBe(true)

    await firstBrowser.post('/api/account/deletion', { username: email })
    const { purgeDeleted } = await import('../features/account/erasure.ts')
    api.turnClock(31 * 86_400_000)
    await purgeDeleted(api.ctx)
    api.turnClock(-31 * 86_400_000)
    const [row] = await api.db.select().from(users).where(eq(users.id, me.id))
    expect(row).toMatchObject({ email: `${me.id}@deleted.invalid`, username: null, name: '' })
    expect((await firstBrowser.signIn(email)).status).toBe(401)
  })

  it('shows a suspended user the reason at sign-in', async () => {
    const email = address()
    const firstBrowser = browser(api)
    await firstBrowser.signUp(email)
    const me = (await firstBrowser.json('/api/profile')) as { id: string }
    await api.db
      .update(users)
      .set({ suspendedAt: new Date(), suspendedReason: 'Posing as another user' })
      .where(eq(users.id, me.id))
    const answer = await browser(api).signIn(email)
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: 'forbidden', message: 'Posing as another user' },
    ])
  })
})
