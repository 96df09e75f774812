import { coinsOf } from '../../../contract/coins.ts'
import { agreedPrices, decideSubscribe, letsIn, monthAfter } from '../../../contract/policy/subscription.ts'
import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { welcomeSubscriber } from '../automation/run.ts'
import { notify } from '../notifications/notify.ts'
import { attribute } from '../tracking-links/attribute.ts'
import { follow } from '../users/follow.ts'
import { charge, checkPriceSeen, getSaleTerms, type SaleTerms, walletCents } from '../wallet/sale.ts'
import { nextPrice } from './next-price.ts'
import { takeOffer } from './offers.ts'
import { lockSubscriptionOf, type SubscriptionRow, userExists } from './statements.ts'
import { factsOf, lockSubscription, record, saveSubscription } from './subscription.ts'

/**
 * Subscribes a fan to a creator for a month, or resumes a running subscription (product §5). Refuses `price_changed
 * {price}` when the fan saw another price. Subscribing follows too.
 */
export async function subscribe(
  tx: Db,
  ctx: Services,
  fanId: string,
  input: { id: string; expected_price?: number; offer?: string },
  cookies: string | null = null,
) {
  const facts = await getSaleTerms(tx, ctx, fanId, input.id)
  await attribute(tx, ctx, { fan: { id: fanId, acting: null }, creatorId: input.id, cookies, subscribes: true })
  const row = await lockSubscription(tx, ctx, fanId, input.id)
  const now = ctx.now()
  const known = { before: factsOf(row), priceCents: facts.priceCents, now }
  const decision = decideSubscribe(known)
  const isNew = decision.act === 'begin' && input.offer !== undefined
  const taken = isNew
    ? await takeOffer(tx, ctx, { code: input.offer ?? '', fanId, creatorId: input.id, priceCents: facts.priceCents })
    : null
  const cents = taken?.cents ?? decision.cents
  const agreed = taken === null ? agreedPrices(known) : [taken.cents]
  checkPriceSeen(input.expected_price, agreed)
  const after = { ...row, ...next(decision, row, facts.priceCents, now), ...taken?.change }
  await saveSubscription(tx, after, now)
  await follow(tx, fanId, input.id)
  const effects = await notifySubscribed(tx, ctx, facts, row, decision.act)
  await welcomeSubscriber(tx, ctx, input.id)
  const left = cents > 0 ? await pay(tx, ctx, facts, row.id, cents, effects) : await walletCents(tx, fanId)
  return {
    answer: {
      is_subscribed: true,
      active_until: after.active_until?.toISOString() ?? null,
      price: coinsOf(after.price_cents),
      coins: coinsOf(left),
    },
    afterCommit: runAll(effects),
  }
}

/**
 * Stops a subscription at the end of the paid period; a free one, and one whose month is unpaid, ends at once. A second
 * call answers the same, as for a fan who does not subscribe.
 */
export async function unsubscribe(tx: Db, ctx: Services, fanId: string, creatorId: string) {
  const [row] = await tx.run(lockSubscriptionOf, { fan: fanId, creator: creatorId })
  if (row === undefined) {
    if ((await tx.run(userExists, { id: creatorId })).length === 0) throw refuse('not_found')
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

/** Ends a subscription now; the follow stays (product §5). */
export async function endSubscription(tx: Db, row: SubscriptionRow, now: number): Promise<void> {
  const until = row.active_until === null || row.active_until.getTime() > now ? new Date(now) : row.active_until
  await saveSubscription(
    tx,
    { ...row, status: 'ended', active_until: until, renews_at: null, discounted_months: 0, full_price_cents: null },
    now,
  )
  await record(tx, row, 'lost', now)
}

/** The row after subscribing. Resuming keeps the locked prices unless the creator's has become lower. */
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

async function notifySubscribed(
  tx: Db,
  ctx: Services,
  facts: SaleTerms,
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
  facts: SaleTerms,
  subscriptionId: string,
  cents: number,
  effects: (() => void)[],
): Promise<number> {
  const { left } = await charge(tx, ctx, facts, {
    kind: 'subscription',
    cents,
    object: { kind: 'subscription', id: subscriptionId },
  })
  effects.push(await ctx.live.record(tx, [{ userId: facts.fanId, type: 'balance', payload: { coins: coinsOf(left) } }]))
  return left
}
