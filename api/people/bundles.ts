import type { Bundle } from '../../contract/bundles.ts'
import { coinsOf } from '../../contract/coins.ts'
import { bundleCents } from '../../contract/policy/bundle.ts'

/** Months that a creator sells together, and by how many percent they cost less. */
export type Discount = Pick<Bundle, 'months' | 'percent'>

/** The bundles `b` that a condition finds, shortest first, as the value of a column. */
export const bundlesAs = (condition: string): string => `(
  select coalesce(jsonb_agg(jsonb_build_object('months', b.months, 'percent', b.percent) order by b.months), '[]')
  from bundles b where ${condition})`

/** With what they cost at this price of a month. None where the subscription is free: there is nothing to save. */
export const presentBundles = (all: readonly Discount[], priceCents: number): Bundle[] =>
  priceCents === 0 ? [] : all.map((it) => ({ ...it, price: coinsOf(bundleCents(priceCents, it)) }))
