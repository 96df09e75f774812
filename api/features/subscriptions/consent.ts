import { monthAfter } from '../../../contract/policy/subscription.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { chunkSize, notifyMany } from '../notifications/notify-many.ts'
import { cancelFreeSubscriptions, lockPaidPrice, newlyPaidCreators } from './statements.ts'

/**
 * Notifies the free subscribers of a creator who now has a price: they have a month to agree to it (product §5). A fan
 * who does not agree is charged nothing, and falls back to following when the month is over. Safe to run on many nodes
 * and to be killed at any point.
 */
export async function requestConsent(ctx: Services): Promise<void> {
  const creators = await ctx.db.run(newlyPaidCreators, { since: new Date(ctx.now() - dayMs) })
  for (const { id } of creators) {
    while (await requestNextChunk(ctx, id)) {
      // One transaction for each chunk.
    }
  }
}

/** Notifies the next chunk of free subscribers; false when none are left. */
async function requestNextChunk(ctx: Services, creatorId: string): Promise<boolean> {
  const { notified, afterCommit } = await ctx.db.transact((tx) => requestChunk(tx, ctx, creatorId))
  await afterCommit?.()
  return notified === chunkSize
}

async function requestChunk(tx: Db, ctx: Services, creatorId: string) {
  const [creator] = await tx.run(lockPaidPrice, { creator: creatorId })
  if (creator === undefined || creator.price_cents === null) return { notified: 0, afterCommit: null }
  const now = ctx.now()
  const rows = await tx.run(cancelFreeSubscriptions, {
    creator: creatorId,
    until: new Date(monthAfter(now, now)),
    now: new Date(now),
    limit: chunkSize,
  })
  const fans = rows.map((row) => row.fan_id)
  if (fans.length === 0) return { notified: 0, afterCommit: null }
  const object = { kind: 'user' as const, id: creatorId }
  const about = { type: 'price_consent' as const, actorId: creatorId, object, amountCents: creator.price_cents }
  return { notified: fans.length, afterCommit: await notifyMany(tx, ctx, fans, about) }
}

const dayMs = 86_400_000
