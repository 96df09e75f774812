import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { newId } from '../../platform/db/ids.ts'
import { media as mediaTable } from '../../platform/db/schema/media.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { blocks, follows } from '../../platform/db/schema/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { readViewer } from '../../identity/viewer.ts'
import { markRead } from './messages.ts'
import { insertMessage } from './send.ts'

const api = testApi()

const fan = () => api.makeUser()
const creator = (facts = {}) => api.makeUser({ isCreator: true, priceCents: 999, ...facts })
const follow = (who: Actor, whom: Actor) => api.db.insert(follows).values({ followerId: who.id, userId: whom.id })
const subscribe = (who: Actor, whom: Actor, activeUntil: Date | null) =>
  api.db.insert(subscriptions).values({
    id: newId(),
    fanId: who.id,
    creatorId: whom.id,
    status: 'active',
    priceCents: 999,
    startedAt: new Date(),
    activeUntil,
    renewsAt: null,
  })
const send = (who: Actor, to: Actor, content: string, more = {}) =>
  api.call(who, chat.send, { receiver_id: to.id, content, ...more })

describe('sending', () => {
  it('numbers the messages of a conversation and shows them to both sides', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const first = await send(bob, frank, 'hello')
    expect(first.status).toBe(201)
    expect(first.data).toMatchObject({
      seq: 1,
      content: 'hello',
      type: 'text',
      sender: { id: bob.id },
      receiver_id: frank.id,
      author: null,
    })
    expect((await send(frank, bob, 'hi')).data.seq).toBe(2)
    const seen = await api.call(frank, chat.messages, { userId: bob.id })
    expect(seen.data.data.map((it) => [it.seq, it.content])).toEqual([
      [2, 'hi'],
      [1, 'hello'],
    ])
  })

  it('answers the same message to the same client_id, also when both come at once', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const first = await send(bob, frank, 'once', { client_id: 'a' })
    const second = await send(bob, frank, 'once', { client_id: 'a' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.data).toEqual(first.data)
    const many = await Promise.all(Array.from({ length: 20 }, () => send(bob, frank, 'twice', { client_id: 'b' })))
    expect(many.filter((it) => it.status === 201)).toHaveLength(1)
    expect(new Set(many.map((it) => it.data.id)).size).toBe(1)
    expect((await api.call(frank, chat.messages, { userId: bob.id })).data.data).toHaveLength(2)
  })

  it('numbers without gap or double under many senders at once', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, i) => send(i % 2 ? bob : frank, i % 2 ? frank : bob, `m${i}`)),
    )
    expect(sent.map((it) => it.data.seq).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
    const [session] = (await api.call(bob, chat.conversations, {})).data.data
    expect(session).toMatchObject({ unread_count: 30, last_seq: 60 })
  })

  it('gives each of many senders at once their own answer, refusals among them', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, fan))
    const [alice, closed] = [await creator(), await creator({ chatAccessPolicy: 'SUBSCRIBERS' })]
    const mallory = people[7] as Actor
    await api.db.insert(blocks).values({ blockerId: alice.id, blockedId: mallory.id })
    await Promise.all(people.map((who) => follow(who, alice)))
    const rounds = [1, 2, 3]
    const sent = await Promise.all(
      people.flatMap((who) => [
        ...rounds.map((round) => send(who, alice, `${who.username} ${round}`, { client_id: `a${round}` })),
        send(who, closed, 'let me in'),
        send(who, who, 'myself'),
      ]),
    )
    for (const [at, who] of people.entries()) {
      const answers = sent.slice(at * 5, at * 5 + 5)
      if (who === mallory) {
        expect(answers.slice(0, 3).map((it) => it.status)).toEqual([404, 404, 404])
      } else {
        expect(answers.slice(0, 3).map((it) => [it.data.seq, it.data.content])).toEqual(
          rounds.map((round) => [round, `${who.username} ${round}`]),
        )
      }
      expect(answers[3]?.refusal).toMatchObject({ error: 'chat_closed', needs: 'subscribe' })
      expect(answers[4]?.refusal.error).toBe('own_thing')
    }
    expect(
      (await api.call(alice, chat.conversations, { mode: 'creator' })).data.data.map((it) => it.unread_count),
    ).toEqual(Array(7).fill(3))
    expect((await api.call(closed, chat.conversations, { mode: 'creator' })).data.data).toEqual([])
  })

  it('refuses without a receiver, without anything to say, to oneself and to nobody', async () => {
    const bob = await fan()
    expect((await api.call(bob, chat.send, { content: 'x' })).refusal.error).toBe('missing_receiver_id')
    expect((await api.call(bob, chat.send, { receiver_id: null, content: 'x' })).refusal.error).toBe(
      'missing_receiver_id',
    )
    expect((await api.call(bob, chat.send, { receiver_id: '', content: 'x' })).refusal.error).toBe(
      'missing_receiver_id',
    )
    expect((await send(bob, await fan(), '   ')).refusal.error).toBe('invalid_input')
    expect((await send(bob, bob, 'x')).refusal.error).toBe('own_thing')
    expect((await api.call(bob, chat.send, { receiver_id: newId(), content: 'x' })).status).toBe(404)
    expect((await api.call(bob, chat.send, { receiver_id: 'nonsense', content: 'x' })).status).toBe(404)
  })

  it('needs a verified address', async () => {
    const bob = await api.makeUser({ emailVerified: false })
    expect((await send(bob, await fan(), 'x')).refusal.error).toBe('email_verification_required')
  })
})

