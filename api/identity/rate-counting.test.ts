import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, mailedLink, openIdentityApi } from '../../tests/support/identity.ts'
import { account } from '../../contract/account.ts'
import { profile } from '../../contract/profile.ts'
import { rates } from '../../contract/rates.ts'

/** What counts as a guess, with the limits of a node that is alone. */
let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi({ RATE_LIMITS: 'default' })
})
afterAll(() => api.close())

const address = () => `p${Math.random().toString(36).slice(2)}@example.test`
const from = (ip: string) => browser(api, { 'x-fanfare-address': ip })

it('a new password by mail lets in at once, however many others were tried before', async () => {
  const email = address()
  await from('192.0.2.1').signUp(email)
  for (let at = 0; at <= rates.guess.perNode; at++) await from('192.0.2.1').signIn(email, `not-this-one-${at}`)
  expect((await from('192.0.2.1').signIn(email)).status).toBe(429)
  const here = from('192.0.2.1')
  await here.post('/api/auth/request-password-reset', { email })
  const landed = await here.get(await mailedLink(api, email, 'reset-password'))
  const token = /token=([^&]+)/.exec(landed.headers.get('location') ?? '')?.[1]
  await here.post('/api/auth/reset-password', { token, newPassword: 'a-new-long-password' })
  expect((await here.signIn(email, 'a-new-long-password')).status).toBe(200)
})

it('right passwords of many people at one address count against nobody, and hide no wrong ones', async () => {
  const [email, ip] = [address(), '192.0.2.2']
  await from(ip).signUp(email)
  // All but two of the wrong ones that an address has.
  for (let at = 2; at < rates.guess_address.perNode; at++) await api.ctx.rates.take('guess_address', ip)
  const right = async () => (await from(ip).signIn(email)).status
  const wrong = async () => (await from(ip).signIn(address(), 'not-this-one')).status
  expect([await right(), await right(), await right()]).toEqual([200, 200, 200])
  expect([await wrong(), await right(), await wrong(), await wrong()]).toEqual([401, 200, 401, 429])
})

it('names are given up no faster through the profile than through the account', async () => {
  const me = await api.makeUser()
  const name = () => `n${Math.random().toString(36).slice(2, 12)}`
  const statuses: number[] = []
  for (let at = 0; at < rates.expensive.perNode + 2; at++)
    statuses.push((await api.call(me, profile.update, { username: name() })).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(rates.expensive.perNode)
  expect(statuses.at(-1)).toBe(429)
  expect((await api.call(me, account.changeUsername, { username: name() })).status).toBe(429)
  // What is no other name is no change of it; the first one is taken without being counted.
  expect((await api.call(me, profile.update, { bio: 'still here' })).status).toBe(200)
  const newcomer = await api.makeUser({ username: null })
  expect((await api.call(newcomer, profile.update, { username: name() })).status).toBe(200)
})
