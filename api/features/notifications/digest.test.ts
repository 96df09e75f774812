import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { notifications as contract } from '../../../contract/notifications.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block } from '../../../tests/support/relations.ts'
import { storedMails } from '../../../tests/support/stored-mails.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastHabits } from '../../platform/db/schema/broadcasts.ts'
import { chatMembers, messages } from '../../platform/db/schema/chat.ts'
import { mails, users } from '../../platform/db/schema/identity.ts'
import { notificationHabits, notifications } from '../../platform/db/schema/notifications.ts'
import { mailDigests } from './digest.ts'
import { mailDue } from './mail.ts'
import { takeDigestReaders } from './mail-statements.ts'
import { notify } from './notify.ts'

/** Two readers of a digest a day, each with news of their own and some that the digest leaves out. */
const api = testApi()
const dayMs = 86_400_000
let fiona: Actor
let frank: Actor
beforeEach(async () => {
  fiona = await api.makeUser()
  frank = await api.makeUser()
  for (const who of [fiona, frank]) await api.call(who, contract.setSettings, { digest: 'daily' })
  // What comes in the millisecond of the choice is before it.
  api.turnClock(1)
})

it('is taken for no reader in quiet hours until they end', async () => {
  const start = new Date(api.ctx.now() + dayMs)
  const taken = async (hours: number) => {
    const period = { every: 'daily' as const, start, now: new Date(start.getTime() + hours * 3_600_000) }
    const rows = await api.db.transact((tx) => tx.run(takeDigestReaders, period))
    return rows.map((it) => it.user_id).filter((id) => [fiona.id, frank.id].includes(id))
  }
  const waits = { digestWaitsUntil: new Date(start.getTime() + 2 * 3_600_000) }
  await api.db.update(notificationHabits).set(waits).where(eq(notificationHabits.userId, fiona.id))
  expect([await taken(1), await taken(2)]).toEqual([[frank.id], [fiona.id]])
})

const now = () => new Date(api.ctx.now())
const before = () => new Date(api.ctx.now() - dayMs)

/** The lines of the reader's digest of the next day that begin with one of the words. */
async function digestOf(reader: Actor): Promise<string[]> {
  const [mail, ...others] = (await storedMails(api)).filter((it) => it.to === `${reader.id}@example.test`)
  expect(others).toEqual([])
  return (mail?.text ?? '').split('\n').filter((line) => /^(?:· |In the channel|Unread messages)/.test(line))
}

async function passDay(): Promise<void> {
  await api.db.delete(mails)
  api.turnClock(dayMs)
  await mailDigests(api.ctx)
}

type Note = Partial<typeof notifications.$inferInsert>
async function note(reader: Actor, displayName: string, facts: Note = {}): Promise<Actor> {
  const actor = await api.makeUser({ displayName })
  const row = { userId: reader.id, type: 'new_follower', actorId: actor.id, createdAt: now() }
  await api.db.insert(notifications).values({ ...row, id: newId(), ...facts })
  return actor
}

it('lists what each reader has not seen since the last one, in the app or by mail', async () => {
  await note(fiona, 'New')
  await note(frank, 'Other')
  await note(fiona, 'Seen', { readAt: now() })
  await note(fiona, 'Mailed', { mailedAt: now() })
  await note(fiona, 'Soon mailed', { mailDueAt: now() })
  await note(fiona, 'Earlier', { createdAt: before() })
  await block(api, fiona, await note(fiona, 'Blocked'))
  await block(api, await note(fiona, 'Blocking'), fiona)
  await passDay()
  expect(await digestOf(fiona)).toEqual(['· New follows you now'])
  expect(await digestOf(frank)).toEqual(['· Other follows you now'])
})

type Message = Partial<typeof messages.$inferInsert>
async function broadcast(creator: Actor, reader: Actor, facts: Message = {}): Promise<void> {
  const ids = { id: newId(), sessionId: newId(), broadcastId: newId() }
  const row = { ...ids, seq: 1, senderId: creator.id, receiverId: reader.id, type: 'broadcast' as const }
  await api.db.insert(messages).values({ ...row, createdAt: now(), ...facts })
}

const wantDigest = (reader: Actor, creator: Actor) =>
  api.db.insert(broadcastHabits).values({ fanId: reader.id, creatorId: creator.id, frequency: 'digest' })

