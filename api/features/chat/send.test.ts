import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block, follow, makePicture, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'

const api = testApi()

const fan = () => api.makeUser()
const creator = (facts = {}) => api.makeUser({ isCreator: true, priceCents: 999, ...facts })
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

  it('fills in the name of the fan in what a creator writes, and leaves what a fan writes', async () => {
    const [alice, lena] = [await creator(), await api.makeUser({ displayName: 'Lena Rossi' })]
    await follow(api, lena, alice)
    expect((await send(alice, lena, 'Hi {name}!')).data.content).toBe('Hi Lena Rossi!')
    expect((await send(lena, alice, 'What is {name}?')).data.content).toBe('What is {name}?')
    const seen = await api.call(lena, chat.messages, { userId: alice.id })
    expect(seen.data.data.map(({ content }) => content)).toEqual(['What is {name}?', 'Hi Lena Rossi!'])
  })

  it('answers the same message for a repeated client_id, also when both requests come at once', async () => {
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

  it('numbers messages of many senders at once without gap or duplicate', async () => {
    const [bob, frank] = [await fan(), await fan()]
    const sent = await Promise.all(
      Array.from({ length: 60 }, (_, i) => send(i % 2 ? bob : frank, i % 2 ? frank : bob, `m${i}`)),
    )
    expect(sent.map((it) => it.data.seq).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
    const [session] = (await api.call(bob, chat.conversations, {})).data.data
    expect(session).toMatchObject({ unread_count: 30, last_seq: 60 })
  })

  it('answers each of many senders at once with their own message or refusal', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, fan))
    const [alice, closed] = [await creator(), await creator({ chatAccessPolicy: 'SUBSCRIBERS' })]
    const mallory = people[7] as Actor
    await block(api, alice, mallory)
    await Promise.all(people.map((who) => follow(api, who, alice)))
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

  it('refuses a message without receiver, without content, to oneself and to an unknown user', async () => {
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

  it('refuses a sender whose address is not verified', async () => {
    const bob = await api.makeUser({ emailVerified: false })
    expect((await send(bob, await fan(), 'x')).refusal.error).toBe('email_verification_required')
  })
})

describe('the access policy', () => {
  it('requires a follow or a subscription to write to a creator, and nothing of the creator', async () => {
    const [alice, fiona] = [await creator(), await fan()]
    expect((await send(fiona, alice, 'x')).refusal).toMatchObject({ error: 'chat_closed', needs: 'follow' })
    expect((await send(alice, fiona, 'welcome')).status).toBe(201)
    await follow(api, fiona, alice)
    expect((await send(fiona, alice, 'x')).status).toBe(201)
  })

  it('admits only subscribers if the creator wants that, until the subscription ends', async () => {
    const [alice, fiona] = [await creator({ chatAccessPolicy: 'SUBSCRIBERS' }), await fan()]
    await follow(api, fiona, alice)
    expect((await send(fiona, alice, 'x')).refusal).toMatchObject({ error: 'chat_closed', needs: 'subscribe' })
    await subscribe(api, fiona, alice, { activeUntil: new Date(Date.now() + 60_000) })
    expect((await send(fiona, alice, 'x')).status).toBe(201)
    api.turnClock(120_000)
    expect((await send(fiona, alice, 'x')).refusal).toMatchObject({ needs: 'subscribe' })
    api.turnClock(-120_000)
  })

  it('refuses with chat_closed after a block, and with 404 if nothing was exchanged before', async () => {
    const [bob, frank, outsider] = [await fan(), await fan(), await fan()]
    await send(bob, frank, 'before')
    await block(api, frank, bob)
    await block(api, frank, outsider)
    expect((await send(bob, frank, 'x')).refusal).toMatchObject({ error: 'chat_closed', reason: 'blocked' })
    expect((await send(frank, bob, 'x')).refusal).toMatchObject({ error: 'chat_closed', reason: 'blocked' })
    expect((await send(outsider, frank, 'x')).status).toBe(404)
    expect((await api.call(outsider, chat.messages, { userId: frank.id })).status).toBe(404)
    expect((await api.call(bob, chat.messages, { userId: frank.id })).data.data).toHaveLength(1)
    const [session] = (await api.call(bob, chat.conversations, {})).data.data
    expect(session?.chat).toEqual({ allowed: false, reason: 'blocked' })
  })
})

describe('media', () => {
  it('shows the receiver of priced media the previews only', async () => {
    const [alice, fiona] = [await creator(), await fan()]
    const [locked, free] = [await makePicture(api, alice), await makePicture(api, alice)]
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

  it('refuses media of another user, prices outside 1 to 200 and prices without media', async () => {
    const [alice, bob, frank] = [await creator(), await creator(), await fan()]
    const mine = await makePicture(api, alice)
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
