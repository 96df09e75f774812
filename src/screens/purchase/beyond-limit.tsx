import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roundToCents } from '../../../contract/coins.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { walletQuery } from '../../queries/wallet.ts'
import { closePurchase } from '../../stores/purchase.ts'
import { buttonClasses } from '../../ui/button-classes.ts'

type Limit = { left: number; limit: number }

/**
 * The limit of the month that a price goes beyond, as the API last reported it; the API goes on deciding. A purchase
 * whose answer got lost may be counted already, so it can be tried again.
 */
export function useBeyondLimit(
  price: number | null,
  { missing, isUnanswered }: { missing: number; isUnanswered: boolean },
): { isPending: boolean; beyond: Limit | null } {
  const { data, isPending } = useQuery(walletQuery)
  if (!data || data.spending_limit === null || !price || (isUnanswered && missing <= 0))
    return { isPending, beyond: null }
  const { spending_limit: limit, spent_this_month: spent } = data
  const isBeyond = roundToCents(spent + price) > limit
  return { isPending, beyond: isBeyond ? { limit, left: Math.max(0, roundToCents(limit - spent)) } : null }
}

/** Why this cannot be paid, before anything is paid for it. */
export const BeyondLimit = ({ limit, left }: Limit) => (
  <p role="status" className="mt-4">
    {m.refusal_spending_limit()} {m.purchase_limit_left({ left: moneyText(left), limit: moneyText(limit) })}
  </p>
)

/** In place of the button that pays. */
export const ToLimit = () => (
  <Link to="/settings/payments" hash="limit" onClick={closePurchase} className={buttonClasses()}>
    {m.purchase_limit_change()}
  </Link>
)
