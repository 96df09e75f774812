import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../tests/support/api.ts'
import { browser, openIdentityApi } from '../../tests/support/identity.ts'
import { storedMails } from '../../tests/support/stored-mails.ts'
import { users } from '../platform/db/schema/identity.ts'
import { restoreOnSignIn } from './closed-accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())

const soon = () => new Date(Date.now() + 86_400_000)
const read = async (id: string) => (await api.db.select().from(users).where(eq(users.id, id)))[0]
const mailsTo = async (email: string) => (await storedMails(api)).filter((it) => it.to === email).length

it('restores the account that signs in, and not another one that waits to be erased', async () => {
  const [mine, theirs] = ['back@example.test', 'gone@example.test']
  for (const email of [mine, theirs]) {
    const here = browser(api)
    await here.signUp(email)
    expect((await here.post('/api/account/deletion', { username: email })).status).toBe(200)
  }
  const before = { mine: await mailsTo(mine), theirs: await mailsTo(theirs) }
  const here = browser(api)
  expect((await here.signIn(mine)).status).toBe(200)
  expect(await here.isIn()).toBe(true)
  const [other] = await api.db.select().from(users).where(eq(users.email, theirs))
  expect(other).toMatchObject({ deletedAt: expect.any(Date), purgeAt: expect.any(Date) })
  expect(await mailsTo(mine)).toBeGreaterThan(before.mine)
  expect(await mailsTo(theirs)).toBe(before.theirs)
})

it('says nothing of a restored account to who never left', async () => {
  const user = await api.makeUser({ email: 'always@example.test' })
  await restoreOnSignIn(api.ctx, user.id)
  expect(await mailsTo('always@example.test')).toBe(0)
})

it('does not restore an account that is suspended while its owner signs in', async () => {
  const closed = { deletedAt: new Date(), purgeAt: soon(), suspendedAt: new Date() }
  const user = await api.makeUser({ email: 'suspended@example.test', ...closed })
  await restoreOnSignIn(api.ctx, user.id)
  expect(await read(user.id)).toMatchObject({ deletedAt: expect.any(Date), purgeAt: expect.any(Date) })
  expect(await mailsTo('suspended@example.test')).toBe(0)
})

it('refuses the suspended account alone', async () => {
  const [mine, theirs] = ['misbehaves@example.test', 'behaves@example.test']
  for (const email of [mine, theirs]) await browser(api).signUp(email)
  await api.db.update(users).set({ suspendedAt: new Date(), suspendedReason: 'spam' }).where(eq(users.email, mine))
  expect([(await browser(api).signIn(mine)).status, (await browser(api).signIn(theirs)).status]).toEqual([403, 200])
})
