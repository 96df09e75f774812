import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { block } from '../../../tests/support/relations.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readViewer } from '../../identity/viewer.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { markRead } from './messages.ts'
import { insertMessage } from './send.ts'

const api = testApi()

const fan = () => api.makeUser()
const send = (who: Actor, to: Actor, content: string, more = {}) =>
  api.call(who, chat.send, { receiver_id: to.id, content, ...more })

describe('a message', () => {
  it('is liked and unliked by both sides, and not found for other users', async () => {
    const [bob, frank, mallory] = [await fan(), await fan(), await fan()]
    const { id } = (await send(bob, frank, 'x')).data
    expect((await api.call(frank, chat.like, { id })).data).toEqual({ liked: true, likes: 1 })
    expect((await api.call(bob, chat.like, { id })).data).toEqual({ liked: true, likes: 2 })
    expect((await api.call(frank, chat.like, { id })).data).toEqual({ liked: false, likes: 1 })
    expect((await api.call(mallory, chat.like, { id })).status).toBe(404)
    expect((await api.call(mallory, chat.like, { id: newId() })).status).toBe(404)
  })

  it('leaves a tombstone when its sender deletes it, and refuses others', async () => {
    const [bob, frank, mallory] = [await fan(), await fan(), await fan()]
    const { id } = (await send(bob, frank, 'secret')).data
    expect((await api.call(frank, chat.remove, { id })).refusal.error).toBe('forbidden')
    expect((await api.call(mallory, chat.remove, { id })).status).toBe(404)
    expect((await api.call(bob, chat.remove, { id })).data).toEqual({ ok: true })
    expect((await api.call(bob, chat.remove, { id })).data).toEqual({ ok: true })
    const [seen] = (await api.call(frank, chat.messages, { userId: bob.id })).data.data
    expect(seen).toMatchObject({ id, deleted: true, content: '', media: [] })
    const [session] = (await api.call(frank, chat.conversations, {})).data.data
    expect(session).toMatchObject({ unread_count: 0, last_message: null })
  })

  it('replies to messages of the same conversation only', async () => {
    const [bob, frank, carol] = [await fan(), await fan(), await fan()]
    const { id } = (await send(bob, frank, 'question')).data
    expect((await send(frank, bob, 'answer', { reply_to: id })).data.reply_to).toEqual({
      id,
      content: 'question',
      sender_id: bob.id,
    })
    expect((await send(bob, carol, 'x', { reply_to: id })).status).toBe(404)
  })
})

describe('a block', () => {
  it('answers 404 to a user who only opened an empty conversation', async () => {
    const [bob, mallory] = [await fan(), await fan()]
    await api.call(mallory, chat.conversation, { userId: bob.id })
    expect((await api.call(mallory, chat.messages, { userId: bob.id })).status).toBe(200)
    await block(api, bob, mallory)
    expect((await send(mallory, bob, 'x')).status).toBe(404)
    expect((await api.call(mallory, chat.conversation, { userId: bob.id })).status).toBe(404)
    expect((await api.call(mallory, chat.messages, { userId: bob.id })).status).toBe(404)
  })

  it('refuses likes with chat_closed and keeps receipts from the other side', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const { id } = (await send(bob, frank, 'one')).data
    const answer = (await send(frank, bob, 'two')).data
    await block(api, bob, frank)
    const live = await listen(api)
    const [of, at] = [await live.connect(bob), await live.connect(frank)]
    for (const who of [bob, frank])
      expect((await api.call(who, chat.like, { id })).refusal).toMatchObject({
        error: 'chat_closed',
        reason: 'blocked',
      })
    of.send({ type: 'read_receipt', message_id: answer.id })
    expect(await of.next('read')).toMatchObject({ reader_id: bob.id, seq: 2 })
    await at.roundTrip()
    expect(at.received.filter((it) => it.type === 'read')).toEqual([])
    const [mine] = (await api.call(bob, chat.conversations, {})).data.data
    const [theirs] = (await api.call(frank, chat.conversations, {})).data.data
    expect([mine?.unread_count, theirs?.other_read_seq]).toEqual([0, 0])
    expect((await api.call(frank, chat.messages, { userId: bob.id })).data.data[0]?.read_at).toBeNull()
    of.close()
    at.close()
    await live.close()
  })
})

describe('reading', () => {
  it('leaves a message unread that arrives while the one before it is being read', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const { id } = (await send(bob, frank, 'one')).data
    const { viewer } = await readViewer(api.ctx, frank.cookie)
    let reading: Promise<void> | undefined
    await api.db.transact(async (tx) => {
      await insertMessage(tx, api.ctx, { senderId: bob.id, receiverId: frank.id, content: 'two', type: 'text' })
      reading = markRead(api.ctx, viewer as Viewer, id)
      await untilLockAwaited(api)
    })
    await reading
    expect((await api.call(frank, chat.conversations, {})).data.data[0]).toMatchObject({ unread_count: 1, read_seq: 1 })
  })
})
