import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Actor } from '../../../tests/support/api.ts'
import { dice, expectedFans, makeAudience, randomFilter, type World } from '../../../tests/support/audience.ts'
import { makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { broadcastHabits, broadcasts } from '../../platform/db/schema/broadcasts.ts'
import { chatMembers } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { entitlements } from '../../platform/db/schema/media.ts'
import { statement, uuid, uuids } from '../../platform/db/statement.ts'
import { deliver } from './deliver.ts'

/**
 * A fan who owns everything, waits, turned the creator off or had enough is never written to, whatever was chosen (product
 * §51). `RANDOM_BROADCASTS=10000` sends as many as issue and handbook name.
 */
const api = testApi()
const rounds = Number(process.env.RANDOM_BROADCASTS ?? 60)
const roundsPerWorld = 20
const dayMs = 86_400_000

type Rails = {
  owned: Map<string, Set<string>>
  waiting: Set<string>
  off: Set<string>
  /** When each fan got what. */
  got: Map<string, number[]>
  perWeek: number
}
type Sent = { media: string[]; previews: string[]; skipWaiting: boolean; sendAt: number; meant: string[] }
type Random = (bound: number) => number

it(
  `${rounds} random broadcasts go to the fans whom they may, and to no other`,
  async () => {
    const seen = { sent: 0, off: 0, owns: 0, waiting: 0, weekly: 0 }
    for (let done = 0; done < rounds; done += roundsPerWorld) await oneWorld(done + 1, seen)
    // Each rail stopped some, so that the test says something about it.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
  },
  60_000 + rounds * 1_000,
)

async function oneWorld(seed: number, seen: Record<Verdict, number>) {
  const random = dice(seed)
  const creator = await makeCreator(api)
  const world = await makeAudience(api, creator, 25, random)
  const { mediaIds } = await makePaidPost(api, creator, 5, 4)
  const perWeek = 1 + random(6)
  await api.db.update(users).set({ broadcastsPerWeek: perWeek }).where(eq(users.id, creator.id))
  const rails: Rails = { owned: new Map(), waiting: new Set(), off: new Set(), got: new Map(), perWeek }
  for (let round = 0; round < roundsPerWorld; round++) {
    await changeFacts(creator, world, mediaIds, rails, random)
    const media = mediaIds.filter(() => random(3) === 0)
    const filter = random(3) === 0 ? {} : randomFilter(world, random)
    const blocked = new Set(world.fans.filter((it) => it.isBlocked).map((it) => it.id))
    const sent: Sent = {
      media,
      previews: media.filter(() => random(4) === 0),
      skipWaiting: random(3) > 0,
      sendAt: world.now - random(14) * dayMs,
      meant: expectedFans(world, filter).filter((id) => !blocked.has(id)),
    }
    const id = newId()
    await api.db.insert(broadcasts).values({
      ...{ id, senderId: creator.id, audience: 'chosen', choice: { filter }, skipWaiting: sent.skipWaiting },
      ...{ content: 'New', mediaIds: media, previewIds: sent.previews, priceCents: null },
      ...{ status: 'scheduled', sendAt: new Date(sent.sendAt) },
    })
    await deliver(api.ctx, id)
    const verdicts = sent.meant.map((fan) => [fan, verdictOf(fan, sent, rails, world.now)] as const)
    const expected = verdicts.filter(([, verdict]) => verdict === 'sent').map(([fan]) => fan)
    const rows = await api.db.run(receiversOf, { id })
    const message = JSON.stringify({ seed, round, filter, sent })
    expect(rows.map((row) => row.receiver_id).toSorted(), message).toEqual(expected.toSorted())
    for (const [, verdict] of verdicts) seen[verdict] += 1
    for (const fan of expected) rails.got.set(fan, [...(rails.got.get(fan) ?? []), sent.sendAt])
  }
  const owners = await api.db.run(ownersWrittenTo, { creator: creator.id, media: mediaIds })
  expect(owners).toEqual([])
}

/** What the rails say of a fan, in plain words. */
function verdictOf(fan: string, sent: Sent, rails: Rails, now: number): Verdict {
  const sold = sent.media.filter((id) => !sent.previews.includes(id))
  if (rails.off.has(fan)) return 'off'
  if (sold.length > 0 && sold.every((id) => rails.owned.get(fan)?.has(id))) return 'owns'
  if (sent.skipWaiting && rails.waiting.has(fan)) return 'waiting'
  const week = (rails.got.get(fan) ?? []).filter((at) => at > now - 7 * dayMs)
  return week.length >= rails.perWeek ? 'weekly' : 'sent'
}
type Verdict = 'off' | 'owns' | 'waiting' | 'weekly' | 'sent'

/** A fan comes to own something, waits for an answer, is answered, or turns the creator off and on. */
async function changeFacts(creator: Actor, world: World, media: string[], rails: Rails, random: Random) {
  for (let times = 0; times < 3; times++) {
    const fan = world.fans[random(world.fans.length)]?.id ?? ''
    const owned = rails.owned.get(fan) ?? new Set()
    const picture = media[random(media.length)] ?? ''
    if (!owned.has(picture)) {
      await api.db.insert(entitlements).values({ userId: fan, mediaId: picture, purchaseId: newId() })
      // Owned from now on: what came before it was no fault.
      rails.owned.set(fan, owned.add(picture))
    }
  }
  const fan = world.fans[random(world.fans.length)]?.id ?? ''
  const waits = random(2) === 0
  const known = await api.db
    .update(chatMembers)
    .set({ awaitsAnswer: waits })
    .where(and(eq(chatMembers.userId, creator.id), eq(chatMembers.otherId, fan)))
    .returning({ id: chatMembers.otherId })
  if (known.length > 0) rails.waiting[waits ? 'add' : 'delete'](fan)
  const quiet = world.fans[random(world.fans.length)]?.id ?? ''
  const frequency = random(3) === 0 ? 'off' : 'all'
  await api.db
    .insert(broadcastHabits)
    .values({ fanId: quiet, creatorId: creator.id, frequency })
    .onConflictDoUpdate({ target: [broadcastHabits.fanId, broadcastHabits.creatorId], set: { frequency } })
  rails.off[frequency === 'off' ? 'add' : 'delete'](quiet)
}

const receiversOf = statement(
  'test_receivers_of_broadcast',
  { id: uuid },
  { receiver_id: uuid },
  ({ id }) => `select m.receiver_id from messages m where m.broadcast_id = ${id}`,
)
/** Fans who have a broadcast whose every sold media they owned before it came. */
const ownersWrittenTo = statement(
  'test_owners_written_to',
  { creator: uuid, media: uuids },
  { receiver_id: uuid },
  ({ creator, media }) => `
    select m.receiver_id from messages m where m.sender_id = ${creator}
      and exists (select 1 from message_media x where x.message_id = m.id and not x.is_preview and x.media_id = any(${media}))
      and not exists (select 1 from message_media x where x.message_id = m.id and not x.is_preview and not exists (
        select 1 from entitlements e where e.user_id = m.receiver_id and e.media_id = x.media_id and e.created_at < m.created_at))`,
)
