import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { readTexts, sendBroadcast, sendDue } from '../../../tests/support/broadcasts.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { block, follow } from '../../../tests/support/relations.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastRecipients, broadcasts as planned } from '../../platform/db/schema/broadcasts.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { blocks } from '../../platform/db/schema/users.ts'
import { deliver, sendChunk } from './deliver.ts'
import { retract } from './retract.ts'

const api = testApi()

const creator = () => api.makeUser({ isCreator: true, priceCents: 999 })

describe('a change after planning', () => {
  const later = () => new Date(Date.now() + 3_600_000).toISOString()
  const plan = async (who: Actor, content: string) =>
    (await api.call(who, broadcasts.send, { audience: 'followers', content, send_at: later() })).data.id
  const inAnHour = async (work: () => Promise<unknown>) => {
    api.turnClock(3_700_000)
    await work().finally(() => api.turnClock(-3_700_000))
  }

  it('sends nothing of a suspended or deleted creator', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(api, fiona, alice)
    const id = await plan(alice, 'too late')
    await api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, alice.id))
    await inAnHour(() => sendDue(api))
    await inAnHour(() => deliver(api.ctx, id))
    const [row] = await api.db.select().from(planned).where(eq(planned.id, id))
    expect([row?.status, row?.sentCount]).toEqual(['scheduled', 0])
  })

  it('leaves out fans who blocked or turned off the creator after the audience was resolved', async () => {
    const [alice, fiona, frank, nora] = [
      await creator(),
      await api.makeUser(),
      await api.makeUser(),
      await api.makeUser(),
    ]
    for (const it of [fiona, frank, nora]) await follow(api, it, alice)
    const id = await plan(alice, 'hello')
    const userIds = [fiona, frank, nora].map((it) => it.id)
    await api.db.insert(broadcastRecipients).values(userIds.map((userId) => ({ broadcastId: id, userId })))
    await api.db.update(planned).set({ status: 'sending', recipients: 3 }).where(eq(planned.id, id))
    await block(api, fiona, alice)
    await api.call(frank, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'off' })
    while (await sendChunk(api.ctx, id, 1));
    expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({ status: 'sent', sent: 1 })
    expect((await api.call(nora, broadcasts.channel, {})).data.data).toHaveLength(1)
    await api.db.delete(blocks).where(eq(blocks.blockerId, fiona.id))
    for (const it of [fiona, frank]) expect((await api.call(it, broadcasts.channel, {})).data.data).toEqual([])
  })

  it('sends the other broadcasts when one fails', async () => {
    const [alice, bob, fiona] = [await creator(), await creator(), await api.makeUser()]
    for (const it of [alice, bob]) await follow(api, fiona, it)
    const [broken, fine] = [await plan(alice, 'broken'), await plan(bob, 'fine')]
    await api.db
      .update(planned)
      .set({ mediaIds: [newId()] })
      .where(eq(planned.id, broken))
    await inAnHour(() => expect(sendDue(api)).rejects.toThrow())
    expect((await api.call(bob, broadcasts.get, { id: fine })).data.status).toBe('sent')
    await api.call(alice, broadcasts.unsend, { id: broken })
  })
})

describe('unsending', () => {
  it('continues after a crash, and reduces the unread count once when two workers run', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(api, fiona, alice)
    await api.call(alice, chat.send, { receiver_id: fiona.id, content: 'for you' })
    const unread = async () => (await api.call(fiona, chat.conversations, {})).data.data[0]?.unread_count
    const id = await sendBroadcast(api, alice, { audience: 'followers', content: 'oh no' })
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
    await sendDue(api)
    expect(await unread()).toBe(1)
    expect((await api.call(fiona, broadcasts.channel, {})).data.data).toEqual([])
  })

  it('is replayed to a fan who was away for a moment', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(api, fiona, alice)
    const live = await listen(api)
    const first = await live.connect(fiona)
    const id = await sendBroadcast(api, alice, { audience: 'followers', content: 'oh no' })
    const event = await first.next('new_broadcast')
    first.close()
    await first.closed
    await api.call(alice, broadcasts.unsend, { id })
    const second = await live.connect(fiona)
    second.send({ type: 'resume', after: event.id })
    expect(await second.next('resumed')).toMatchObject({ complete: true })
    expect(second.received).toContainEqual(
      expect.objectContaining({ type: 'message_deleted', message_id: event.message?.id, seq: 1 }),
    )
    second.close()
    await live.close()
  })

  it('leaves the unread count of a fan who wants a digest as it is, and so does reading', async () => {
    const [alice, frank] = [await creator(), await api.makeUser()]
    await follow(api, frank, alice)
    await api.call(frank, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'digest' })
    const { id: written } = (await api.call(alice, chat.send, { receiver_id: frank.id, content: 'for you' })).data
    const unread = async () => (await api.call(frank, chat.conversations, {})).data.data[0]?.unread_count
    const id = await sendBroadcast(api, alice, { audience: 'followers', content: 'to all' })
    expect(await unread()).toBe(1)
    await api.call(alice, broadcasts.unsend, { id })
    expect(await unread()).toBe(1)
    await sendBroadcast(api, alice, { audience: 'followers', content: 'to all again' })
    const live = await listen(api)
    const socket = await live.connect(frank)
    socket.send({ type: 'read_receipt', message_id: written })
    await socket.next('read')
    expect(await unread()).toBe(0)
    socket.close()
    await live.close()
  })
})

it('fills in the name of each fan, or the username of one without a name', async () => {
  const alice = await api.makeUser({ isCreator: true })
  const [named, unnamed] = [
    await api.makeUser({ displayName: 'Lena Rossi' }),
    await api.makeUser({ displayName: null }),
  ]
  for (const fan of [named, unnamed]) await follow(api, fan, alice)
  await sendBroadcast(api, alice, { audience: 'followers', content: 'Hi {name}, yes you, {name}!' })
  expect(await readTexts(api, named, alice)).toEqual(['Hi Lena Rossi, yes you, Lena Rossi!'])
  expect(await readTexts(api, unnamed, alice)).toEqual([`Hi ${unnamed.username}, yes you, ${unnamed.username}!`])
  const { data } = (await api.call(named, chat.conversations, {})).data
  expect(data[0]?.last_message).toBe('Hi Lena Rossi, yes you, Lena Rossi!')
})
