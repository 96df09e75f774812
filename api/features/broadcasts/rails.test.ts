import { beforeEach, describe, expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { undoMs } from '../../../contract/limits.ts'
import { media as mediaContract } from '../../../contract/media.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { dice, expectedFans, makeAudience, randomFilter } from '../../../tests/support/audience.ts'
import { readTexts, sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { giveCoins, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { statement, uuid } from '../../platform/db/statement.ts'

const api = testApi()
let alice: Actor
let fan: Actor
beforeEach(async () => {
  alice = await makeCreator(api)
  fan = await api.makeUser()
  await follow(api, fan, alice)
})

const none = { off: 0, owns: 0, waiting: 0, weekly: 0 }
type Input = Parameters<typeof api.call<typeof broadcasts.audiences>>[2]
const count = async (input: Partial<Input> = {}) =>
  (await api.call(alice, broadcasts.audiences, { audience: 'followers', exclude: [], ...input })).data
const readers = async (id: string) => (await api.db.run(recipientsOf, { id })).map((row) => row.user_id).toSorted()
const recipientsOf = statement(
  'test_recipients',
  { id: uuid },
  { user_id: uuid },
  ({ id }) => `select user_id from broadcast_recipients where broadcast_id = ${id}`,
)

describe('a broadcast leaves out', () => {
  it('fans who own everything in it, and no one who lacks a part', async () => {
    const { mediaIds } = await makePaidPost(api, alice, 5, 2)
    await giveCoins(api, fan, 50)
    const [first = '', second = ''] = mediaIds
    const other = await makePicture(api, alice)
    const post = await makePaidPost(api, alice, 5, 1)
    await api.call(fan, mediaContract.unlock, { id: post.mediaId, expected_price: 5 })
    expect(await count({ media_ids: [post.mediaId] })).toEqual({ count: 0, left_out: { ...none, owns: 1 } })
    expect((await count({ media_ids: [post.mediaId, other] })).count).toBe(1)
    expect((await count({ media_ids: [post.mediaId, other], preview_ids: [other] })).left_out.owns).toBe(1)
    expect((await count({ media_ids: [first, second] })).count).toBe(1)
    const sold = { audience: 'followers' as const, content: 'New', media_ids: [post.mediaId], price: 5 }
    const id = await sendBroadcast(api, alice, sold)
    const sent = (await api.call(alice, broadcasts.get, { id })).data
    expect(sent).toMatchObject({ recipients: 0, sent: 0, left_out: { owns: 1 } })
    expect(await readTexts(api, fan, alice)).toEqual([])
  })

  it('fans who wait for an answer, unless it is said otherwise, until they are answered', async () => {
    await api.call(fan, chat.send, { receiver_id: alice.id, content: 'Are you there?' })
    expect(await count()).toEqual({ count: 0, left_out: { ...none, waiting: 1 } })
    expect(await count({ skip_waiting: false })).toEqual({ count: 1, left_out: none })
    const id = await sendBroadcast(api, alice, { audience: 'followers', content: 'All', skip_waiting: false })
    expect(await readers(id)).toEqual([fan.id])
    await api.call(alice, chat.send, { receiver_id: fan.id, content: 'Yes' })
    expect((await count()).count).toBe(1)
  })

  it('no fan for a tip without words, which changes nothing of whether they wait', async () => {
    await giveCoins(api, fan, 50)
    const tip = (message: string) => api.call(fan, chat.tip, { id: alice.id, amount: 5, message })
    const waits = async () =>
      (await api.call(alice, chat.conversations, { mode: 'creator' })).data.data[0]?.fan?.awaits_answer
    await tip('')
    expect([await waits(), await count()]).toEqual([false, { count: 1, left_out: none }])
    await tip('Will you make a film of it?')
    await tip('')
    expect([await waits(), await count()]).toEqual([true, { count: 0, left_out: { ...none, waiting: 1 } }])
  })

  it('fans who had as many in seven days as the creator allows; what was taken back counts for nothing', async () => {
    await api.call(alice, broadcasts.setLimit, { per_week: 2 })
    const send = (content: string) => sendBroadcast(api, alice, { audience: 'followers', content })
    const first = await send('1')
    await send('2')
    expect(await count()).toEqual({ count: 0, left_out: { ...none, weekly: 1 } })
    const third = await send('3')
    expect(await readers(third)).toEqual([])
    await api.call(alice, broadcasts.unsend, { id: first })
    expect((await count()).count).toBe(1)
    await send('4')
    expect((await count()).count).toBe(0)
    api.turnClock(8 * 86_400_000)
    expect((await count()).count).toBe(1)
    api.turnClock(-8 * 86_400_000)
    expect((await api.call(alice, broadcasts.getLimit, {})).data).toEqual({ per_week: 2 })
    for (const per_week of [0, 22]) expect((await api.call(alice, broadcasts.setLimit, { per_week })).status).toBe(400)
  })

  it('fans who turned the creator off, and says so', async () => {
    await api.call(fan, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'off' })
    expect(await count()).toEqual({ count: 0, left_out: { ...none, off: 1 } })
  })
})

describe('a preview', () => {
  it('is what one fan would read: their name, what they own, what the rest costs them, and why they get none', async () => {
    const mediaIds = [await makePicture(api, alice), await makePicture(api, alice)]
    const [first = '', second = ''] = mediaIds
    const preview = async (input = {}) =>
      api.call(alice, broadcasts.preview, {
        fan_id: fan.id,
        content: 'For {name}',
        media_ids: mediaIds,
        price: 9,
        ...input,
      })
    expect((await preview()).data).toMatchObject({
      content: `For ${fan.username}`,
      price: 9,
      left_out: null,
      media: [
        { id: first, locked: true, url: null },
        { id: second, locked: true, url: null },
      ],
    })
    await giveCoins(api, fan, 50)
    const message = { receiver_id: fan.id, content: 'One', media_ids: [first], price: 5 }
    await api.call(alice, chat.send, message)
    await api.call(fan, mediaContract.unlock, { id: first, expected_price: 5 })
    expect((await preview()).data).toMatchObject({ price: 4.5, media: [{ locked: false }, { locked: true }] })
    expect((await preview({ media_ids: [first] })).data).toMatchObject({ price: null, left_out: 'owns' })
    await api.call(fan, chat.send, { receiver_id: alice.id, content: 'Hello?' })
    expect((await preview()).data.left_out).toBe('waiting')
    expect((await preview({ skip_waiting: false })).data.left_out).toBeNull()
    expect((await preview({ fan_id: alice.id })).status).toBe(404)
    const other = await makePicture(api, await makeCreator(api))
    expect((await preview({ media_ids: [other] })).status).toBe(404)
  })
})

describe('the audience', () => {
  it('is whom a list holds when the broadcast is sent, and a list with a plan is not deleted', async () => {
    const list = (await api.call(alice, audience.createList, { name: 'VIP' })).data
    const planned = (
      await api.call(alice, broadcasts.send, {
        audience: 'list',
        list_id: list.id,
        content: 'Soon',
        send_at: new Date(api.ctx.now() + 60_000).toISOString(),
      })
    ).data
    expect([planned.status, planned.recipients]).toEqual(['scheduled', 0])
    expect((await api.call(alice, audience.removeList, { id: list.id })).refusal.error).toBe('list_in_use')
    await api.call(alice, audience.change, { choice: { ids: [fan.id] }, act: 'add', list_id: list.id })
    api.turnClock(61_000)
    const other = await sendBroadcast(api, alice, { audience: 'list', list_id: list.id, content: 'Now' })
    api.turnClock(-61_000)
    expect(await readers(planned.id)).toEqual([fan.id])
    expect((await api.call(alice, broadcasts.get, { id: other })).data.list_name).toBe('VIP')
    expect((await api.call(alice, audience.removeList, { id: list.id })).status).toBe(200)
  })

  it('of another creator, or one that is incomplete, is refused', async () => {
    const bob = await makeCreator(api)
    const his = (await api.call(bob, audience.createList, { name: 'His' })).data
    const sent = await sendBroadcast(api, bob, { audience: 'all', content: 'x' })
    for (const [input, status] of [
      [{ audience: 'list', list_id: his.id }, 404],
      [{ audience: 'list' }, 400],
      [{ audience: 'unopened', again_of: sent }, 404],
      [{ audience: 'unopened' }, 400],
      [{ audience: 'chosen' }, 400],
    ] as const)
      expect((await api.call(alice, broadcasts.send, { ...input, content: 'x' })).status).toBe(status)
  })

  it('of those who did not open another broadcast is without those who did', async () => {
    const reader = await api.makeUser()
    await follow(api, reader, alice)
    const first = await sendBroadcast(api, alice, { audience: 'followers', content: 'First' })
    await api.call(reader, chat.messages, { userId: alice.id })
    await api.db.run(markAllRead, { reader: reader.id })
    const again = await sendBroadcast(api, alice, { audience: 'unopened', again_of: first, content: 'Again' })
    expect(await readers(again)).toEqual([fan.id])
  })

  it.each([1, 2])('of chosen fans is whom the oracle finds for random filters, in world %i', async (seed) => {
    const random = dice(seed + 10)
    const world = await makeAudience(api, alice, 40, random)
    await api.call(alice, broadcasts.setLimit, { per_week: 21 })
    for (let round = 0; round < 8; round++) {
      const filter = randomFilter(world, random)
      const except = world.fans.filter(() => random(10) === 0).map((it) => it.id)
      const choice = { filter, except: [...except, fan.id] }
      const id = await sendBroadcast(api, alice, { audience: 'chosen', choice, content: 'x' })
      const expected = expectedFans(world, filter).filter((it) => !except.includes(it))
      const blocked = new Set(world.fans.filter((it) => it.isBlocked).map((it) => it.id))
      const message = JSON.stringify(choice)
      expect(await readers(id), message).toEqual(expected.filter((it) => !blocked.has(it)).toSorted())
    }
  })
})

const markAllRead = statement(
  'test_mark_all_read',
  { reader: uuid },
  {},
  ({ reader }) => `update messages set read_at = now() where receiver_id = ${reader}`,
)

describe('a broadcast that is held', () => {
  const input = { audience: 'followers', content: 'Hello {name}', hold: true } as const

  it('reaches no one for ten seconds, and then everyone', async () => {
    const { id, status } = (await api.call(alice, broadcasts.send, input)).data
    expect(status).toBe('scheduled')
    await api.runJobs({ early: true })
    expect(await readTexts(api, fan, alice)).toEqual([])
    api.turnClock(undoMs)
    await sendBroadcast(api, alice, { audience: 'expired', content: 'wakes the queue' })
    api.turnClock(-undoMs)
    expect(await readers(id)).toEqual([fan.id])
  })

  it('is withdrawn within them, and is the draft again', async () => {
    const media_ids = [await makePicture(api, alice)]
    const { id } = (await api.call(alice, broadcasts.send, { ...input, media_ids, price: 7 })).data
    const { draft } = (await api.call(alice, broadcasts.withdraw, { id })).data
    expect(draft).toMatchObject({ audience: 'followers', content: 'Hello {name}', media_ids, price: 7, send_at: null })
    expect((await api.call(alice, broadcasts.getDraft, {})).data.draft).toEqual(draft)
    api.turnClock(undoMs)
    await api.runJobs({ early: true })
    api.turnClock(-undoMs)
    expect(await readTexts(api, fan, alice)).toEqual([])
    expect((await api.call(alice, broadcasts.get, { id })).status).toBe(404)
  })

  it('is not withdrawn once it is sent, nor by another creator', async () => {
    const bob = await makeCreator(api)
    const id = await sendBroadcast(api, alice, { ...input, hold: false })
    expect((await api.call(alice, broadcasts.withdraw, { id })).refusal.error).toBe('already_done')
    const planned = (await api.call(alice, broadcasts.send, input)).data.id
    expect((await api.call(bob, broadcasts.withdraw, { id: planned })).status).toBe(404)
  })

  it('that was planned for a moment comes back with that moment', async () => {
    const send_at = new Date(api.ctx.now() + 3_600_000).toISOString()
    const { id } = (await api.call(alice, broadcasts.send, { ...input, hold: false, send_at })).data
    expect((await api.call(alice, broadcasts.withdraw, { id })).data.draft.send_at).toBe(send_at)
  })
})
