import { graceDays } from '../../../contract/limits.ts'
import { monthAfter } from '../../../contract/policy/subscription.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { forEachAlone } from '../../platform/jobs/for-each.ts'
import { notify } from '../notifications/notify.ts'
import { charge, dealFacts } from '../wallet/sale.ts'
import { nextPrice, nextPriceSql } from './next-price.ts'
import { endSubscription } from './subscribe.ts'
import { record, saveSubscription, type SubscriptionRow } from './subscription.ts'
import { runAll } from '../../platform/live/live.ts'

/**
 * Renews what is due, ends what ran out (product §5). A month that the wallet does not cover is `past_due` for three
 * days, in which access goes on and every run tries again as soon as the coins are there; then it falls back to
 * following. Safe to run on many nodes and to be killed at any point: each subscription is its own transaction.
 */
export const renewDue = (ctx: Services): Promise<number> => forEachAlone(dueIds(ctx), (id) => renewOne(ctx, id))

async function* dueIds(ctx: Services): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const due = await ctx.db.run<{ id: string }>(dueNow, [
      new Date(ctx.now() + aheadMs),
      new Date(ctx.now() - graceMs),
      new Date(ctx.now()),
      after || null,
    ])
    for (const { id } of due) yield id
    const last = due.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

const graceMs = graceDays * 86_400_000
/** A little early, so that nobody stands before a closed door while the job is on its way. */
const aheadMs = 10 * 60_000

async function renewOne(ctx: Services, id: string): Promise<boolean> {
  try {
    const afterCommit = await ctx.db.transact((tx) => renew(tx, ctx, id))
    afterCommit?.()
    return afterCommit !== null
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    // The coins or the fan's own limit do not cover it.
    const afterCommit = await ctx.db.transact((tx) => fallBehind(tx, ctx, id))
    afterCommit?.()
    return false
  }
}

/** Answers what to tell after the commit, or null when nothing was renewed. */
async function renew(tx: Db, ctx: Services, id: string): Promise<(() => void) | null> {
  const row = await lockDue(tx, ctx, id)
  if (row === null) return null
  const now = ctx.now()
  const due = row.renews_at?.getTime() ?? now
  const isFree = row.price_cents === 0
  if (row.renews_at === null && !isFree) {
    await endSubscription(tx, row, now)
    return null
  }
  const facts = await dealFacts(tx, ctx, row.fan_id, row.creator_id)
  if (facts === null || facts.blocked || facts.isFanGone || !facts.isCreator) {
    // A block or a closed account, on either side, stops renewing; what was paid for runs to its end.
    if (due <= now) await endSubscription(tx, row, now)
    else await saveSubscription(tx, { ...row, status: 'cancelled', renews_at: null }, now)
    return null
  }
  if (row.renews_at === null && facts.priceCents > 0) {
    // Nobody agreed to the price.
    await endSubscription(tx, row, now)
    return null
  }
  const next = nextMonth(row, due, now)
  if (facts.priceCents === 0 || next.price_cents === 0) {
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
  const told = [
    await notify(tx, ctx, { userId: row.fan_id, type: 'subscription_renewed', actorId: row.creator_id, ...about }),
    await notify(tx, ctx, { userId: row.creator_id, type: 'subscription_paid', actorId: row.fan_id, ...about }),
  ]
  const { left } = await charge(tx, ctx, facts, { kind: 'renewal', cents: next.price_cents, object })
  told.push(await ctx.live.record(tx, [{ userId: row.fan_id, type: 'balance', payload: { coins: left / 100 } }]))
  return runAll(told)
}

/** The row a month on; promised discounted months are counted down, then the full price holds. */
function nextMonth(row: SubscriptionRow, due: number, now: number): SubscriptionRow {
  // After a standstill longer than the grace nobody pays for a time in which they were let down.
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
    const told = [
      await notify(tx, ctx, { userId: row.fan_id, type: 'subscription_ended', actorId: row.creator_id, object }),
      await notify(tx, ctx, { userId: row.creator_id, type: 'subscription_ended', actorId: row.fan_id, object }),
    ]
    return runAll(told)
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

/** The row if it still has to be dealt with: due, or cancelled and run out. */
async function lockDue(tx: Db, ctx: Services, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.run<SubscriptionRow>(lockById, [id])
  if (row === undefined || row.status === 'ended') return null
  if (row.renews_at !== null) return row.renews_at.getTime() <= ctx.now() + aheadMs ? row : null
  return row.active_until !== null && row.active_until.getTime() <= ctx.now() ? row : null
}

/** One that is past due is only tried again once the wallet covers it, or when its grace is over. */
const dueNow: Statement = {
  name: 'subscriptions_due',
  text: `
    select s.id from subscriptions s
    where ($4::uuid is null or s.id > $4::uuid) and (
      (s.renews_at <= $1::timestamptz and (s.status = 'active' or s.renews_at <= $2::timestamptz
        or exists (select 1 from ledger_accounts a where a.owner_id = s.fan_id and a.kind = 'wallet' and a.balance_cents >= ${nextPriceSql})))
      or (s.renews_at is null and s.status = 'cancelled' and s.active_until <= $3::timestamptz))
    order by s.id limit 200`,
}
const lockById: Statement = {
  name: 'subscription_lock_by_id',
  text: `
    select id, fan_id, creator_id, status, price_cents, started_at, since, active_until, renews_at, full_price_cents,
      discounted_months from subscriptions where id = $1 for update`,
}
