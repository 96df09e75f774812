import { coinsOf } from '../../../contract/coins.ts'
import { asksConsent } from '../../../contract/policy/subscription.ts'
import { type Subscription, subscriptions } from '../../../contract/subscriptions.ts'
import { readPeople } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import { calendarChanged } from '../calendar/changed.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { nextPrice } from './next-price.ts'
import { getSeenOffer, makeOffer, moveOffer, readOffers, revokeOffer, updateOffer } from './offers.ts'
import { setPrice } from './price.ts'
import { type ListedSubscription, subscriptionsOfFan } from './statements.ts'
import { subscribe, unsubscribe } from './subscribe.ts'
import { readSubscribers } from './subscribers.ts'

export const subscriptionRoutes = (ctx: Services) =>
  implement(subscriptions)({
    subscribe: (input, call) =>
      idempotent(ctx, call, subscriptions.subscribe, input, (tx) =>
        subscribe(tx, ctx, call.me.id, input, call.headers.get('cookie')),
      ),
    unsubscribe: ({ id }, { me }) => ctx.db.transact((tx) => unsubscribe(tx, ctx, me.id, id)),
    list: (input, { me }) => readSubscriptions(ctx, me.id, input),
    subscribers: (input, { me }) => readSubscribers(ctx, me, input),
    offers: async (_input, { me }) => ({ data: await readOffers(ctx, me.id) }),
    makeOffer: async (input, { me }) => {
      const offer = await ctx.db.transact(async (tx) => {
        const made = await makeOffer(tx, ctx, me.id, input)
        await audit(tx, me, 'subscriptions.makeOffer', { kind: 'offer', id: made.id })
        return made
      })
      calendarChanged(ctx, me.id, 'offer')
      return offer
    },
    updateOffer: async (input, { me }) => {
      const offer = await ctx.db.transact(async (tx) => {
        const changed = await updateOffer(tx, ctx, me.id, input)
        await audit(tx, me, 'subscriptions.updateOffer', { kind: 'offer', id: input.id })
        return changed
      })
      purgeProfile(ctx, me.username)
      return offer
    },
    moveOffer: async (input, { me }) => {
      await ctx.db.transact(async (tx) => {
        await moveOffer(tx, me.id, input, ctx.now())
        await audit(tx, me, 'subscriptions.moveOffer', { kind: 'offer', id: input.id })
      })
      purgeProfile(ctx, me.username)
      calendarChanged(ctx, me.id, 'offer')
      return { expires_at: new Date(input.expires_at).toISOString() }
    },
    revokeOffer: async ({ id }, { me }) => {
      await ctx.db.transact(async (tx) => {
        await revokeOffer(tx, me.id, id, ctx.now())
        await audit(tx, me, 'subscriptions.revokeOffer', { kind: 'offer', id })
      })
      purgeProfile(ctx, me.username)
      calendarChanged(ctx, me.id, 'offer')
      return { ok: true as const }
    },
    offer: ({ code }, { viewer }) => getSeenOffer(ctx, viewer, code),
    setPrice: async ({ price }, { me }) => {
      await ctx.db.transact(async (tx) => {
        const changes = await setPrice(tx, me.id, price, ctx.now())
        await audit(tx, me, 'subscriptions.setPrice', { kind: 'user', id: me.id }, changes)
      })
      purgeProfile(ctx, me.username)
      return { price }
    },
  })

/** A fan's subscriptions, ended ones included, newest first. */
async function readSubscriptions(ctx: Services, fanId: string, query: { limit?: number; cursor?: string }) {
  const limit = query.limit ?? 30
  const [beforeAt = null, beforeId = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
  const times = { since: new Date(ctx.now() - 30 * dayMs), now: new Date(ctx.now()) }
  const found = await ctx.db.run(subscriptionsOfFan, { fan: fanId, ...times, beforeAt, beforeId, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const people = await readPeople(
    ctx,
    fanId,
    rows.map((row) => row.creator_id),
  )
  const data = rows.flatMap((row) => {
    const creator = people.get(row.creator_id)
    return creator === undefined
      ? []
      : [{ ...presentSubscription(row, creator.subscription_price ?? 0, ctx.now()), creator }]
  })
  return { data, next }
}

/** An expired subscription is shown as ended, whether or not the job has ended it yet. */
function presentSubscription(
  row: ListedSubscription,
  creatorPrice: number,
  now: number,
): Omit<Subscription, 'creator'> {
  const isOver = row.active_until !== null && row.active_until.getTime() <= now
  return {
    id: row.id,
    status: isOver ? 'ended' : row.status,
    price: coinsOf(row.price_cents),
    next_price: isOver || row.renews_at === null ? null : coinsOf(nextPrice(row).price_cents),
    consent_price:
      !isOver && asksConsent({ status: row.status, priceCents: row.price_cents }, creatorPrice) ? creatorPrice : null,
    started_at: row.since.toISOString(),
    active_until: row.active_until?.toISOString() ?? null,
    renews: !isOver && row.renews_at !== null,
    bundle_until:
      !isOver && row.bundle_until !== null && row.bundle_until.getTime() > now ? row.bundle_until.toISOString() : null,
    extendable: !isOver && row.status !== 'ended' && row.has_bundles && creatorPrice > 0,
    month: isOver || row.status === 'ended' ? null : { posts: row.posts, media: row.media },
  }
}

const dayMs = 86_400_000
