import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '../../contract/account.ts'
import type { Actor, TestApi } from '../../tests/support/api.ts'
import { mailedLink, openIdentityApi } from '../../tests/support/identity.ts'
import { storedMails } from '../../tests/support/stored-mails.ts'
import { emailChanges } from '../platform/db/schema/account.ts'
import { users, verifications } from '../platform/db/schema/identity.ts'

let api: TestApi
beforeAll(async () => {
  api = await openIdentityApi()
})
afterAll(() => api.close())

let made = 0
const newAddress = () => `address${++made}@example.test`
const ask = (user: Actor, email: string) => api.call(user, account.changeEmail, { email })
const read = async (user: Actor) => (await api.call(user, account.email, {})).data
const confirm = async (address: string) => {
  const token = (await mailedLink(api, address, 'change=')).split('change=')[1] ?? ''
  return api.call(null, account.confirmEmail, { token })
}
const mailsTo = async (address: string) => (await storedMails(api)).filter((it) => it.to === address)

/** Two users, each with a change of address that nothing has confirmed yet. */
async function twoWhoMove() {
  const people = await Promise.all(
    [1, 2].map(async () => {
      const [from, to] = [newAddress(), newAddress()]
      const user = await api.makeUser({ email: from })
      expect((await ask(user, to)).status).toBe(200)
      return { user, from, to }
    }),
  )
  const [fiona, frank] = people
  if (fiona === undefined || frank === undefined) throw new Error('two are made')
  return { fiona, frank }
}

it('shows, cancels and completes the change of one user, and leaves that of another as it is', async () => {
  const { fiona, frank } = await twoWhoMove()
  const franks = await read(frank.user)
  expect(franks).toMatchObject({ email: frank.from, pending: { email: frank.to, new_confirmed: false } })
  expect(await read(fiona.user)).toMatchObject({ email: fiona.from, pending: { email: fiona.to } })

  expect((await api.call(fiona.user, account.cancelEmail, {})).data).toMatchObject({ email: fiona.from, pending: null })
  expect(await read(frank.user)).toEqual(franks)

  await ask(fiona.user, fiona.to)
  for (const address of [fiona.to, fiona.from]) expect((await confirm(address)).status).toBe(200)
  expect(await read(fiona.user)).toMatchObject({ email: fiona.to, pending: null })
  expect(await read(frank.user)).toEqual(franks)
})

it('notifies the former address of the account that has changed, and no other', async () => {
  const { fiona, frank } = await twoWhoMove()
  const changed = async (address: string) =>
    (await mailsTo(address)).filter((it) => JSON.stringify(it).includes('/settings/report')).length
  for (const address of [fiona.to, fiona.from]) await confirm(address)
  expect([await changed(fiona.from), await changed(frank.from), await changed(frank.to)]).toEqual([1, 0, 0])
  expect(await changed(fiona.to)).toBe(0)
})

it('asks the old address of the account itself, and the new one only if it is free', async () => {
  const [from, to, theirs] = [newAddress(), newAddress(), newAddress()]
  const user = await api.makeUser({ email: from })
  await api.makeUser({ email: theirs })
  await ask(user, to)
  expect([await mailsTo(from), await mailsTo(to)].map((it) => it.length)).toEqual([1, 1])
  await ask(user, theirs)
  expect([await mailsTo(from), await mailsTo(theirs)].map((it) => it.length)).toEqual([2, 0])
})

it('refuses the address that the account has, and writes to none', async () => {
  const from = newAddress()
  const user = await api.makeUser({ email: from })
  expect((await ask(user, from)).refusal.error).toBe('own_thing')
  expect([await mailsTo(from), (await read(user)).pending]).toEqual([[], null])
})

it('shows no change whose day is over, and confirms none', async () => {
  const { fiona, frank } = await twoWhoMove()
  await confirm(fiona.from)
  await api.db
    .update(emailChanges)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(emailChanges.userId, fiona.user.id))
  expect(await read(fiona.user)).toMatchObject({ email: fiona.from, pending: null })
  expect((await confirm(fiona.to)).refusal.error).toBe('invalid_token')
  expect((await read(fiona.user)).email).toBe(fiona.from)
  expect((await read(frank.user)).pending?.email).toBe(frank.to)
})

it('ends the reset links of the account that moves, and not those of another', async () => {
  const { fiona, frank } = await twoWhoMove()
  for (const email of [fiona.from, frank.from]) expect(await resetLinks(email, () => requestReset(email))).toBe(1)
  for (const address of [fiona.to, fiona.from]) await confirm(address)
  expect([await resetLinks(fiona.to), await resetLinks(frank.from)]).toEqual([0, 1])
})

const requestReset = (email: string) =>
  api.app.request('http://localhost/api/auth/request-password-reset', {
    method: 'POST',
    body: JSON.stringify({ email }),
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(JSON.stringify({ email }))),
    },
  })

/** How many reset links of the account with this address are still good. */
async function resetLinks(email: string, first: () => unknown = () => undefined): Promise<number> {
  await first()
  const [owner] = await api.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return api.db.$count(verifications, eq(verifications.value, owner?.id ?? ''))
}
