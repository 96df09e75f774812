import { centsOf, coinsOf } from '../../../contract/coins.ts'
import { mayView } from '../../../contract/policy/content.ts'
import { shareOf } from '../../../contract/policy/share.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { Holder, readForPurchase } from './statements.ts'

/**
 * How this fan may come to a media, from all the places that hold it: for nothing where one lets them in, else within
 * the one they are in, else at the price they saw, else where it costs least. A place that is gone sells nothing: 410
 * when it was the only one. Who has left or was suspended sells nothing more.
 */
export function bestOffer(
  row: MediaForSale,
  fanId: string,
  { expected_price: expected, within }: Wanted,
): Holder | 'free' {
  if (row.owner_id === fanId) return 'free'
  const visible = row.blocked || row.owner_gone ? [] : row.holders
  if (visible.length === 0) throw refuse('not_found')
  const present = visible.filter((holder) => !holder.gone)
  if (present.length === 0 || row.deleted) throw refuse('gone')
  if (present.some((holder) => letsIn(row, holder))) return 'free'
  const selling = present.filter((it) => it.price_cents !== null && it.price_cents > 0 && !it.is_preview)
  const here = selling.filter((holder) => holder.id === within)
  const sold = here.length > 0 ? here : selling
  // Of two that cost the same the one that gives more.
  const [cheapest] = sold.sort((a, b) => costOf(a) - costOf(b) || b.sold.length - a.sold.length)
  if (cheapest === undefined) throw refuse('forbidden')
  if (expected === undefined) return cheapest
  const asSeen = sold.find((holder) => holder.price_cents === centsOf(expected))
  if (asSeen === undefined) throw refuse('price_changed', { price: coinsOf(cheapest.price_cents ?? 0) })
  return asSeen
}

/** What a fan pays who owns some of it already: the share of the rest, in cents. */
export const costOf = ({ price_cents, sold, of }: Holder): number => shareOf(price_cents ?? 0, sold.length, of)

function letsIn(row: MediaForSale, holder: Holder): boolean {
  // A message without a price is open to whom it was sent.
  if (holder.kind === 'message') return holder.is_preview || holder.price_cents === null || holder.price_cents === 0
  return mayView({
    isVisitor: false,
    isOwner: false,
    isBought: false,
    blocked: false,
    isPreview: holder.is_preview,
    visibility: holder.visibility ?? 'paid',
    isFollowing: row.is_following,
    isSubscribed: row.is_subscribed,
    price: holder.price_cents,
  }).allowed
}

/** What is wanted, at the price that was seen, and the post or message in which it was. */
export type Wanted = { id: string; expected_price?: number; within?: string }

/** What there is to know of a media and its owner before it is bought. */
export type MediaForSale = Omit<RowOf<typeof readForPurchase>, 'n'>
