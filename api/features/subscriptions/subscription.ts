import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'

/** Writes down what happened, for the creator's figures. */
export async function record(
  tx: Db,
  row: SubscriptionRow,
  kind: 'new' | 'renewed' | 'cancelled' | 'resumed' | 'past_due' | 'lost',
  now: number,
): Promise<void> {
  await tx.run(recording, [newId(), row.id, row.fan_id, row.creator_id, kind, row.price_cents, new Date(now)])
}

export async function saveSubscription(tx: Db, row: SubscriptionRow, now: number): Promise<void> {
  await tx.run(saving, [
    row.id,
    row.status,
    row.price_cents,
    row.started_at,
    row.active_until,
    row.renews_at,
    row.full_price_cents,
    row.discounted_months,
    new Date(now),
    row.since,
  ])
}

/** The row of the pair, locked until the commit; an ended one is made where there is none. */
export async function lockSubscription(
  tx: Db,
  ctx: Services,
  fanId: string,
  creatorId: string,
): Promise<SubscriptionRow> {
  const [row] = await tx.run<SubscriptionRow>(lockOrMake, [newId(), fanId, creatorId, new Date(ctx.now())])
  if (row === undefined) throw new Error('the subscription is neither there nor made')
  return row
}

export type SubscriptionRow = {
  id: string
  fan_id: string
  creator_id: string
  status: 'active' | 'cancelled' | 'past_due' | 'ended'
  price_cents: number
  /** From when its months are counted; during a trial that moment is still to come. */
  started_at: Date
  /** Since when it runs, its trial included. */
  since: Date
  active_until: Date | null
  renews_at: Date | null
  full_price_cents: number | null
  discounted_months: number
}

/** What a `SubscriptionRow` holds. */
export const subscriptionColumns =
  'id, fan_id, creator_id, status, price_cents, started_at, since, active_until, renews_at, full_price_cents, discounted_months'
const lockOrMake: Statement = {
  name: 'subscription_lock_or_make',
  text: `
    insert into subscriptions (id, fan_id, creator_id, status, price_cents, started_at, since, active_until, updated_at)
    values ($1, $2, $3, 'ended', 0, $4, $4, $4, $4)
    on conflict (fan_id, creator_id) do update set updated_at = excluded.updated_at
    returning ${subscriptionColumns}`,
}
const saving: Statement = {
  name: 'subscription_save',
  text: `
    update subscriptions set status = $2, price_cents = $3, started_at = $4, active_until = $5, renews_at = $6,
      full_price_cents = $7, discounted_months = $8, updated_at = $9, since = $10
    where id = $1`,
}
const recording: Statement = {
  name: 'subscription_record',
  text: `insert into subscription_events (id, subscription_id, fan_id, creator_id, kind, price_cents, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}
