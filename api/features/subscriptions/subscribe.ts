import { agreedPrices, decideSubscribe, letsIn, monthAfter } from '../../../contract/policy/subscription.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { welcomeSubscriber } from '../chat/fan-notes.ts'
import { notify } from '../notifications/notify.ts'
import { follow } from '../users/users.ts'
import { nextPrice } from './next-price.ts'
import { takeOffer } from './offers.ts'
import { charge, type Deal, readDeal, walletCents } from '../wallet/sale.ts'
import { runAll } from '../../platform/live/live.ts'

/**
 * Subscribes a fan to a creator for a month, or takes up what still runs (PRODUCT 5). Refuses `price_changed {price}`
 * when the fan saw another price. Subscribing follows too.
 */
export async function subscribe(
  tx: Db,
  ctx: Services,
  fanId: string,
  it: { id: string; expected_price?: number; offer?: string },
) {
  const facts = await readDeal(tx, ctx, fanId, it.id)
  const row = await lockSubscription(tx, ctx, fanId, it.id)
  const now = ctx.now()
  const known = { before: factsOf(row), priceCents: facts.priceCents, now }
  const decision = decideSubscribe(known)
  const isNew = decision.act === 'begin' && it.offer !== undefined
  const taken = isNew
    ? await takeOffer(tx, ctx, { code: it.offer ?? '', fanId, creatorId: it.id, priceCents: facts.priceCents })
    : null
  const cents = taken?.cents ?? decision.cents
  const agreed = taken === null ? agreedPrices(known) : [taken.cents]
  if (it.expected_price !== undefined && !agreed.includes(Math.round(it.expected_price * 100))) {
    throw refuse('price_changed', { price: (agreed[0] ?? 0) / 100 })
  }
  const after = { ...row, ...next(decision, row, facts.priceCents, now), ...taken?.change }
  await saveSubscription(tx, after, now)
  await follow(tx, fanId, it.id)
  const told = await tellSubscribed(tx, ctx, facts, row, decision.act)
  told.push(await welcomeSubscriber(tx, ctx, { creatorId: it.id, fanId }))
  const left = cents > 0 ? await pay(tx, ctx, facts, row.id, cents, told) : await walletCents(tx, fanId)
  return {
    answer: {
      is_subscribed: true,
      active_until: after.active_until?.toISOString() ?? null,
      price: after.price_cents / 100,
      coins: left / 100,
    },
    afterCommit: runAll(told),
  }
}

/**
 * Stops at the end of the paid period; a free one, and one whose month is unpaid, ends at once. Asked again it answers
 * the same. Whoever does not subscribe is told so.
 */
export async function unsubscribe(tx: Db, ctx: Services, fanId: string, creatorId: string) {
  const [row] = await tx.run<SubscriptionRow>(lockOne, [fanId, creatorId])
  if (row === undefined) {
    if ((await tx.run(person, [creatorId])).length === 0) throw refuse('not_found')
    return { is_subscribed: false, active_until: null }
  }
  const now = ctx.now()
  const isPaid = row.price_cents > 0 && row.active_until !== null && row.active_until.getTime() > now
  if (row.status === 'active' && isPaid) {
    await saveSubscription(tx, { ...row, status: 'cancelled', renews_at: null }, now)
    await record(tx, row, 'cancelled', now)
    return { is_subscribed: true, active_until: row.active_until?.toISOString() ?? null }
  }
  if (row.status === 'cancelled' && isPaid)
    return { is_subscribed: true, active_until: row.active_until?.toISOString() ?? null }
  if (row.status !== 'ended') await endSubscription(tx, row, now)
  return { is_subscribed: false, active_until: null }
}

/** Ends a subscription now; the follow stays (PRODUCT 5). */
export async function endSubscription(tx: Db, row: SubscriptionRow, now: number): Promise<void> {
  const until = row.active_until === null || row.active_until.getTime() > now ? new Date(now) : row.active_until
  await saveSubscription(
    tx,
    { ...row, status: 'ended', active_until: until, renews_at: null, discounted_months: 0, full_price_cents: null },
    now,
  )
  await record(tx, row, 'lost', now)
}

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

