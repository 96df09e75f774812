import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { addFollowers, sendAfter, sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { comparing, twoTexts } from '../../../tests/support/compared-broadcast.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { block, makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastHabits, broadcastRecipients } from '../../platform/db/schema/broadcasts.ts'
import { chatMembers } from '../../platform/db/schema/chat.ts'
import { entitlements, purchases } from '../../platform/db/schema/media.ts'
import { follows } from '../../platform/db/schema/users.ts'
import { deliver, sendChunk } from './deliver.ts'

/** Two texts of one broadcast are compared, and the better one goes to the others (product §88). */
const api = testApi()
let alice: Actor
let fans: string[]
beforeEach(async () => {
  alice = await makeCreator(api)
  fans = await addFollowers(api, alice, 240)
})

const { compare, look, messagesOf, readers, openedBy } = comparing(api, () => alice)
async function boughtBy(id: string, receivers: readonly string[], priceCents = 500) {
  const all = (await messagesOf(id)).filter((it) => receivers.includes(it.receiverId))
  const values = all.map((it) => ({
    id: newId(),
    entryId: newId(),
    buyerId: it.receiverId,
    objectId: it.id,
    priceCents,
  }))
  await api.db
    .insert(purchases)
    .values(values.map((it) => ({ ...it, creatorId: alice.id, objectKind: 'message' as const })))
}

describe('the comparison', () => {
  it('sends each text to a twentieth that is drawn at random, the same whenever it is drawn, and waits', async () => {
    const id = await compare()
    const { first, second } = await readers(id)
    const hashed = (fan: string) => createHash('md5').update(`${id}${fan}`).digest('hex')
    const drawn = fans.toSorted((a, b) => (hashed(a) < hashed(b) ? -1 : 1))
    expect([first.toSorted(), second.toSorted()]).toEqual([
      drawn.slice(0, 12).toSorted(),
      drawn.slice(12, 24).toSorted(),
    ])
    expect(await look(id)).toMatchObject({
      status: 'comparing',
      recipients: 240,
      sent: 24,
      comparison: {
        each: 12,
        measure: 'opened',
        winner: null,
        decided: null,
        first: { sent: 12 },
        second: { sent: 12 },
      },
    })
    await sendAfter(api, 1)
    expect((await look(id)).sent).toBe(24)
  })

  it('sends the one that more opened to all others, with each name, and keeps why', async () => {
    const id = await compare()
    const { first, second } = await readers(id)
    await openedBy(id, [...first.slice(0, 3), ...second.slice(0, 4)])
    await sendAfter(api, 2.1)
    const after = await readers(id)
    expect([after.first.length, after.second.length]).toEqual([12, 228])
    expect(new Set([...after.first, ...after.second])).toEqual(new Set(fans))
    expect(await look(id)).toMatchObject({
      status: 'sent',
      recipients: 240,
      sent: 240,
      opened: 7,
      comparison: {
        winner: 'second',
        first: { sent: 12, opened: 3 },
        second: { sent: 12, opened: 4 },
        decided: { by: 'rule', first: { sent: 12, hits: 3 }, second: { sent: 12, hits: 4 } },
      },
    })
    const [one] = (await messagesOf(id)).filter((it) => it.receiverId === first[0])
    expect(one?.content).toMatch(/^One for f[0-9a-f]+$/)
    await openedBy(id, fans)
    expect(await look(id)).toMatchObject({ opened: 240, comparison: { first: { opened: 12 }, second: { opened: 12 } } })
  })

  it('measures what is for sale by sales, whatever was opened, and says what each text earned', async () => {
    const id = await compare({ price: 5, media_ids: [await makePicture(api, alice)] })
    const { first, second } = await readers(id)
    await openedBy(id, first)
    await boughtBy(id, second.slice(0, 2))
    await boughtBy(id, first.slice(0, 1))
    expect((await look(id)).comparison).toMatchObject({
      measure: 'unlocked',
      first: { sent: 12, opened: 12, unlocked: 1, earned: 5 },
      second: { sent: 12, opened: 0, unlocked: 2, earned: 10 },
    })
    await api.db
      .update(purchases)
      .set({ refundedAt: new Date() })
      .where(eq(purchases.buyerId, second[0] ?? ''))
    expect((await look(id)).comparison).toMatchObject({ second: { unlocked: 1, earned: 5 } })
    await sendAfter(api, 2.1)
    expect((await look(id)).comparison?.winner).toBe('first')
  })

  it('is refused for too few, an empty or the same text; who has become too few get the first', async () => {
    const bob = await makeCreator(api)
    await addFollowers(api, bob, 199)
    const send = (input: object, who = alice) => api.call(who, broadcasts.send, { ...twoTexts, ...input })
    expect((await send({}, bob)).refusal.fields).toEqual({ second_content: ['too few recipients'] })
    for (const second_content of ['', ' ', twoTexts.content]) expect((await send({ second_content })).status).toBe(400)
    const soon = new Date(api.ctx.now() + 60_000).toISOString()
    const { id } = (await send({ send_at: soon })).data
    await api.db.delete(follows).where(inArray(follows.followerId, fans.slice(0, 41)))
    await sendAfter(api, 0.1)
    expect(await look(id)).toMatchObject({ status: 'sent', sent: 199, comparison: { each: 0, rest_at: null } })
    expect((await readers(id)).second).toEqual([])
  })
})

describe('the second sending', () => {
  it('leaves out who is stopped by a rail, has left or is blocked by then, and counts them', async () => {
    const [one = '', two = ''] = [await makePicture(api, alice), await makePicture(api, alice)]
    await api.call(alice, broadcasts.setLimit, { per_week: 2 })
    const id = await compare({ price: 5, media_ids: [one, two] })
    const { first, second } = await readers(id)
    const others = fans.filter((fan) => !first.includes(fan) && !second.includes(fan))
    const [owner, half, off, waiting, left, blocked, full] = others as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    await api.db.insert(entitlements).values([
      { userId: owner, mediaId: one, purchaseId: newId() },
      { userId: owner, mediaId: two, purchaseId: newId() },
      { userId: half, mediaId: one, purchaseId: newId() },
    ])
    await api.db.insert(broadcastHabits).values({ fanId: off, creatorId: alice.id, frequency: 'off' })
    await api.db.delete(follows).where(eq(follows.followerId, left))
    await block(api, { id: blocked } as Actor, alice)
    // Two more broadcasts to one fan meanwhile; this one does not count before it has come.
    for (const content of ['x', 'y'])
      await sendBroadcast(api, alice, { audience: 'chosen', choice: { ids: [full] }, content })
    expect((await messagesOf(id)).some((it) => it.receiverId === full)).toBe(false)
    await sendBroadcast(api, alice, { audience: 'chosen', choice: { ids: [waiting] }, content: 'Hello' })
    await api.db
      .update(chatMembers)
      .set({ awaitsAnswer: true })
      .where(and(eq(chatMembers.userId, alice.id), eq(chatMembers.otherId, waiting)))
    await sendAfter(api, 2.1)
    const all = await readers(id)
    const stopped = [owner, off, waiting, left, blocked, full]
    expect(all.second).toEqual(second)
    expect(all.first.toSorted()).toEqual(fans.filter((it) => !second.includes(it) && !stopped.includes(it)).toSorted())
    expect(all.first).toContain(half)
    expect(await look(id)).toMatchObject({
      recipients: 234,
      sent: 234,
      left_out: { off: 1, owns: 1, waiting: 1, weekly: 1 },
    })
  })

  it('counts for a fan’s week from when it came', async () => {
    await api.call(alice, broadcasts.setLimit, { per_week: 1 })
    const id = await compare({ compare_hours: 24 })
    const tested = (await readers(id)).first[0] ?? ''
    const count = async () => (await api.call(alice, broadcasts.audiences, { audience: 'followers', exclude: [] })).data
    expect(await count()).toMatchObject({ count: 216, left_out: { weekly: 24 } })
    await sendAfter(api, 24.1)
    expect(await count()).toMatchObject({ count: 0, left_out: { weekly: 240 } })
    api.turnClock(7.5 * 86_400_000)
    expect(await count()).toMatchObject({ count: 24, left_out: { weekly: 216 } })
    expect((await readers(id)).first).toContain(tested)
    api.turnClock(-7.5 * 86_400_000)
  })

  it('goes on after a kill at any point, and two workers send one copy to each', async () => {
    const { id } = (await api.call(alice, broadcasts.send, twoTexts)).data
    const isSent = async () => (await look(id)).status !== 'sending'
    const oneAfterTheOther = async () => {
      for (const transactions of [0, 1, 2]) await killedAfter(transactions, () => deliver(api.ctx, id))
      // Each worker dies after seven recipients of the chunk; the next one begins again.
      while (!(await isSent())) await sendChunk(api.ctx, id, 7)
      await Promise.all([deliver(api.ctx, id), deliver(api.ctx, id)])
    }
    await oneAfterTheOther()
    expect([(await look(id)).status, (await messagesOf(id)).length]).toEqual(['comparing', 24])
    api.turnClock(2.1 * 3_600_000)
    await oneAfterTheOther().finally(() => api.turnClock(-2.1 * 3_600_000))
    const received = (await messagesOf(id)).map((it) => it.receiverId)
    expect([received.length, new Set(received).size]).toEqual([240, 240])
    expect(await look(id)).toMatchObject({ status: 'sent', sent: 240, comparison: { winner: 'first' } })
  })

  it('is done once when two workers begin at the same moment', async () => {
    const id = await compare()
    api.turnClock(2.1 * 3_600_000)
    await Promise.all([deliver(api.ctx, id), deliver(api.ctx, id), deliver(api.ctx, id)])
    api.turnClock(-2.1 * 3_600_000)
    expect([(await messagesOf(id)).length, (await look(id)).sent]).toEqual([240, 240])
  })

  /** A worker whose process ends after so many transactions. */
  async function killedAfter(transactions: number, work: () => Promise<void>) {
    const transact = api.ctx.db.transact.bind(api.ctx.db)
    let left = transactions
    const spy = vi.spyOn(api.ctx.db, 'transact').mockImplementation((inside) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : transact(inside)
    })
    await expect(work()).rejects.toThrow('killed')
    spy.mockRestore()
  }
})

it('counts recipients once, with those who compare marked', async () => {
  const id = await compare()
  const rows = await api.db.select().from(broadcastRecipients).where(eq(broadcastRecipients.broadcastId, id))
  expect(
    Object.entries(Object.groupBy(rows, (it) => it.version ?? 'none'))
      .map(([of, all]) => [of, all?.length])
      .toSorted(),
  ).toEqual([
    ['first', 12],
    ['second', 12],
  ])
})
