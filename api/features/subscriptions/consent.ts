import { monthAfter } from '../../../contract/policy/subscription.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { chunkSize, notifyMany } from '../notifications/notify-many.ts'

/**
 * Where a creator has begun to ask a price, those who subscribed for nothing are told and have a month to agree to it
 * (product §5: from free to paid needs their consent). Whoever does not agree is charged nothing, and falls back to
 * following when the month is over. Safe to run on many nodes and to be killed at any point.
 */
export async function requestConsent(ctx: Services): Promise<void> {
  const creators = await ctx.db.run<{ id: string }>(newlyPaid, [new Date(ctx.now() - dayMs)])
  for (const { id } of creators) {
    while (await askSome(ctx, id)) {
      // A bounded number at a time, each in a transaction of its own.
    }
  }
}

/** The next who have not been asked; false when nobody is left. */
async function askSome(ctx: Services, creatorId: string): Promise<boolean> {
  const { asked, afterCommit } = await ctx.db.transact((tx) => askChunk(tx, ctx, creatorId))
  await afterCommit?.()
  return asked === chunkSize
}

async function askChunk(tx: Db, ctx: Services, creatorId: string) {
  const [creator] = await tx.run<{ price_cents: number }>(stillPaid, [creatorId])
  if (creator === undefined) return { asked: 0, afterCommit: null }
  const now = ctx.now()
  const rows = await tx.run<{ fan_id: string }>(asking, [
    creatorId,
    new Date(monthAfter(now, now)),
    new Date(now),
    chunkSize,
  ])
  const fans = rows.map((row) => row.fan_id)
  if (fans.length === 0) return { asked: 0, afterCommit: null }
  const object = { kind: 'user' as const, id: creatorId }
  const about = { type: 'price_consent' as const, actorId: creatorId, object, amountCents: creator.price_cents }
  return { asked: fans.length, afterCommit: await notifyMany(tx, ctx, fans, about) }
}

const dayMs = 86_400_000

const newlyPaid: Statement = {
  name: 'subscriptions_newly_paid',
  text: `
    select u.id from users u where u.price_cents > 0 and u.deleted_at is null
      and u.id in (select c.creator_id from price_changes c where c.created_at > $1::timestamptz and c.price_cents > 0)
      and exists (select 1 from subscriptions s where s.creator_id = u.id and s.status = 'active' and s.price_cents = 0)`,
}
/** A change of the price waits until the chunk is asked for the one that it names. */
const stillPaid: Statement = {
  name: 'subscriptions_still_paid',
  text: `select price_cents from users where id = $1::uuid and price_cents > 0 and deleted_at is null for share`,
}
/** What was paid before, of a creator who was free in between, goes on to its end at the least. */
const asking: Statement = {
  name: 'subscriptions_ask_consent',
  text: `
    with chosen as (
      select id from subscriptions where creator_id = $1::uuid and status = 'active' and price_cents = 0
      order by fan_id limit $4::int for update
    )
    update subscriptions s set status = 'cancelled', renews_at = null, active_until = greatest(s.active_until, $2::timestamptz),
      updated_at = $3::timestamptz
    from chosen where s.id = chosen.id returning s.fan_id`,
}
