import type { TrackingLink } from '../../../contract/tracking-links.ts'
import { coinText } from '../../lib/money.ts'

type Money = Pick<TrackingLink, 'revenue' | 'cost' | 'fans'>

/** How many times what it cost has come in, `2.5×`; null where it cost nothing or amounts are closed. */
export function returnText({ revenue, cost }: Money): string | null {
  if (revenue === null || !cost) return null
  return `${coinText(Math.round((revenue.net / cost) * 100) / 100)}×`
}

/** What a fan has brought on average, in coins to the cent. */
export function perFan({ revenue, fans }: Money): number | null {
  return revenue === null || fans === 0 ? null : Math.round((revenue.net / fans) * 100) / 100
}
