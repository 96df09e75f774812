import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'
import { nextPrice } from './next-price.ts'
import {
  insertSubscriptionEvent,
  lockOrInsertSubscription,
  type SubscriptionEventKind,
  type SubscriptionRow,
  updateSubscription,
} from './statements.ts'

/** Records an event of a subscription, for the creator's figures. */
export async function record(tx: Db, row: SubscriptionRow, kind: SubscriptionEventKind, now: number): Promise<void> {
  await tx.run(insertSubscriptionEvent, {
    id: newId(),
    subscription: row.id,
    fan: row.fan_id,
    creator: row.creator_id,
    kind,
    cents: row.price_cents,
    now: new Date(now),
  })
}

export async function saveSubscription(tx: Db, row: SubscriptionRow, now: number): Promise<void> {
  await tx.run(updateSubscription, {
    id: row.id,
    status: row.status,
    cents: row.price_cents,
    startedAt: row.started_at,
    since: row.since,
    activeUntil: row.active_until,
    renewsAt: row.renews_at,
    fullCents: row.full_price_cents,
    discountedMonths: row.discounted_months,
    now: new Date(now),
  })
}

/** The subscription of the pair, locked until the commit; an ended one is inserted if there is none. */
export async function lockSubscription(
  tx: Db,
  ctx: Services,
  fanId: string,
  creatorId: string,
): Promise<SubscriptionRow> {
  const [row] = await tx.run(lockOrInsertSubscription, {
    id: newId(),
    fan: fanId,
    creator: creatorId,
    now: new Date(ctx.now()),
  })
  if (row === undefined) throw new Error('the subscription was neither found nor inserted')
  return row
}

/** A subscription as the rules of `contract/policy` know it. */
export const factsOf = (row: Omit<SubscriptionRow, 'id' | 'fan_id' | 'creator_id' | 'started_at' | 'since'>) => ({
  status: row.status,
  priceCents: row.price_cents,
  dueCents: nextPrice(row).price_cents,
  activeUntil: row.active_until?.getTime() ?? null,
  renewsAt: row.renews_at?.getTime() ?? null,
})

/**
 * A running subscription with months after it that are paid already: whether it renews, and at what price, stays. A month
 * that is owed is paid by them.
 */
export const extendedTo = (row: SubscriptionRow, until: Date): SubscriptionRow => ({
  ...row,
  status: row.status === 'past_due' ? 'active' : row.status,
  active_until: until,
  renews_at: row.renews_at === null ? null : until,
})
