import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { newId } from '../../platform/db/ids.ts'
import { media as mediaTable } from '../../platform/db/schema/media.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { blocks, follows } from '../../platform/db/schema/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { broadcastRecipients, broadcasts as planned } from '../../platform/db/schema/broadcasts.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { deliver, enqueueDue, sendChunk } from './deliver.ts'
import { retract } from './retract.ts'

const api = testApi()

const creator = () => api.makeUser({ isCreator: true, priceCents: 999 })
const follow = (who: Actor, whom: Actor) => api.db.insert(follows).values({ followerId: who.id, userId: whom.id })
const subscribe = (who: Actor, whom: Actor, days: number) =>
  api.db.insert(subscriptions).values({
    id: newId(),
    fanId: who.id,
    creatorId: whom.id,
    status: 'active',
    priceCents: 999,
    startedAt: new Date(Date.now() - 30 * 86_400_000),
    since: new Date(Date.now() - 30 * 86_400_000),
    activeUntil: new Date(Date.now() + days * 86_400_000),
    renewsAt: null,
  })
const count = async (
  who: Actor,
  audience: typeof import('../../../contract/broadcasts.ts').audiences[number],
  exclude: never[] | ['subscribers'] = [],
) => (await api.call(who, broadcasts.audiences, { audience, exclude })).data.count
const send = async (who: Actor, input: Parameters<typeof api.call<typeof broadcasts.send>>[2]) => {
  const { id } = (await api.call(who, broadcasts.send, input)).data
  await api.runJobs()
  return id
}
/** What the job of every minute finds, and the workers do. */
const sendDue = async () => {
  await enqueueDue(api.ctx)
  await api.runJobs()
}
const heard = async (who: Actor, from: Actor) =>
  (await api.call(who, chat.messages, { userId: from.id })).data.data.map((it) => it.content)

describe('audiences', () => {
  it('take everybody once, without the blocked, the excluded and those who want nothing', async () => {
    const alice = await creator()
    const [follower, subscriber, both, expired, blocked, quiet] = await Promise.all(
      Array.from({ length: 6 }, () => api.makeUser()),
    )
    if (!follower || !subscriber || !both || !expired || !blocked || !quiet) throw new Error('no cast')
    for (const it of [follower, both, blocked, quiet]) await follow(it, alice)
    await subscribe(subscriber, alice, 5)
    await subscribe(both, alice, 5)
    await subscribe(expired, alice, -1)
    await api.db.insert(blocks).values({ blockerId: blocked.id, blockedId: alice.id })
    expect((await api.call(quiet, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'off' })).data).toEqual({
      frequency: 'off',
    })
    expect(await count(alice, 'followers')).toBe(2)
    expect(await count(alice, 'subscribers')).toBe(2)
    expect(await count(alice, 'all')).toBe(3)
    expect(await count(alice, 'expired')).toBe(1)
    expect(await count(alice, 'new_subscribers')).toBe(0)
    expect(await count(alice, 'spenders')).toBe(0)
    expect(await count(alice, 'non_spenders')).toBe(3)
    expect(await count(alice, 'all', ['subscribers'])).toBe(1)
    await send(alice, { audience: 'all', exclude: ['subscribers'], content: 'to followers' })
    expect(await heard(follower, alice)).toEqual(['to followers'])
    expect(await heard(both, alice)).toEqual([])
  })

  it('are a creator’s, and need somebody to write', async () => {
    const [bob, alice] = [await api.makeUser(), await creator()]
    expect((await api.call(bob, broadcasts.send, { audience: 'all', content: 'x' })).refusal.error).toBe('not_creator')
    expect((await api.call(alice, broadcasts.send, { audience: 'all', content: ' ' })).refusal.error).toBe(
      'invalid_input',
    )
    expect(
      (await api.call(alice, broadcasts.send, { audience: 'all', content: 'x', media_ids: [newId()] })).status,
    ).toBe(404)
    expect(
      (await api.call(alice, broadcasts.send, { audience: 'everybody' as 'all', content: 'x' })).refusal.error,
    ).toBe('invalid_input')
  })
})

