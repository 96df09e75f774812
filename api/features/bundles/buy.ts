import type { bundles } from '../../../contract/bundles.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import {
  type BundleAgreement,
  bundleCents,
  bundleEnd,
  bundleTerms,
  savesMoney,
} from '../../../contract/policy/bundle.ts'
import { letsIn } from '../../../contract/policy/subscription.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { runAll } from '../../platform/live/live.ts'
import type { Services } from '../../platform/services.ts'
import { welcomeSubscriber } from '../automation/run.ts'
import { notify } from '../notifications/notify.ts'
import type { SubscriptionRow } from '../subscriptions/statements.ts'
import { extendedTo, factsOf, lockSubscription, record, saveSubscription } from '../subscriptions/subscription.ts'
import { attribute } from '../tracking-links/attribute.ts'
import { follow } from '../users/follow.ts'
import { charge, checkPriceSeen, getSaleTerms } from '../wallet/sale.ts'
import { presentTerms } from './bundles.ts'
import { insertBundlePurchase, lockBundle } from './statements.ts'

/**
 * Charges several months of a subscription at once, which begin now or after what runs (product §85). Refuses `gone` for
 * months that are not sold together or cost this fan more than one by one, `price_changed {price}` when the fan saw
 * another price, and `terms_changed` when they saw another beginning or another price afterwards, so that a second call
 * with the same eyes cannot pay twice.
 */
export async function buyBundle(tx: Db, ctx: Services, fanId: string, input: Buying, cookies: string | null) {
  const terms = await getSaleTerms(tx, ctx, fanId, input.id)
  await attribute(tx, ctx, { fan: { id: fanId, acting: null }, creatorId: input.id, cookies, subscribes: true })
  const row = await lockSubscription(tx, ctx, fanId, input.id)
  const [bundle] = await tx.run(lockBundle, { creator: input.id, months: input.months })
  if (bundle === undefined || terms.priceCents === 0) throw refuse('gone')
  const cents = bundleCents(terms.priceCents, { months: input.months, percent: bundle.percent })
  checkPriceSeen(input.expected_price, [cents])
  const now = ctx.now()
  const before = factsOf(row)
  const agreed = bundleTerms({ before, priceCents: terms.priceCents, now })
  checkTermsSeen(input, agreed)
  if (!savesMoney(agreed, input.months, cents)) throw refuse('gone')
  const isNew = !letsIn(before, now)
  const from = agreed.from ?? now
  const until = new Date(bundleEnd(agreed, input.months, { startedAt: row.started_at.getTime(), now }))
  const after: SubscriptionRow = agreed.follows
    ? extendedTo(row, until)
    : {
        ...row,
        status: 'active',
        price_cents: Math.round(cents / input.months),
        started_at: new Date(from),
        since: isNew ? new Date(now) : row.since,
        active_until: until,
        renews_at: until,
        full_price_cents: agreed.renewalCents,
        discounted_months: 0,
      }
  await saveSubscription(tx, after, now)
  await record(tx, after, isNew ? 'new' : 'renewed', now)
  await follow(tx, fanId, input.id)
  const object = { kind: 'subscription' as const, id: row.id }
  const about = { userId: input.id, actorId: fanId, object }
  const effects = [
    isNew ? await notify(tx, ctx, { ...about, type: 'new_subscriber' }) : () => undefined,
    await notify(tx, ctx, { ...about, type: 'bundle_sold', amountCents: cents }),
  ]
  await welcomeSubscriber(tx, ctx, input.id)
  const entryId = newId()
  await tx.run(insertBundlePurchase, {
    entry: entryId,
    fan: fanId,
    creator: input.id,
    months: input.months,
    cents,
    from: new Date(from),
    until,
    now: new Date(now),
  })
  const reason = `bundle_${input.months}`
  const { left } = await charge(tx, ctx, terms, { kind: 'subscription', cents, object, entryId, reason })
  effects.push(await ctx.live.record(tx, [{ userId: fanId, type: 'balance', payload: { coins: coinsOf(left) } }]))
  return {
    answer: { is_subscribed: true, active_until: until.toISOString(), coins: coinsOf(left) },
    afterCommit: runAll(effects),
  }
}
type Buying = Received<typeof bundles.buy>

/** Refuses `terms_changed` unless the fan has seen from when the months count and what comes after them. */
function checkTermsSeen(seen: Pick<Buying, 'from' | 'renewal_price'>, agreed: BundleAgreement): void {
  const { from, renewal_price } = presentTerms(agreed)
  const isSameFrom =
    seen.from === null || from === null ? seen.from === from : Date.parse(seen.from) === Date.parse(from)
  if (!isSameFrom || seen.renewal_price !== renewal_price) throw refuse('terms_changed')
}
