import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { automation } from '../../../contract/automation.ts'
import { chat } from '../../../contract/chat.ts'
import { notifications as contract } from '../../../contract/notifications.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { openPushService, type PushService } from '../../../tests/support/push-service.ts'
import { block } from '../../../tests/support/relations.ts'
import { storedMails } from '../../../tests/support/stored-mails.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { mails } from '../../platform/db/schema/identity.ts'
import { waitingPushes } from '../../platform/db/schema/notifications.ts'
import { enqueueAutomations } from '../automation/run.ts'
import { pushWaitingMessage } from '../chat/push.ts'
import { mailDigests } from './digest.ts'
import { mailDue } from './mail.ts'
import { type NewNotification, notify } from './notify.ts'
import { pushWaiting } from './waiting.ts'

/** Quiet hours around the moment of the test: they began an hour ago and end in one. */
const hourMs = 3_600_000
let api: TestApi
let service: PushService
let fiona: Actor
let frank: Actor
beforeAll(async () => {
  api = await openTestApi()
  service = await openPushService()
})
afterAll(async () => {
  service.close()
  await api.close()
})
beforeEach(async () => {
  await api.db.delete(mails)
  service.taken.length = 0
  fiona = await api.makeUser()
  frank = await api.makeUser({ displayName: 'Frank' })
  await api.call(fiona, contract.subscribePush, service.subscribe())
  await setQuiet(-1, 1)
})

const clock = (at: number) => new Date(at).toISOString().slice(11, 16)
const setQuiet = (from: number, to: number) => {
  const [start, end] = [api.ctx.now() + from * hourMs, api.ctx.now() + to * hourMs]
  return api.call(fiona, contract.setSettings, { quiet: { from: clock(start), to: clock(end), time_zone: 'UTC' } })
}
const leave = async (it: Omit<NewNotification, 'userId'>) =>
  (await api.db.transact((tx) => notify(tx, api.ctx, { userId: fiona.id, ...it })))()
const followedBy = (actor: Actor) => leave({ type: 'new_follower', actorId: actor.id, object: null })
const waitingCount = () => api.db.$count(waitingPushes, eq(waitingPushes.userId, fiona.id))
const waiting = (count: number) => expect.poll(waitingCount, { timeout: 5_000 }).toBe(count)
/** A message of frank's, whose push waits when this returns: otherwise it could come after the hour. */
const write = async (content: string) => {
  const { id } = (await api.call(frank, chat.send, { receiver_id: fiona.id, content })).data
  await expect.poll(() => api.db.$count(waitingPushes, eq(waitingPushes.thingId, id)), { timeout: 5_000 }).toBe(1)
}
const passHour = async () => {
  api.turnClock(hourMs)
  await pushWaiting(api.ctx, pushWaitingMessage)
}
const pushed = () => service.taken.map((it) => [it.news.body, it.news.url])

it('keeps a push until quiet hours end, and pushes it once then', async () => {
  await followedBy(frank)
  await waiting(1)
  await pushWaiting(api.ctx, pushWaitingMessage)
  expect(pushed()).toEqual([])
  await passHour()
  await Promise.all([pushWaiting(api.ctx, pushWaitingMessage), pushWaiting(api.ctx, pushWaitingMessage)])
  expect(pushed()).toEqual([['Frank follows you now', `/@${frank.username}`]])
})

it('hold for broadcasts and automatic messages, which push nothing, and for the words of a person, which wait', async () => {
  const alice = await makeCreator(api, 0)
  const made = await api.call(alice, automation.create, { trigger: 'subscribe', content: 'Hello' })
  await api.call(alice, automation.switch, { id: made.data.id, enabled: true })
  await api.call(fiona, subscriptions.subscribe, { id: alice.id })
  await sendBroadcast(api, alice, { audience: 'followers', content: 'To all' })
  api.turnClock(60_000)
  await enqueueAutomations(api.ctx)
  await api.runJobs()
  api.turnClock(-60_000)
  const read = (await api.call(fiona, chat.messages, { userId: alice.id })).data.data
  expect(read.map((it) => it.content).toSorted()).toEqual(['Hello', 'To all'])
  expect([await waitingCount(), pushed()]).toEqual([0, []])
  await api.call(alice, chat.send, { receiver_id: fiona.id, content: 'It is me' })
  await waiting(1)
  expect(pushed()).toEqual([])
  await passHour()
  expect(pushed()).toHaveLength(1)
})

