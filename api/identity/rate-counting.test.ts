import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '../../contract/account.ts'
import { profile } from '../../contract/profile.ts'
import { rates } from '../../contract/rates.ts'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, mailedLink, openIdentityApi } from '../../tests/support/identity.ts'

/** What counts as a guess, with the limits of a node without Redis. */
let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi({ RATE_LIMITS: 'default' })
})
afterAll(() => api.close())

const address = () => `p${Math.random().toString(36).slice(2)}@example.test`
const from = (ip: string) => browser(api, { 'x-fanfare-address': ip })

it('accepts a new password by mail at once, however many guesses came before', async () => {
  const email = address()
  await from('192.0.2.1').signUp(email)
  for (let at = 0; at <= rates.guess.perNode; at++) await from('192.0.2.1').signIn(email, `not-this-one-${at}`)
  expect((await from('192.0.2.1').signIn(email)).status).toBe(429)
  const here = from('192.0.2.1')
  await here.post('/api/auth/request-password-reset', { email })
  const redirect = await here.get(await mailedLink(api, email, 'reset-password'))
  const token = /token=([^&]+)/.exec(redirect.headers.get('location') ?? '')?.[1]
  await here.post('/api/auth/reset-password', { token, newPassword: 'a-new-long-password' })
  expect((await here.signIn(email, 'a-new-long-password')).status).toBe(200)
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