describe('sending', () => {
  it('reaches everybody once, however often a chunk is tried, beside what was written before', async () => {
    const alice = await creator()
    const fans = await Promise.all(Array.from({ length: 25 }, () => api.makeUser()))
    for (const fan of fans) await follow(fan, alice)
    await api.call(fans[0] ?? null, chat.send, { receiver_id: alice.id, content: 'before' })
    const { id, recipients } = (
      await api.call(alice, broadcasts.send, { audience: 'followers', content: 'hello all', client_id: 'b1' })
    ).data
    expect(recipients).toBe(25)
    await Promise.all([deliver(api.ctx, id), deliver(api.ctx, id), sendChunk(api.ctx, id, 7), api.runJobs()])
    await sendDue()
    for (const fan of fans) expect((await heard(fan, alice)).filter((it) => it === 'hello all')).toHaveLength(1)
    expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({
      status: 'sent',
      recipients: 25,
      sent: 25,
      opened: 0,
      earned: 0,
    })
    const again = await api.call(alice, broadcasts.send, {
      audience: 'followers',
      content: 'hello all',
      client_id: 'b1',
    })
    expect([again.status, again.data.id]).toEqual([200, id])
    const [session] = (await api.call(fans[1] ?? null, chat.conversations, {})).data.data
    expect(session).toMatchObject({ last_message: 'hello all', unread_count: 1 })
    const mine = (await api.call(alice, chat.conversations, { mode: 'creator' })).data.data
    expect(mine.map((it) => it.last_message)).toEqual(['before'])
  })

  it('goes in small chunks and goes on where it stopped', async () => {
    const alice = await creator()
    const fans = await Promise.all(Array.from({ length: 10 }, () => api.makeUser()))
    for (const fan of fans) await follow(fan, alice)
    const { id } = (
      await api.call(alice, broadcasts.send, {
        audience: 'followers',
        content: 'later',
        send_at: new Date(Date.now() + 3_600_000).toISOString(),
      })
    ).data
    expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({
      status: 'scheduled',
      recipients: null,
      sent: 0,
    })
    await sendDue()
    expect((await api.call(alice, broadcasts.get, { id })).data.status).toBe('scheduled')
    api.turnClock(3_700_000)
    await sendDue()
    api.turnClock(-3_700_000)
    expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({ status: 'sent', sent: 10 })
  })

  it('is told as new_broadcast, kept in the channel, and quiet for those who want a digest', async () => {
    const [alice, fiona, frank] = [await creator(), await api.makeUser(), await api.makeUser()]
    await follow(fiona, alice)
    await follow(frank, alice)
    await api.call(frank, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'digest' })
    const live = await listen(api)
    const socket = await live.connect(fiona)
    const id = await send(alice, { audience: 'followers', content: 'news' })
    expect(await socket.next('new_broadcast')).toMatchObject({
      sender: { id: alice.id },
      content: 'news',
      media: [],
      message: { type: 'broadcast', receiver_id: fiona.id },
    })
    const channel = (await api.call(fiona, broadcasts.channel, {})).data.data
    expect(channel).toMatchObject([{ id, content: 'news', sender: { id: alice.id }, frequency: 'all' }])
    expect((await api.call(frank, chat.conversations, {})).data.data).toEqual([])
    expect((await api.call(frank, broadcasts.channel, {})).data.data).toMatchObject([
      { content: 'news', frequency: 'digest' },
    ])
    socket.say({ type: 'read_receipt', message_id: channel[0]?.message_id })
    await socket.next('read')
    expect((await api.call(alice, broadcasts.get, { id })).data.opened).toBe(1)
    await socket.close()
    await live.close()
  })

  it('locks what is sold, and takes everything back when unsent', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(fiona, alice)
    const mediaId = newId()
    await api.db
      .insert(mediaTable)
      .values({ id: mediaId, ownerId: alice.id, type: 'IMAGE', state: 'ready', preview: 'data:image/webp;base64,AA' })
    expect(
      (await api.call(alice, broadcasts.send, { audience: 'followers', content: 'x', price: 5 })).refusal.error,
    ).toBe('invalid_input')
    const id = await send(alice, { audience: 'followers', content: 'look', media_ids: [mediaId], price: 5 })
    const [seen] = (await api.call(fiona, chat.messages, { userId: alice.id })).data.data
    expect(seen).toMatchObject({ type: 'broadcast', price: 5, locked: true, media: [{ locked: true, url: null }] })
    expect((await api.call(fiona, broadcasts.unsend, { id })).status).toBe(403)
    expect((await api.call(await creator(), broadcasts.unsend, { id })).status).toBe(404)
    await api.call(alice, broadcasts.unsend, { id })
    expect((await api.call(fiona, chat.messages, { userId: alice.id })).data.data[0]).toMatchObject({
      deleted: true,
      content: '',
      media: [],
    })
    expect((await api.call(fiona, chat.conversations, {})).data.data[0]).toMatchObject({
      unread_count: 0,
      last_message: null,
    })
    expect((await api.call(fiona, broadcasts.channel, {})).data.data).toEqual([])
    expect((await api.call(alice, broadcasts.list, {})).data.data).toMatchObject([{ id, status: 'unsent' }])
  })
})

