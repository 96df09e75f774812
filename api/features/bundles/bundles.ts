import type { BundleTerms, bundles } from '../../../contract/bundles.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import {
  type BundleAgreement,
  bundleCents,
  bundleEnd,
  bundleTerms,
  savesMoney,
} from '../../../contract/policy/bundle.ts'
import { type Discount, presentBundles } from '../../people/bundles.ts'
import type { Change } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { lockPrice } from '../subscriptions/statements.ts'
import { factsOf } from '../subscriptions/subscription.ts'
import { bundlesForFan, replaceBundles } from './statements.ts'

/**
 * The bundles of a creator that save the fan money, and what they agree to by buying one of them. Refuses `not_found` behind
 * a block.
 */
export async function getBundles(ctx: Services, fanId: string, creatorId: string): Promise<Answer<typeof bundles.get>> {
  const [row] = await ctx.db.run(bundlesForFan, { fan: fanId, creator: creatorId })
  if (row === undefined || row.blocked) throw refuse('not_found')
  if (fanId === creatorId) throw refuse('own_thing')
  if (!row.is_creator) throw refuse('not_creator')
  const { status, creator_cents: priceCents } = row
  const before =
    status === null
      ? null
      : factsOf({ ...row, status, price_cents: row.price_cents ?? 0, discounted_months: row.discounted_months ?? 0 })
  const now = ctx.now()
  const agreed = bundleTerms({ before, priceCents, now })
  const times = { startedAt: row.started_at?.getTime() ?? now, now }
  const worth = row.bundles.filter((it) => savesMoney(agreed, it.months, bundleCents(priceCents, it)))
  const data = presentBundles(worth, priceCents).map((it) => ({
    ...it,
    until: new Date(bundleEnd(agreed, it.months, times)).toISOString(),
  }))
  return { ...presentTerms(agreed), data }
}

/** Sets what a creator sells. Refuses `invalid_price` to sell months of what costs nothing. */
export async function setBundles(tx: Db, creatorId: string, wanted: readonly Discount[]) {
  const [price] = await tx.run(lockPrice, { creator: creatorId })
  if (price === undefined) throw refuse('not_found')
  const priceCents = price.price_cents ?? 0
  if (priceCents === 0 && wanted.length > 0) throw refuse('invalid_price')
  const sorted = wanted.toSorted((a, b) => a.months - b.months)
  const [{ before } = { before: [] }] = await tx.run(replaceBundles, { creator: creatorId, bundles: sorted })
  const changes: Change[] = [{ field: 'bundles', before: logText(before), after: logText(sorted) }]
  return { data: presentBundles(sorted, priceCents), changes }
}

export const presentTerms = ({ from, renewalCents }: BundleAgreement): BundleTerms => ({
  from: from === null ? null : new Date(from).toISOString(),
  renewal_price: renewalCents === null ? null : coinsOf(renewalCents),
})

/** Months and percents as the log keeps them: `3:10 12:25`. */
const logText = (all: readonly Discount[]): string | null =>
  all.length === 0 ? null : all.map(({ months, percent }) => `${months}:${percent}`).join(' ')
