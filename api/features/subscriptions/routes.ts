import { type Subscription, subscriptions } from '../../../contract/subscriptions.ts'
import { asksConsent } from '../../../contract/policy/subscription.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import { audit } from '../../platform/audit/audit.ts'
import { readPeople } from '../../people/views.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { nextPrice } from './next-price.ts'
import { lookUp, makeOffer, readOffers, revokeOffer } from './offers.ts'
import { setPrice } from './price.ts'
import { readSubscribers } from './subscribers.ts'
import { subscribe, unsubscribe } from './subscribe.ts'
import type { SubscriptionRow } from './subscription.ts'

export const subscriptionRoutes = (ctx: Services) =>
  implement(subscriptions)({
    subscribe: (input, call) =>
      idempotent(ctx, call, subscriptions.subscribe, input, (tx) => subscribe(tx, ctx, call.me.id, input)),
    unsubscribe: ({ id }, { me }) => ctx.db.transact((tx) => unsubscribe(tx, ctx, me.id, id)),
    list: (input, { me }) => readSubscriptions(ctx, me.id, input),
    subscribers: (input, { me }) => readSubscribers(ctx, me, input),
    offers: async (_input, { me }) => ({ data: await readOffers(ctx, me.id) }),
    makeOffer: (input, { me }) =>
      ctx.db.transact(async (tx) => {
        const offer = await makeOffer(tx, ctx, me.id, input)
        await audit(tx, me, 'subscriptions.makeOffer', { kind: 'offer', id: offer.id })
        return offer
      }),
    revokeOffer: async ({ id }, { me }) => {
      await ctx.db.transact(async (tx) => {
        await revokeOffer(tx, me.id, id, ctx.now())
        await audit(tx, me, 'subscriptions.revokeOffer', { kind: 'offer', id })
      })
      return { ok: true as const }
    },
    offer: ({ code }, { viewer }) => lookUp(ctx, viewer, code),
    setPrice: async ({ price }, { me }) => {
      await ctx.db.transact(async (tx) => {
        await setPrice(tx, me.id, price, ctx.now())
        await audit(tx, me, 'subscriptions.setPrice', { kind: 'user', id: me.id })
      })
      purgeProfile(ctx, me.username)
      return { price }
    },
  })

/** A fan's subscriptions, those that ended included, newest first. */
async function readSubscriptions(ctx: Services, fanId: string, it: { limit?: number; cursor?: string }) {
  const limit = it.limit ?? 30
  const after = fromCursor(it.cursor, 2) ?? [null, null]
  const found = await ctx.db.run<SubscriptionRow & { at: string }>(ofFan, [fanId, ...after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const people = await readPeople(
    ctx,
    fanId,
    rows.map((row) => row.creator_id),
  )
  const data = rows.flatMap((row) => {
    const creator = people.get(row.creator_id)
    return creator === undefined ? [] : [{ ...show(row, creator.subscription_price ?? 0, ctx.now()), creator }]
  })
  return { data, next }
}

/** One that ran out is ended, whether or not a job has said so yet. */
function show(row: SubscriptionRow, creatorPrice: number, now: number): Omit<Subscription, 'creator'> {
  const isOver = row.active_until !== null && row.active_until.getTime() <= now
  return {
    id: row.id,
    status: isOver ? 'ended' : row.status,
    price: row.price_cents / 100,
    next_price: isOver || row.renews_at === null ? null : nextPrice(row).price_cents / 100,
    consent_price:
      !isOver && asksConsent({ status: row.status, priceCents: row.price_cents }, creatorPrice) ? creatorPrice : null,
    started_at: row.since.toISOString(),
    active_until: row.active_until?.toISOString() ?? null,
    renews: !isOver && row.renews_at !== null,
  }
}

const ofFan: Statement = {
  name: 'subscriptions_of_fan',
  text: `
    select s.id, s.creator_id, s.status, s.price_cents, s.full_price_cents, s.discounted_months, s.since, s.active_until,
      s.renews_at, s.since::text as at
    from subscriptions s where s.fan_id = $1
      and ($2::text is null or (s.since, s.id) < ($2::timestamptz, $3::uuid))
    order by s.since desc, s.id desc limit $4`,
}