describe('what has changed since it was planned', () => {
  const later = () => new Date(Date.now() + 3_600_000).toISOString()
  const plan = async (who: Actor, content: string) =>
    (await api.call(who, broadcasts.send, { audience: 'followers', content, send_at: later() })).data.id
  const inAnHour = async (work: () => Promise<unknown>) => {
    api.turnClock(3_700_000)
    await work().finally(() => api.turnClock(-3_700_000))
  }

  it('sends nothing of a creator who is suspended or gone', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(fiona, alice)
    const id = await plan(alice, 'too late')
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
    await inAnHour(sendDue)
    await inAnHour(() => deliver(api.ctx, id))
    const [row] = await api.db.select().from(planned).where(eq(planned.id, id))
    expect([row?.status, row?.sentCount]).toEqual(['scheduled', 0])
  })

  it('leaves out who has blocked, or turned the creator off, after the audience was resolved', async () => {
    const [alice, fiona, frank, nora] = [
      await creator(),
      await api.makeUser(),
      await api.makeUser(),
      await api.makeUser(),
    ]
    for (const it of [fiona, frank, nora]) await follow(it, alice)
    const id = await plan(alice, 'hello')
    const userIds = [fiona, frank, nora].map((it) => it.id)
    await api.db.insert(broadcastRecipients).values(userIds.map((userId) => ({ broadcastId: id, userId })))
    await api.db.update(planned).set({ status: 'sending', recipients: 3 }).where(eq(planned.id, id))
    await api.db.insert(blocks).values({ blockerId: fiona.id, blockedId: alice.id })
    await api.call(frank, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'off' })
    while (await sendChunk(api.ctx, id, 1));
    expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({ status: 'sent', sent: 1 })
    expect((await api.call(nora, broadcasts.channel, {})).data.data).toHaveLength(1)
    await api.db.delete(blocks).where(eq(blocks.blockerId, fiona.id))
    for (const it of [fiona, frank]) expect((await api.call(it, broadcasts.channel, {})).data.data).toEqual([])
  })

  it('does not hold up the others when one fails', async () => {
    const [alice, bob, fiona] = [await creator(), await creator(), await api.makeUser()]
    for (const it of [alice, bob]) await follow(fiona, it)
    const [broken, fine] = [await plan(alice, 'broken'), await plan(bob, 'fine')]
    await api.db
      .update(planned)
      .set({ mediaIds: [newId()] })
      .where(eq(planned.id, broken))
    await inAnHour(() => expect(sendDue()).rejects.toThrow())
    expect((await api.call(bob, broadcasts.get, { id: fine })).data.status).toBe('sent')
    await api.call(alice, broadcasts.unsend, { id: broken })
  })
})

describe('taking back', () => {
  it('goes on after a death in the middle, and counts down once when two do it at the same time', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(fiona, alice)
    await api.call(alice, chat.send, { receiver_id: fiona.id, content: 'for you' })
    const unread = async () => (await api.call(fiona, chat.conversations, {})).data.data[0]?.unread_count
    const id = await send(alice, { audience: 'followers', content: 'oh no' })
    await api.db.update(planned).set({ status: 'unsent', unsentAt: new Date() }).where(eq(planned.id, id))
    expect(await unread()).toBe(2)
    let second: Promise<void> | undefined
    await api.db.transact(async (tx) => {
      await tx.update(messages).set({ deletedAt: new Date() }).where(eq(messages.broadcastId, id))
      second = retract(api.ctx, id)
      await untilLockAwaited(api)
    })
    await second
    expect(await unread()).toBe(2)
    await api.db.update(messages).set({ deletedAt: null }).where(eq(messages.broadcastId, id))
    await sendDue()
    expect(await unread()).toBe(1)
    expect((await api.call(fiona, broadcasts.channel, {})).data.data).toEqual([])
  })

  it('is told to who was away for a moment', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(fiona, alice)
    const live = await listen(api)
    const first = await live.connect(fiona)
    const id = await send(alice, { audience: 'followers', content: 'oh no' })
    const told = await first.next('new_broadcast')
    first.close()
    await first.closed
    await api.call(alice, broadcasts.unsend, { id })
    const second = await live.connect(fiona)
    second.say({ type: 'resume', after: told.id })
    expect(await second.next('resumed')).toMatchObject({ complete: true })
    expect(second.heard).toContainEqual(
      expect.objectContaining({ type: 'message_deleted', message_id: told.message?.id, seq: 1 }),
    )
    second.close()
    await live.close()
  })

  it('of one that came without a sound leaves the count of unread messages alone, and so does reading', async () => {
    const [alice, frank] = [await creator(), await api.makeUser()]
    await follow(frank, alice)
    await api.call(frank, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'digest' })
    const { id: written } = (await api.call(alice, chat.send, { receiver_id: frank.id, content: 'for you' })).data
    const unread = async () => (await api.call(frank, chat.conversations, {})).data.data[0]?.unread_count
    const id = await send(alice, { audience: 'followers', content: 'to all' })
    expect(await unread()).toBe(1)
    await api.call(alice, broadcasts.unsend, { id })
    expect(await unread()).toBe(1)
    await send(alice, { audience: 'followers', content: 'to all again' })
    const live = await listen(api)
    const socket = await live.connect(frank)
    socket.say({ type: 'read_receipt', message_id: written })
    await socket.next('read')
    expect(await unread()).toBe(0)
    socket.close()
    await live.close()
  })
})