it('says in one push how many things waited, each of them once', async () => {
  await followedBy(frank)
  await followedBy(frank)
  await write('One')
  await write('Two')
  await waiting(2)
  await passHour()
  expect(pushed()).toEqual([['2 new things while it was quiet', '/notifications']])
})

it('pushes the sender of several messages, and nothing that was read meanwhile', async () => {
  await write('One')
  await write('Two')
  await followedBy(frank)
  await waiting(2)
  await api.call(fiona, contract.read, {})
  await passHour()
  expect(pushed()).toEqual([['Frank has written to you', `/chat?u=${frank.username}`]])
})

it('pushes nothing of a conversation that was muted, or of a person who was blocked, meanwhile', async () => {
  const mallory = await api.makeUser()
  const sent = await api.call(frank, chat.send, { receiver_id: fiona.id, content: 'One' })
  await followedBy(mallory)
  await waiting(2)
  await api.call(fiona, chat.mute, { id: sent.data.session_id })
  await block(api, fiona, mallory)
  await passHour()
  expect([pushed(), await waitingCount()]).toEqual([[], 0])
})

it('counts no message that was deleted, read or muted meanwhile, whatever others do with its sender', async () => {
  const people = await Promise.all(['deleted', 'read', 'muted', 'stays'].map(() => api.makeUser()))
  const sent = await Promise.all(
    people.map(async (who) => (await api.call(who, chat.send, { receiver_id: fiona.id, content: 'Hello' })).data),
  )
  await followedBy(frank)
  await waiting(5)
  const [deleted, read, muted] = sent
  await api.call(people[0] ?? null, chat.remove, { id: deleted?.id ?? '' })
  await api.db
    .update(messages)
    .set({ readAt: new Date() })
    .where(eq(messages.id, read?.id ?? ''))
  await api.call(fiona, chat.mute, { id: muted?.session_id ?? '' })
  await api.call(people[2] ?? null, chat.send, { receiver_id: frank.id, content: 'Hello' })
  await passHour()
  expect(pushed()).toEqual([['2 new things while it was quiet', '/notifications']])
})

it('lets what waits follow a change of the hours', async () => {
  await followedBy(frank)
  await waiting(1)
  await setQuiet(-1, 3)
  await passHour()
  expect(pushed()).toEqual([])
  await api.call(fiona, contract.setSettings, { quiet: null })
  await pushWaiting(api.ctx, pushWaitingMessage)
  expect(pushed()).toHaveLength(1)
})

it('does not let what reports a theft wait', async () => {
  await leave({ type: 'payout_method_added', actorId: null, object: null })
  await expect.poll(() => service.taken.length, { timeout: 5_000 }).toBe(1)
  expect(await waitingCount()).toBe(0)
})

it('mails at the end of quiet hours what is unread then', async () => {
  await api.call(fiona, contract.setSettings, { group: 'social', email: true })
  await followedBy(frank)
  api.turnClock(31_000)
  await mailDue(api.ctx)
  expect(await storedMails(api)).toEqual([])
  api.turnClock(hourMs)
  await mailDue(api.ctx)
  expect((await storedMails(api)).map((it) => it.subject)).toEqual(['Frank follows you now'])
})

it('mails a digest at the end of quiet hours, with all since the one before', async () => {
  await api.call(fiona, contract.setSettings, { digest: 'daily', quiet: null })
  api.turnClock(1)
  await followedBy(frank)
  api.turnClock(24 * hourMs)
  await setQuiet(-1, 1)
  await mailDigests(api.ctx)
  expect(await storedMails(api)).toEqual([])
  api.turnClock(hourMs)
  await mailDigests(api.ctx)
  const [digest, ...others] = await storedMails(api)
  expect([digest?.text, others]).toEqual([expect.stringContaining('· Frank follows you now'), []])
})

it.each([
  ['the whole day', { from: '22:00', to: '22:00', time_zone: 'UTC' }],
  ['no time of day', { from: '24:00', to: '07:00', time_zone: 'UTC' }],
  ['no time zone', { from: '22:00', to: '07:00', time_zone: 'Mars/Olympus' }],
])('refuses quiet hours that are %s', async (_, quiet) => {
  expect((await api.call(fiona, contract.setSettings, { quiet })).status).toBe(400)
})

it('answers the quiet hours that were set', async () => {
  const quiet = { from: '22:00', to: '07:00', time_zone: 'Europe/Paris' }
  expect((await api.call(fiona, contract.setSettings, { quiet })).data.quiet).toEqual(quiet)
  expect((await api.call(frank, contract.settings, {})).data.quiet).toBeNull()
})
