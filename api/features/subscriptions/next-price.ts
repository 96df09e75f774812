import type { SubscriptionRow } from './statements.ts'

/**
 * The price of a subscription's next month: promised discounted months are counted down, then the full price applies.
 */
export function nextPrice(
  row: Priced,
): Pick<SubscriptionRow, 'price_cents' | 'full_price_cents' | 'discounted_months'> {
  const isDiscountOver = row.full_price_cents !== null && row.discounted_months === 0
  return {
    price_cents: isDiscountOver ? (row.full_price_cents ?? row.price_cents) : row.price_cents,
    full_price_cents: isDiscountOver ? null : row.full_price_cents,
    discounted_months: Math.max(0, row.discounted_months - 1),
  }
}
type Priced = Pick<SubscriptionRow, 'price_cents' | 'full_price_cents' | 'discounted_months'>
