import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { account } from '../../contract/account.ts'
import { type Actor, signInDirectly } from '../../tests/support/api.ts'
import { testApi } from '../../tests/support/test-api.ts'
import { newId } from '../platform/db/ids.ts'
import { passkeys } from '../platform/db/schema/account.ts'
import { accounts, sessions } from '../platform/db/schema/identity.ts'

const api = testApi()

const addAccount = async (
  user: Actor,
  providerId: 'google' | 'apple' | 'credential',
  password: string | null = null,
) => {
  const id = newId()
  await api.db.insert(accounts).values({ id, userId: user.id, accountId: id, providerId, password })
  return id
}
const addPasskey = async (user: Actor, name: string) => {
  const id = newId()
  const key = { publicKey: 'x', credentialID: id, counter: 0, deviceType: 'singleDevice', backedUp: false }
  await api.db.insert(passkeys).values({ id, userId: user.id, name, ...key })
  return id
}
const read = async (user: Actor) => {
  const { data } = await api.call(user, account.signInMethods, {})
  return { ...data, providers: data.providers.map((one) => one.id), passkeys: data.passkeys.map((one) => one.id) }
}
const remove = (user: Actor, id: string) => api.call(user, account.removeSignInMethod, { id })

it('shows each user their own ways to sign in, and removes none of another user', async () => {
  const [fiona, frank] = [await api.makeUser(), await api.makeUser({ twoFactorEnabled: true })]
  const mine = [await addAccount(fiona, 'google'), await addPasskey(fiona, 'phone')] as const
  const theirs = [await addAccount(frank, 'apple'), await addPasskey(frank, 'laptop')] as const
  await addAccount(frank, 'credential', 'a hash')
  const franks = { has_password: true, two_factor: true, providers: [theirs[0]], passkeys: [theirs[1]] }
  expect(await read(fiona)).toEqual({
    has_password: false,
    two_factor: false,
    providers: [mine[0]],
    passkeys: [mine[1]],
  })
  expect(await read(frank)).toEqual(franks)

  for (const id of theirs) expect((await remove(fiona, id)).refusal.error).toBe('not_found')
  expect((await remove(fiona, mine[0])).status).toBe(200)
  expect((await remove(fiona, mine[1])).refusal.error).toBe('own_thing')
  for (const id of theirs) expect((await remove(frank, id)).status).toBe(200)
  expect(await read(frank)).toEqual({ ...franks, providers: [], passkeys: [] })
  expect(await read(fiona)).toMatchObject({ providers: [], passkeys: [mine[1]] })
})

it('does not remove a password as a provider, not even one’s own', async () => {
  const user = await api.makeUser()
  const id = await addAccount(user, 'credential', 'a hash')
  await addPasskey(user, 'phone')
  expect((await remove(user, id)).refusal.error).toBe('not_found')
  expect(await read(user)).toMatchObject({ has_password: true })
})

it('lists the sessions of a user that still hold, and ends none of another user', async () => {
  const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
  const more = async (user: Actor) => (await signInDirectly(api.db, user.id, api.ctx.env.SECRET)).sessionId
  const [open, idle, expired, theirs] = [await more(fiona), await more(fiona), await more(fiona), await more(frank)]
  const set = (id: string, change: object) => api.db.update(sessions).set(change).where(eq(sessions.id, id))
  await set(idle, { updatedAt: new Date(Date.now() - 7.1 * 86_400_000) })
  await set(expired, { expiresAt: new Date(Date.now() - 1_000) })
  const listed = async (user: Actor) =>
    (await api.call(user, account.sessions, {})).data.data.map((one) => one.id).sort()
  expect(await listed(fiona)).toEqual([fiona.sessionId, open].sort())
  expect((await api.call(fiona, account.endSession, { id: theirs })).status).toBe(404)
  expect((await api.call(fiona, account.endSessions, {})).status).toBe(200)
  expect([await listed(fiona), await listed(frank)]).toEqual([[fiona.sessionId], [frank.sessionId, theirs].sort()])
})