const factsOf = (row: SubscriptionRow) => ({
  status: row.status,
  priceCents: row.price_cents,
  dueCents: nextPrice(row).price_cents,
  activeUntil: row.active_until?.getTime() ?? null,
})

/** What the row becomes. Resuming keeps the locked prices unless the creator's has become lower. */
function next(
  decision: ReturnType<typeof decideSubscribe>,
  row: SubscriptionRow,
  priceCents: number,
  now: number,
): Partial<SubscriptionRow> {
  const since = letsIn(factsOf(row), now) ? row.since : new Date(now)
  const fresh = { started_at: new Date(now), since, full_price_cents: null, discounted_months: 0 }
  switch (decision.act) {
    case 'none':
      return {}
    case 'resume':
      return {
        status: 'active',
        renews_at: row.active_until,
        price_cents: Math.min(row.price_cents, priceCents),
        full_price_cents: row.full_price_cents === null ? null : Math.min(row.full_price_cents, priceCents),
      }
    case 'agree':
      // Their month is counted from when it is first paid.
      return {
        status: 'active',
        price_cents: priceCents,
        started_at: row.active_until ?? new Date(now),
        renews_at: row.active_until,
      }
    case 'begin_free':
      return { ...fresh, status: 'active', price_cents: 0, active_until: null, renews_at: null }
    case 'begin': {
      const until = new Date(monthAfter(now, now))
      return { ...fresh, status: 'active', price_cents: decision.cents, active_until: until, renews_at: until }
    }
    case 'settle': {
      const until = new Date(monthAfter(row.started_at.getTime(), row.renews_at?.getTime() ?? now))
      return { status: 'active', active_until: until, renews_at: until, ...nextPrice(row) }
    }
  }
}

async function tellSubscribed(
  tx: Db,
  ctx: Services,
  facts: Deal,
  row: SubscriptionRow,
  act: ReturnType<typeof decideSubscribe>['act'],
): Promise<(() => void)[]> {
  if (act === 'none') return []
  const isNew = !letsIn(factsOf(row), ctx.now())
  const resumes = act === 'resume' || act === 'agree'
  await record(tx, row, resumes ? 'resumed' : isNew ? 'new' : 'renewed', ctx.now())
  if (!isNew) return []
  const object = { kind: 'subscription' as const, id: row.id }
  return [await notify(tx, ctx, { userId: facts.creatorId, type: 'new_subscriber', actorId: facts.fanId, object })]
}

async function pay(
  tx: Db,
  ctx: Services,
  facts: Deal,
  subscriptionId: string,
  cents: number,
  told: (() => void)[],
): Promise<number> {
  const { left } = await charge(tx, ctx, facts, {
    kind: 'subscription',
    cents,
    object: { kind: 'subscription', id: subscriptionId },
  })
  told.push(await ctx.live.record(tx, [{ userId: facts.fanId, type: 'balance', payload: { coins: left / 100 } }]))
  return left
}

const columns =
  'id, fan_id, creator_id, status, price_cents, started_at, since, active_until, renews_at, full_price_cents, discounted_months'
const lockOrMake: Statement = {
  name: 'subscription_lock_or_make',
  text: `
    insert into subscriptions (id, fan_id, creator_id, status, price_cents, started_at, since, active_until, updated_at)
    values ($1, $2, $3, 'ended', 0, $4, $4, $4, $4)
    on conflict (fan_id, creator_id) do update set updated_at = excluded.updated_at
    returning ${columns}`,
}
const lockOne: Statement = {
  name: 'subscription_lock',
  text: `select ${columns} from subscriptions where fan_id = $1 and creator_id = $2 for update`,
}
const person: Statement = {
  name: 'subscription_person',
  text: `select 1 from users where id = $1 and deleted_at is null`,
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
