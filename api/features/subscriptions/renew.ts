import { coinsOf } from '../../../contract/coins.ts'
import { graceDays } from '../../../contract/limits.ts'
import { monthAfter } from '../../../contract/policy/subscription.ts'
import type { Db } from '../../platform/db/db.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import { forEachIndependently } from '../../platform/jobs/for-each.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { charge, findSaleTerms } from '../wallet/sale.ts'
import { pagesOf } from './due-pages.ts'
import { nextPrice } from './next-price.ts'
import { type DueSubscription, dueEnds, dueRenewals, lockSubscriptionById, type SubscriptionRow } from './statements.ts'
import { endSubscription } from './subscribe.ts'
import { record, saveSubscription } from './subscription.ts'

/**
 * Renews what is due and ends what has expired (product §5). A month that the wallet does not cover is `past_due` for
 * three days, in which access continues and every run tries again once the coins are there; then it falls back to
 * following. Safe to run on many nodes and to be killed at any point, because each subscription is its own transaction.
 */
export const renewDue = (ctx: Services): Promise<number> =>
  forEachIndependently(dueRows(ctx), (row) => renewOne(ctx, row))

async function* dueRows(ctx: Services): AsyncGenerator<DueSubscription> {
  const now = new Date(ctx.now())
  const [dueBefore, graceBefore] = [new Date(ctx.now() + aheadMs), new Date(ctx.now() - graceMs)]
  yield* pagesOf((after) => ctx.db.run(dueRenewals, { dueBefore, graceBefore, ...after }))
  yield* pagesOf((after) => ctx.db.run(dueEnds, { now, ...after }))
}

const graceMs = graceDays * 86_400_000
/** A little early, so that no fan loses access while the job runs. */
const aheadMs = 10 * 60_000

async function renewOne(ctx: Services, due: DueSubscription): Promise<boolean> {
  try {
    const afterCommit = await ctx.db.transact((tx) => renew(tx, ctx, due))
    afterCommit?.()
    return afterCommit !== null
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    // The coins or the fan's own limit do not cover it.
    const afterCommit = await ctx.db.transact((tx) => fallBehind(tx, ctx, due.id))
    afterCommit?.()
    return false
  }
}

/** Returns the effects to run after the commit, or null when nothing was renewed. */
async function renew(tx: Db, ctx: Services, { id, fan_id, creator_id }: DueSubscription): Promise<(() => void) | null> {
  // Before the subscription, as subscribing and closing an account do, so that none waits for another in a circle.
  const terms = await findSaleTerms(tx, ctx, fan_id, creator_id)
  const row = await lockDue(tx, ctx, id)
  if (row === null) return null
  const now = ctx.now()
  const due = row.renews_at?.getTime() ?? now
  const isFree = row.price_cents === 0
  if (row.renews_at === null && !isFree) {
    await endSubscription(tx, row, now)
    return null
  }
  if (terms === null || terms.blocked || terms.isFanGone || !terms.isCreator) {
    // A block or a closed account on either side stops renewals; the paid period runs to its end.
    if (due <= now) await endSubscription(tx, row, now)
    else await saveSubscription(tx, { ...row, status: 'cancelled', renews_at: null }, now)
    return null
  }
  if (row.renews_at === null && terms.priceCents > 0) {
    // The fan has not agreed to the price.
    await endSubscription(tx, row, now)
    return null
  }
  const next = nextMonth(row, due, now)
  if (terms.priceCents === 0 || next.price_cents === 0) {
    await saveSubscription(
      tx,
      { ...next, price_cents: 0, active_until: null, renews_at: null, full_price_cents: null, discounted_months: 0 },
      now,
    )
    await record(tx, { ...row, price_cents: 0 }, 'renewed', now)
    return () => undefined
  }
  await saveSubscription(tx, next, now)
  await record(tx, next, 'renewed', now)
  const object = { kind: 'subscription' as const, id: row.id }
  const about = { object, amountCents: next.price_cents }
  const effects = [
    await notify(tx, ctx, { userId: row.fan_id, type: 'subscription_renewed', actorId: row.creator_id, ...about }),
    await notify(tx, ctx, { userId: row.creator_id, type: 'subscription_paid', actorId: row.fan_id, ...about }),
  ]
  const { left } = await charge(tx, ctx, terms, { kind: 'renewal', cents: next.price_cents, object })
  effects.push(await ctx.live.record(tx, [{ userId: row.fan_id, type: 'balance', payload: { coins: coinsOf(left) } }]))
  return runAll(effects)
}

/** The subscription one month later; promised discounted months are counted down, then the full price applies. */
function nextMonth(row: SubscriptionRow, due: number, now: number): SubscriptionRow {
  // After an outage longer than the grace, fans do not pay for the time of the outage.
  const isLate = now > due + graceMs
  const from = isLate ? now : due
  const until = new Date(monthAfter(isLate ? now : row.started_at.getTime(), from))
  return {
    ...row,
    ...nextPrice(row),
    status: 'active',
    started_at: isLate ? new Date(now) : row.started_at,
    active_until: until,
    renews_at: until,
  }
}

async function fallBehind(tx: Db, ctx: Services, id: string): Promise<(() => void) | null> {
  const row = await lockDue(tx, ctx, id)
  if (row === null || row.renews_at === null) return null
  const now = ctx.now()
  const graceEnd = row.renews_at.getTime() + graceMs
  const object = { kind: 'subscription' as const, id: row.id }
  if (now >= graceEnd) {
    await endSubscription(tx, row, now)
    const effects = [
      await notify(tx, ctx, { userId: row.fan_id, type: 'subscription_lapsed', actorId: row.creator_id, object }),
      await notify(tx, ctx, { userId: row.creator_id, type: 'subscription_ended', actorId: row.fan_id, object }),
    ]
    return runAll(effects)
  }
  if (row.status === 'past_due') return null
  await saveSubscription(tx, { ...row, status: 'past_due', active_until: new Date(graceEnd) }, now)
  await record(tx, row, 'past_due', now)
  return notify(tx, ctx, {
    userId: row.fan_id,
    type: 'renewal_failed',
    actorId: row.creator_id,
    object,
    amountCents: nextPrice(row).price_cents,
  })
}

/** The subscription if it still needs work: due, or cancelled and expired. */
async function lockDue(tx: Db, ctx: Services, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.run(lockSubscriptionById, { id })
  if (row === undefined || row.status === 'ended') return null
  if (row.renews_at !== null) return row.renews_at.getTime() <= ctx.now() + aheadMs ? row : null
  return row.active_until !== null && row.active_until.getTime() <= ctx.now() ? row : null
}
