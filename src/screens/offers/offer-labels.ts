import type { SeenOffer } from '../../../contract/subscriptions.ts'
import { dayText } from '../../lib/dates.ts'
import { coinsText, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'

type Given = Pick<SeenOffer, 'kind' | 'days' | 'percent' | 'months'>

/** What a link gives, in a few words: `7 days free`, `50 % off for 3 months`. */
export const offerLabel = ({ kind, days, percent, months }: Given): string =>
  kind === 'trial'
    ? m.offers_trial({ count: days ?? 0 })
    : m.offers_discount({ count: months ?? 1, percent: percent ?? 0 })

/** Everything that will be charged, before anything is. */
export function chargeLabel(offer: SeenOffer): string {
  const then = { coins: coinsText(offer.price), money: moneyText(offer.price) }
  if (offer.kind === 'discount') return m.offers_discount_text({ count: offer.months ?? 1, ...then })
  const day = dayText(new Date(Date.now() + (offer.days ?? 0) * 86_400_000).toISOString())
  return m.offers_trial_text({ day, ...then })
}

/** Why the viewer cannot take it. */
export function closedLabel(reason: string | null, name: string): string {
  if (reason === 'not_new') return m.offers_not_new({ name })
  return reason === 'free' ? m.offers_free() : m.offers_over()
}

/** How long it holds and for how many more: `12 left · until 30 November 2026`. */
export const limitLabel = ({ left, expires_at }: Pick<SeenOffer, 'left' | 'expires_at'>): string =>
  [left !== null && m.offers_left({ count: left }), expires_at && m.offers_until({ day: dayText(expires_at) })]
    .filter(Boolean)
    .join(' · ')