describe('the access policy', () => {
  it('asks a follow or a subscription of who writes to a creator, and nothing of the creator', async () => {
    const [alice, fiona] = [await creator(), await fan()]
    expect((await send(fiona, alice, 'x')).refusal).toMatchObject({ error: 'chat_closed', needs: 'follow' })
    expect((await send(alice, fiona, 'welcome')).status).toBe(201)
    await follow(fiona, alice)
    expect((await send(fiona, alice, 'x')).status).toBe(201)
  })

  it('lets only subscribers in where the creator says so, and closes with the end of the month', async () => {
    const [alice, fiona] = [await creator({ chatAccessPolicy: 'SUBSCRIBERS' }), await fan()]
    await follow(fiona, alice)
    expect((await send(fiona, alice, 'x')).refusal).toMatchObject({ error: 'chat_closed', needs: 'subscribe' })
    await subscribe(fiona, alice, new Date(Date.now() + 60_000))
    expect((await send(fiona, alice, 'x')).status).toBe(201)
    api.turnClock(120_000)
    expect((await send(fiona, alice, 'x')).refusal).toMatchObject({ needs: 'subscribe' })
    api.turnClock(-120_000)
  })

  it('freezes a conversation on a block, and hides a stranger altogether', async () => {
    const [bob, frank, stranger] = [await fan(), await fan(), await fan()]
    await send(bob, frank, 'before')
    await api.db.insert(blocks).values([
      { blockerId: frank.id, blockedId: bob.id },
      { blockerId: frank.id, blockedId: stranger.id },
    ])
    expect((await send(bob, frank, 'x')).refusal).toMatchObject({ error: 'chat_closed', reason: 'blocked' })
    expect((await send(frank, bob, 'x')).refusal).toMatchObject({ error: 'chat_closed', reason: 'blocked' })
    expect((await send(stranger, frank, 'x')).status).toBe(404)
    expect((await api.call(stranger, chat.messages, { userId: frank.id })).status).toBe(404)
    expect((await api.call(bob, chat.messages, { userId: frank.id })).data.data).toHaveLength(1)
    const [session] = (await api.call(bob, chat.conversations, {})).data.data
    expect(session?.chat).toEqual({ allowed: false, reason: 'blocked' })
  })
})

