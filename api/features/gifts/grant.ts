import { letsIn, monthsAfter, paidUntil } from '../../../contract/policy/subscription.ts'
import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { SubscriptionRow } from '../subscriptions/statements.ts'
import { extendedTo, factsOf, lockSubscription, record, saveSubscription } from '../subscriptions/subscription.ts'

/**
 * Gives a fan months of a subscription that another fan has paid for: after what runs already, else from now on. A gift
 * leads to no charge: what it begins does not renew by itself, and what renewed renews that much later, at its own price.
 * Refuses `already_done` to a fan who subscribes for nothing.
 */
export async function grantMonths(
  tx: Db,
  ctx: Services,
  it: { fanId: string; creatorId: string; months: number; monthCents: number },
): Promise<Granted> {
  const now = ctx.now()
  const row = await lockSubscription(tx, ctx, it.fanId, it.creatorId)
  const facts = factsOf(row)
  const runs = letsIn(facts, now)
  if (runs && row.active_until === null) throw refuse('already_done')
  const from = (runs ? paidUntil(facts) : null) ?? now
  const until = new Date(monthsAfter(runs ? row.started_at.getTime() : now, from, it.months))
  const after: SubscriptionRow = runs
    ? extendedTo(row, until)
    : {
        ...row,
        status: 'cancelled',
        price_cents: it.monthCents,
        started_at: new Date(now),
        since: new Date(now),
        active_until: until,
        renews_at: null,
        full_price_cents: null,
        discounted_months: 0,
      }
  await saveSubscription(tx, after, now)
  await record(tx, after, runs ? 'renewed' : 'new', now)
  return { subscriptionId: row.id, isNew: !runs, from: new Date(from), until }
}
export type Granted = { subscriptionId: string; isNew: boolean; from: Date; until: Date }