it('counts the broadcasts that each reader has not read, of the creators whose digest they want', async () => {
  const [alice, bea, cleo] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  for (const [reader, creator] of [
    [fiona, alice],
    [frank, alice],
    [frank, cleo],
    [fiona, bea],
  ] as const)
    await wantDigest(reader, creator)
  await block(api, bea, fiona)
  for (const creator of [alice, bea, cleo]) await broadcast(creator, fiona)
  for (let sent = 0; sent < 2; sent++) await broadcast(alice, frank)
  await broadcast(alice, fiona, { createdAt: before() })
  await broadcast(alice, fiona, { deletedAt: now() })
  await broadcast(alice, fiona, { readAt: now() })
  await passDay()
  expect(await digestOf(fiona)).toEqual([`In the channel of @${alice.username}: 1`])
  expect(await digestOf(frank)).toEqual([`In the channel of @${alice.username}: 2`])
})

type Member = Partial<typeof chatMembers.$inferInsert>
async function waiting(reader: Actor, unreadCount: number, facts: Member = {}): Promise<void> {
  const row = { userId: reader.id, otherId: newId(), sessionId: newId(), asCreator: false, lastMessageAt: now() }
  await api.db.insert(chatMembers).values({ ...row, unreadCount, ...facts })
}

it('counts the unread messages of conversations that are neither hidden, muted nor of an earlier day', async () => {
  await waiting(fiona, 1)
  await waiting(frank, 2)
  await waiting(fiona, 10, { hidden: true })
  await waiting(fiona, 20, { muted: true })
  await waiting(fiona, 30, { lastMessageAt: before() })
  await passDay()
  expect([await digestOf(fiona), await digestOf(frank)]).toEqual([['Unread messages: 1'], ['Unread messages: 2']])
})

it('goes to no closed account, to no unverified address, and once a day', async () => {
  for (const who of [fiona, frank]) await note(who, 'New')
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, fiona.id))
  await api.db.update(users).set({ emailVerified: false }).where(eq(users.id, frank.id))
  await passDay()
  expect([await digestOf(fiona), await digestOf(frank)]).toEqual([[], []])
  await api.db.update(users).set({ emailVerified: true }).where(eq(users.id, frank.id))
  await note(frank, 'Later')
  await mailDigests(api.ctx)
  expect(await digestOf(frank)).toEqual([])
  await passDay()
  expect(await digestOf(frank)).toEqual(['· Later follows you now'])
})

const notifyOfFollower = async (reader: Actor, actor: Actor) => {
  const notification = { userId: reader.id, type: 'new_follower', actorId: actor.id, object: null } as const
  ;(await api.db.transact((tx) => notify(tx, api.ctx, notification)))()
}

it('lists what came before the address was verified, which no mail has brought', async () => {
  await api.call(fiona, contract.setSettings, { group: 'social', email: true })
  const verified = (emailVerified: boolean) => api.db.update(users).set({ emailVerified }).where(eq(users.id, fiona.id))
  await verified(false)
  await notifyOfFollower(fiona, await api.makeUser({ displayName: 'Early' }))
  api.turnClock(31_000)
  await mailDue(api.ctx)
  await verified(true)
  await passDay()
  expect(await digestOf(fiona)).toEqual(['· Early follows you now'])
})

it('has no notifications to list of a closed account', async () => {
  await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, fiona.id))
  for (const who of [fiona, frank]) await notifyOfFollower(who, await api.makeUser())
  const stored = (who: Actor) => api.db.$count(notifications, eq(notifications.userId, who.id))
  expect([await stored(fiona), await stored(frank)]).toEqual([0, 1])
})

it('goes on after a page with a reader whom no mail may reach', async () => {
  const ids = Array.from({ length: 201 }, () => newId())
  const readers = ids.map((id) => ({ id, email: `${id}@example.test`, referralCode: id, emailVerified: true }))
  await api.db.insert(users).values(readers)
  await api.db.insert(notificationHabits).values(ids.map((userId) => ({ userId, digest: 'daily' as const })))
  await api.db
    .update(users)
    .set({ deletedAt: now() })
    .where(eq(users.id, ids[0] ?? ''))
  await passDay()
  const waiting = await api.db
    .select({ id: notificationHabits.userId })
    .from(notificationHabits)
    .where(and(eq(notificationHabits.digest, 'daily'), isNull(notificationHabits.digestedAt)))
  expect(waiting).toEqual([])
})
