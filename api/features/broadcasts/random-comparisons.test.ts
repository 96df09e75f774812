import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { dice } from '../../../tests/support/audience.ts'
import { addFollowers, sendDue } from '../../../tests/support/broadcasts.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastHabits, broadcastRecipients } from '../../platform/db/schema/broadcasts.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { purchases } from '../../platform/db/schema/media.ts'
import { questionStatements } from '../wallet/check-statements.ts'
import { deliver, sendChunk } from './deliver.ts'

/**
 * Whatever happens between the two sendings, no fan has two copies of a broadcast, those of one text have that text, and what
 * both brought is what their messages say (product §88). `RANDOM_COMPARISONS=500` plays as many histories.
 */
const api = testApi()
const rounds = Number(process.env.RANDOM_COMPARISONS ?? 12)
type Random = (bound: number) => number
type World = { creator: Actor; fans: string[]; id: string; isSold: boolean }

it(`${rounds} random histories leave one copy to each fan, and figures that add up`, {
  timeout: 60_000 + rounds * 10_000,
}, async () => {
  const seen = { compared: 0, decided: 0, chosen: 0, stopped: 0, unsent: 0 }
  for (let seed = 1; seed <= rounds; seed++) {
    const random = dice(seed * 7)
    const world = await makeWorld(random)
    for (let step = 0; step < 14; step++) await act(world, random)
    api.turnClock(26 * 3_600_000)
    await sendDue(api)
    await check(world, seed, seen)
    api.turnClock(-26 * 3_600_000)
  }
  expect(seen.compared).toBeGreaterThan(0)
  expect(seen.decided).toBeGreaterThan(0)
  if (rounds >= 12) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
})

async function makeWorld(random: Random): Promise<World> {
  const creator = await makeCreator(api)
  const fans = await addFollowers(api, creator, 200 + random(60))
  const isSold = random(2) === 0
  const sale = isSold ? { price: 5, media_ids: [await makePicture(api, creator)] } : {}
  const { id } = (
    await api.call(creator, broadcasts.send, {
      ...{ audience: 'followers', content: 'One', second_content: 'Two', compare_hours: 1 },
      ...sale,
    })
  ).data
  return { creator, fans, id, isSold }
}

/** One thing that happens: a worker, a fan, the creator, or time. */
async function act({ creator, fans, id, isSold }: World, random: Random): Promise<void> {
  const some = fans.filter(() => random(9) === 0)
  const choice = (['first', 'second', 'better', 'none'] as const)[random(4)] ?? 'better'
  const acts = [
    () => deliver(api.ctx, id),
    () => Promise.all([deliver(api.ctx, id), deliver(api.ctx, id)]),
    () => sendChunk(api.ctx, id, 1 + random(20)),
    () => open(id, some),
    () => open(id, some),
    () => (isSold ? buy(creator, id, some.slice(0, 5)) : null),
    () => api.db.update(purchases).set({ refundedAt: new Date() }).where(inArray(purchases.buyerId, some)),
    () => turnOff(creator, some.slice(0, 2)),
    () => (random(3) === 0 ? api.call(creator, broadcasts.decideRest, { id, send: choice }) : null),
    () => (random(8) === 0 ? api.call(creator, broadcasts.unsend, { id }) : null),
    () => later(random(80) * 60_000, () => deliver(api.ctx, id)),
  ]
  await acts[random(acts.length)]?.()
}

async function later(ms: number, work: () => Promise<unknown>) {
  api.turnClock(ms)
  await work().finally(() => api.turnClock(-ms))
}
const messagesOf = (id: string) => api.db.select().from(messages).where(eq(messages.broadcastId, id))
async function open(id: string, fans: readonly string[]) {
  const ids = (await messagesOf(id)).filter((it) => fans.includes(it.receiverId)).map((it) => it.id)
  await api.db.update(messages).set({ readAt: new Date() }).where(inArray(messages.id, ids))
}
async function buy(creator: Actor, id: string, fans: readonly string[]) {
  const offered = (await messagesOf(id)).filter((it) => fans.includes(it.receiverId))
  if (offered.length === 0) return
  const sale = { creatorId: creator.id, objectKind: 'message' as const, priceCents: 500 }
  const rows = offered.map((it) => ({
    ...sale,
    id: newId(),
    entryId: newId(),
    buyerId: it.receiverId,
    objectId: it.id,
  }))
  await api.db.insert(purchases).values(rows)
}
async function turnOff(creator: Actor, fans: readonly string[]) {
  for (const fanId of fans)
    await api.db
      .insert(broadcastHabits)
      .values({ fanId, creatorId: creator.id, frequency: 'off' })
      .onConflictDoNothing()
}

async function check({ creator, id }: World, seed: number, seen: Record<string, number>): Promise<void> {
  const all = await messagesOf(id)
  const recipients = await api.db.select().from(broadcastRecipients).where(eq(broadcastRecipients.broadcastId, id))
  const versions = new Map(recipients.map((it) => [it.userId, it.version]))
  const sent = (await api.call(creator, broadcasts.get, { id })).data
  const { comparison } = sent
  const message = JSON.stringify({ seed, status: sent.status, comparison })
  expect(new Set(all.map((it) => it.receiverId)).size, message).toBe(all.length)
  for (const it of all.filter(({ deletedAt }) => deletedAt === null)) {
    const version = versions.get(it.receiverId) ?? comparison?.winner
    expect(it.content, message).toBe(version === 'second' ? 'Two' : 'One')
  }
  const sold = await api.db
    .select()
    .from(purchases)
    .where(inArray(purchases.objectId, all.map((it) => it.id).concat(newId())))
  const figuresOf = (version: string | null) => {
    const own = all.filter((it) => version === null || versions.get(it.receiverId) === version)
    const paid = sold.filter((it) => it.refundedAt === null && own.some((one) => one.id === it.objectId))
    const opened = own.filter((it) => it.readAt !== null).length
    return { sent: own.length, opened, unlocked: paid.length, earned: paid.length * 5 }
  }
  expect(sent, message).toMatchObject(figuresOf(null))
  expect(comparison, message).toMatchObject({ first: figuresOf('first'), second: figuresOf('second') })
  expect(['sent', 'unsent'], message).toContain(sent.status)
  const broken = questionStatements.find((it) => it.question === 'broadcasts')
  expect(broken && (await api.db.run(broken.find, {})), message).toEqual([])
  seen.compared = (seen.compared ?? 0) + (comparison?.each ? 1 : 0)
  seen.decided = (seen.decided ?? 0) + (comparison?.decided?.by === 'rule' ? 1 : 0)
  seen.chosen = (seen.chosen ?? 0) + (comparison?.decided?.by === 'choice' ? 1 : 0)
  seen.stopped = (seen.stopped ?? 0) + (sent.status === 'sent' && comparison?.winner === null ? 1 : 0)
  seen.unsent = (seen.unsent ?? 0) + (sent.status === 'unsent' ? 1 : 0)
}
