import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rates } from '../../contract/rates.ts'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, openIdentityApi, password } from '../../tests/support/identity.ts'
import { newId } from '../platform/db/ids.ts'
import { verifications } from '../platform/db/schema/identity.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi({ RATE_LIMITS: 'default', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
})
afterAll(() => api.close())

const from = (address: string) => browser(api, { 'x-fanfare-address': address })
const calls = {
  'sign-in with a provider': (address: string) =>
    from(address).post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/auth/callback' }),
  'sign-in with a passkey': (address: string) => from(address).get('/api/auth/passkey/generate-authenticate-options'),
}

it.each(Object.entries(calls))('limits the rows that visitors cause by starting a %s', async (name, start) => {
  const address = name.endsWith('passkey') ? '198.51.100.1' : '198.51.100.2'
  const rows = async () => (await api.db.select().from(verifications)).length
  const before = await rows()
  for (let n = 0; n < rates.sign_in_start.perNode; n++) expect((await start(address)).status).toBe(200)
  expect((await rows()) - before).toBe(rates.sign_in_start.perNode)
  const refused = await start(address)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await rows()) - before).toBe(rates.sign_in_start.perNode)
  expect((await start('198.51.100.3')).status).toBe(200)
})

it('leaves the deletion of expired rows to the job, so that no call reads all of them', async () => {
  const id = newId()
  const expiresAt = new Date(Date.now() - 60_000)
  await api.db.insert(verifications).values({ id, identifier: id, value: 'x', expiresAt })
  const answer = await from('198.51.100.4').post('/api/auth/reset-password', { token: id, newPassword: password })
  expect(answer.status).toBe(400)
  expect(await api.db.select().from(verifications).where(eq(verifications.id, id))).toHaveLength(1)
})
