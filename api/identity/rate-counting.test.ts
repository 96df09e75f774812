import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '../../contract/account.ts'
import { profile } from '../../contract/profile.ts'
import { rates } from '../../contract/rates.ts'
import { reports } from '../../contract/reports.ts'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, openIdentityApi, resetToken } from '../../tests/support/identity.ts'
import { storedMails } from '../../tests/support/stored-mails.ts'
import { makeChallenge } from './human-check.ts'

/** What counts as a guess, with the limits of a node without Redis. */
let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi({ RATE_LIMITS: 'default' })
})
afterAll(() => api.close())

const address = () => `p${Math.random().toString(36).slice(2)}@example.test`
const from = (ip: string) => browser(api, { 'x-fanfare-address': ip })
const mailsTo = async (email: string) => (await storedMails(api)).filter((it) => it.to === email)
async function signInAfterReset(here: ReturnType<typeof from>, email: string): Promise<Response> {
  await here.post('/api/auth/request-password-reset', { email })
  const token = await resetToken(api, here, email)
  await here.post('/api/auth/reset-password', { token, newPassword: 'a-new-long-password' })
  return here.signIn(email, 'a-new-long-password')
}

it('accepts a new password by mail at once, however many guesses came before', async () => {
  const email = address()
  await from('192.0.2.1').signUp(email)
  for (let at = 0; at <= rates.guess.perNode; at++) await from('192.0.2.1').signIn(email, `not-this-one-${at}`)
  expect((await from('192.0.2.1').signIn(email)).status).toBe(429)
  const here = from('192.0.2.1')
  expect((await signInAfterReset(here, email)).status).toBe(200)
})

it('lets an owner sign in with a known browser, however many wrong passwords strangers try', async () => {
  const email = address()
  const here = from('192.0.2.20')
  await here.signUp(email)
  await here.post('/api/auth/sign-out')
  for (let at = 0; at < 1_000; at++) await from(`198.51.100.${at % 100}`).signIn(email, `not-this-one-${at}`)
  expect((await from('192.0.2.21').signIn(email)).status).toBe(429)
  expect((await here.signIn(email)).status).toBe(200)
})

it('lets an owner sign in with a known browser at an address whose attempts a stranger has used up', async () => {
  const [email, ip] = [address(), '192.0.2.28']
  const here = from(ip)
  await here.signUp(email)
  await here.post('/api/auth/sign-out')
  for (let at = 0; at <= rates.guess_address.perNode; at++) await from(ip).signIn(address(), 'not-this-one')
  expect((await from(ip).signIn(address(), 'not-this-one')).status).toBe(429)
  expect((await here.signIn(email)).status).toBe(200)
})

it('counts the wrong passwords of a known browser too, until a reset', async () => {
  const email = address()
  const here = from('192.0.2.22')
  await here.signUp(email)
  await here.post('/api/auth/sign-out')
  for (let at = 0; at < rates.guess.perNode; at++)
    expect((await here.signIn(email, `not-this-one-${at}`)).status).toBe(401)
  expect((await here.signIn(email)).status).toBe(429)
  expect((await signInAfterReset(here, email)).status).toBe(200)
})

it('takes a browser for known only by the account that it signed in to', async () => {
  const [email, other] = [address(), address()]
  const here = from('192.0.2.23')
  await here.signUp(other)
  await here.post('/api/auth/sign-out')
  await from('192.0.2.24').signUp(email)
  for (let at = 0; at <= rates.guess.perNode; at++) await from('192.0.2.25').signIn(email, `not-this-one-${at}`)
  expect((await here.signIn(email)).status).toBe(429)
})

