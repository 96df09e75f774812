import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { account } from '../../../contract/account.ts'
import { profile } from '../../../contract/profile.ts'
import { termsVersion } from '../../../contract/trust-pages.ts'
import type { TestApi } from '../../../tests/support/api.ts'
import { browser, openIdentityApi } from '../../../tests/support/identity.ts'
import { users } from '../../platform/db/schema/identity.ts'

const api = {} as TestApi
beforeAll(async () => {
  Object.assign(api, await openIdentityApi({ HUMAN_CHECK: 'off' }))
  return () => api.close()
})
const accepted = async (where: ReturnType<typeof eq>) => {
  const [row] = await api.db.select({ version: users.termsVersion, at: users.termsAcceptedAt }).from(users).where(where)
  return row
}

describe('the terms of an account (product §46)', () => {
  it('are accepted in their present version by signing up with an address and a password alone', async () => {
    const email = 'newcomer@example.test'
    const answer = await browser(api).post('/api/auth/sign-up/email', { email, password: 'a long password' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('terms')
    expect(await accepted(eq(users.email, email))).toEqual({ version: termsVersion, at: expect.any(Date) })
  })

  it('cannot be written by the form of signing up', async () => {
    const email = 'inventive@example.test'
    const more = { termsVersion: '0.1', termsAcceptedAt: '2000-01-01T00:00:00Z' }
    const answer = await browser(api).post('/api/auth/sign-up/email', { email, password: 'a long password', ...more })
    expect(answer.status).toBe(400)
    expect(await accepted(eq(users.email, email))).toBeUndefined()
  })

  it('are due for an account with another version or none, until that in force is accepted', async () => {
    for (const stored of ['0.1', null]) {
      const me = await api.makeUser({ termsVersion: stored })
      expect((await api.call(me, profile.get, {})).data.terms_due).toBe(true)
      expect((await api.call(me, account.acceptTerms, { version: '0.1' as typeof termsVersion })).status).toBe(400)
      expect((await api.call(me, profile.get, {})).data.terms_due).toBe(true)
      expect((await api.call(me, account.acceptTerms, { version: termsVersion })).status).toBe(200)
      expect((await api.call(me, profile.get, {})).data.terms_due).toBe(false)
    }
  })

  it('keep the time at which they were accepted first', async () => {
    const me = await api.makeUser({ termsVersion: null })
    await api.call(me, account.acceptTerms, { version: termsVersion })
    const first = await accepted(eq(users.id, me.id))
    await api.call(me, account.acceptTerms, { version: termsVersion })
    expect(await accepted(eq(users.id, me.id))).toEqual(first)
  })
})