describe('media', () => {
  const picture = async (owner: Actor) => {
    const id = newId()
    await api.db.insert(mediaTable).values({
      id,
      ownerId: owner.id,
      type: 'IMAGE',
      state: 'ready',
      preview: 'data:image/webp;base64,AA',
      width: 10,
      height: 10,
    })
    return id
  }

  it('keeps the address of a priced one from the receiver, and shows the preview', async () => {
    const [alice, fiona] = [await creator(), await fan()]
    const [locked, free] = [await picture(alice), await picture(alice)]
    const sent = await send(alice, fiona, 'look', { media_ids: [locked, free], preview_ids: [free], price: 5 })
    expect(sent.data).toMatchObject({ type: 'media', price: 5, locked: false })
    expect(sent.data.media.map((it) => typeof it.url)).toEqual(['string', 'string'])
    const [seen] = (await api.call(fiona, chat.messages, { userId: alice.id })).data.data
    expect(seen).toMatchObject({ price: 5, locked: true })
    expect(seen?.media).toMatchObject([
      { id: locked, locked: true, url: null, price: 5 },
      { id: free, locked: false, price: null },
    ])
    expect(JSON.stringify(seen)).not.toContain(`/media/${locked}`)
    const [session] = (await api.call(fiona, chat.conversations, {})).data.data
    expect(session?.last_message_type).toBe('image')
  })

  it("sells nothing but one's own, between 1 and 200, and only as a creator", async () => {
    const [alice, bob, frank] = [await creator(), await creator(), await fan()]
    const mine = await picture(alice)
    expect((await send(bob, frank, '', { media_ids: [mine] })).status).toBe(404)
    expect((await send(alice, frank, '', { media_ids: [mine], price: 0.99 })).refusal.error).toBe('invalid_amount')
    expect((await send(alice, frank, '', { media_ids: [mine], price: 200.01 })).refusal.error).toBe('invalid_amount')
    expect((await send(alice, frank, 'text', { price: 5 })).refusal.error).toBe('invalid_input')
    expect((await send(alice, frank, '', { media_ids: [mine], preview_ids: [mine], price: 5 })).refusal.error).toBe(
      'invalid_input',
    )
    expect((await send(alice, frank, '', { media_ids: [mine], price: 200 })).status).toBe(201)
  })
})

describe('acts on a message', () => {
  it('likes and takes back, for both sides and nobody else', async () => {
    const [bob, frank, mallory] = [await fan(), await fan(), await fan()]
    const { id } = (await send(bob, frank, 'x')).data
    expect((await api.call(frank, chat.like, { id })).data).toEqual({ liked: true, likes: 1 })
    expect((await api.call(bob, chat.like, { id })).data).toEqual({ liked: true, likes: 2 })
    expect((await api.call(frank, chat.like, { id })).data).toEqual({ liked: false, likes: 1 })
    expect((await api.call(mallory, chat.like, { id })).status).toBe(404)
    expect((await api.call(mallory, chat.like, { id: newId() })).status).toBe(404)
  })

  it('leaves a tombstone of one’s own, and lets nobody delete the other’s', async () => {
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

  it('replies to a message of the same conversation only', async () => {
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

describe('between two of whom one blocks the other', () => {
  it('who has only opened an empty conversation learns nothing of the block', async () => {
    const [bob, mallory] = [await fan(), await fan()]
    await api.call(mallory, chat.conversation, { userId: bob.id })
    expect((await api.call(mallory, chat.messages, { userId: bob.id })).status).toBe(200)
    await api.db.insert(blocks).values({ blockerId: bob.id, blockedId: mallory.id })
    expect((await send(mallory, bob, 'x')).status).toBe(404)
    expect((await api.call(mallory, chat.conversation, { userId: bob.id })).status).toBe(404)
    expect((await api.call(mallory, chat.messages, { userId: bob.id })).status).toBe(404)
  })

  it('neither a like nor a receipt reaches the other one', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const { id } = (await send(bob, frank, 'one')).data
    const answer = (await send(frank, bob, 'two')).data
    await api.db.insert(blocks).values({ blockerId: bob.id, blockedId: frank.id })
    const live = await listen(api)
    const [of, at] = [await live.connect(bob), await live.connect(frank)]
    for (const who of [bob, frank])
      expect((await api.call(who, chat.like, { id })).refusal).toMatchObject({
        error: 'chat_closed',
        reason: 'blocked',
      })
    of.say({ type: 'read_receipt', message_id: answer.id })
    expect(await of.next('read')).toMatchObject({ reader_id: bob.id, seq: 2 })
    await at.settled()
    expect(at.heard.filter((it) => it.type === 'read')).toEqual([])
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
  it('leaves unread what arrives while the message before it is being read', async () => {
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