it('counts nothing against an account without a solved human check', async () => {
  const checked = await openIdentityApi({ RATE_LIMITS: 'default', HUMAN_CHECK: 'altcha' })
  const email = address()
  const unchecked = browser(checked, { 'x-fanfare-address': '192.0.2.26' })
  for (let at = 0; at < 20; at++) {
    const answer = await unchecked.signIn(email, `not-this-one-${at}`)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'human_check_failed' }),
    ])
  }
  const challenge = await makeChallenge(checked.ctx.env.SECRET)
  const solved = { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  const token = Buffer.from(JSON.stringify(solved)).toString('base64')
  const owner = browser(checked, { 'x-fanfare-address': '192.0.2.27', 'x-captcha-response': token })
  expect((await owner.signIn(email)).status).toBe(401)
  await checked.close()
})

it('mails a reset to an owner, however many other mails strangers cause for the address', async () => {
  const email = address()
  await from('192.0.2.30').signUp(email)
  const stranger = await api.makeUser()
  const caused: (() => Promise<unknown>)[] = [
    () => from('192.0.2.31').post('/api/auth/send-verification-email', { email }),
    () => api.call(stranger, reports.send, { kind: 'other', object: 'a page', text: 'a notice', email }),
    () => api.call(stranger, account.changeEmail, { email }),
  ]
  for (const cause of caused) for (let at = 0; at <= rates.mail.points; at++) await cause()
  const here = from('192.0.2.32')
  expect((await here.post('/api/auth/request-password-reset', { email })).status).toBe(200)
  expect(await resetToken(api, here, email)).toBeTruthy()
})

it('mails resets from one address to so many accounts and no more', async () => {
  const ask = (ip: string) => from(ip).post('/api/auth/request-password-reset', { email: address() })
  const asked = await Promise.all(Array.from({ length: rates.reset.perNode + 1 }, () => ask('192.0.2.40')))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(rates.reset.perNode)
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await ask('192.0.2.41')).status).toBe(200)
})

it('confirms an address again for its owner only, at most as often as mails may be caused', async () => {
  const email = address()
  const here = from('192.0.2.33')
  await here.signUp(email)
  const resend = (browser: typeof here) => browser.post('/api/auth/send-verification-email', { email })
  const before = (await mailsTo(email)).length
  expect((await resend(from('192.0.2.34'))).status).toBe(401)
  expect(await mailsTo(email)).toHaveLength(before)
  const stranger = from('192.0.2.35')
  await stranger.signUp(address())
  expect((await resend(stranger)).status).toBe(400)
  expect(await mailsTo(email)).toHaveLength(before)
  for (let at = 0; at < rates.mail.perNode; at++) expect((await resend(here)).status).toBe(200)
  expect((await resend(here)).status).toBe(429)
  expect(await mailsTo(email)).toHaveLength(before + rates.mail.perNode)
})

it('counts right passwords of many users at one address against none of them, and hides no wrong ones', async () => {
  const [email, ip] = [address(), '192.0.2.2']
  await from(ip).signUp(email)
  // All wrong attempts of an address but two.
  for (let at = 2; at < rates.guess_address.perNode; at++) await api.ctx.rates.take('guess_address', ip)
  const right = async () => (await from(ip).signIn(email)).status
  const wrong = async () => (await from(ip).signIn(address(), 'not-this-one')).status
  expect([await right(), await right(), await right()]).toEqual([200, 200, 200])
  expect([await wrong(), await right(), await wrong(), await wrong()]).toEqual([401, 200, 401, 429])
})

it('limits changes of the username equally through the profile and the account', async () => {
  const me = await api.makeUser()
  const name = () => `n${Math.random().toString(36).slice(2, 12)}`
  const statuses: number[] = []
  for (let at = 0; at < rates.expensive.perNode + 2; at++)
    statuses.push((await api.call(me, profile.update, { username: name() })).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(rates.expensive.perNode)
  expect(statuses.at(-1)).toBe(429)
  expect((await api.call(me, account.changeUsername, { username: name() })).status).toBe(429)
  // Setting the same username is no change; the first one is not counted.
  expect((await api.call(me, profile.update, { bio: 'still here' })).status).toBe(200)
  const newcomer = await api.makeUser({ username: null })
  expect((await api.call(newcomer, profile.update, { username: name() })).status).toBe(200)
})
