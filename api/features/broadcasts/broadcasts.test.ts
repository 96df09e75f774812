import { describe, expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { readTexts, sendBroadcast, sendDue } from '../../../tests/support/broadcasts.ts'
import { block, follow, makePicture, subscribe } from '../../../tests/support/relations.ts'
import { listen } from '../../../tests/support/sockets.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Audience } from './audience.ts'
import { deliver, sendChunk } from './deliver.ts'

const api = testApi()

const creator = () => api.makeUser({ isCreator: true, priceCents: 999 })
const dayMs = 86_400_000
const subscribeFor = (fan: Actor, user: Actor, days: number) =>
  subscribe(api, fan, user, {
    startedAt: new Date(Date.now() - 30 * dayMs),
    activeUntil: new Date(Date.now() + days * dayMs),
  })
const count = async (who: Actor, audience: Audience, exclude: Audience[] = []) =>
  (await api.call(who, broadcasts.audiences, { audience, exclude })).data.count

describe('audiences', () => {
  it('count each fan once, without blocked fans, excluded audiences and fans who turned broadcasts off', async () => {
    const alice = await creator()
    const [follower, subscriber, both, expired, blocked, quiet] = await Promise.all(
      Array.from({ length: 6 }, () => api.makeUser()),
    )
    if (!follower || !subscriber || !both || !expired || !blocked || !quiet) throw new Error('six users were made')
    for (const it of [follower, both, blocked, quiet]) await follow(api, it, alice)
    await subscribeFor(subscriber, alice, 5)
    await subscribeFor(both, alice, 5)
    await subscribeFor(expired, alice, -1)
    await block(api, blocked, alice)
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
    await sendBroadcast(api, alice, { audience: 'all', exclude: ['subscribers'], content: 'to followers' })
    expect(await readTexts(api, follower, alice)).toEqual(['to followers'])
    expect(await readTexts(api, both, alice)).toEqual([])
  })

  it('refuse users who are no creators, empty content, unknown media and unknown audiences', async () => {
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
  it('reaches each fan once, however often a chunk is tried, in the conversation that exists', async () => {
    const alice = await creator()
    const fans = await Promise.all(Array.from({ length: 25 }, () => api.makeUser()))
    for (const fan of fans) await follow(api, fan, alice)
    await api.call(fans[0] ?? null, chat.send, { receiver_id: alice.id, content: 'before' })
    const { id, recipients } = (
      await api.call(alice, broadcasts.send, {
        audience: 'followers',
        content: 'hello all',
        client_id: 'b1',
        skip_waiting: false,
      })
    ).data
    expect(recipients).toBe(25)
    await Promise.all([deliver(api.ctx, id), deliver(api.ctx, id), sendChunk(api.ctx, id, 7), api.runJobs()])
    await sendDue(api)
    for (const fan of fans)
      expect((await readTexts(api, fan, alice)).filter((it) => it === 'hello all')).toHaveLength(1)
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

  it('sends a scheduled broadcast when its time has come, and not before', async () => {
    const alice = await creator()
    const fans = await Promise.all(Array.from({ length: 10 }, () => api.makeUser()))
    for (const fan of fans) await follow(api, fan, alice)
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
    await sendDue(api)
    expect((await api.call(alice, broadcasts.get, { id })).data.status).toBe('scheduled')
    api.turnClock(3_700_000)
    await sendDue(api)
    api.turnClock(-3_700_000)
    expect((await api.call(alice, broadcasts.get, { id })).data).toMatchObject({ status: 'sent', sent: 10 })
  })

  it('publishes new_broadcast, fills the channel, and stays out of the chat of fans who want a digest', async () => {
    const [alice, fiona, frank] = [await creator(), await api.makeUser(), await api.makeUser()]
    await follow(api, fiona, alice)
    await follow(api, frank, alice)
    await api.call(frank, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'digest' })
    const live = await listen(api)
    const socket = await live.connect(fiona)
    const id = await sendBroadcast(api, alice, { audience: 'followers', content: 'news' })
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
    socket.send({ type: 'read_receipt', message_id: channel[0]?.message_id })
    await socket.next('read')
    expect((await api.call(alice, broadcasts.get, { id })).data.opened).toBe(1)
    await socket.close()
    await live.close()
  })

  it('locks priced media, and leaves tombstones when it is unsent', async () => {
    const [alice, fiona] = [await creator(), await api.makeUser()]
    await follow(api, fiona, alice)
    const mediaId = await makePicture(api, alice)
    expect(
      (await api.call(alice, broadcasts.send, { audience: 'followers', content: 'x', price: 5 })).refusal.error,
    ).toBe('invalid_input')
    const id = await sendBroadcast(api, alice, {
      audience: 'followers',
      content: 'look',
      media_ids: [mediaId],
      price: 5,
    })
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
