import { centsOf, coinsOf } from '../../../contract/coins.ts'
import { mayView } from '../../../contract/policy/content.ts'
import { shareOf } from '../../../contract/policy/share.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Holder, readForPurchase } from './statements.ts'

/**
 * Chooses the post or message that sells a media to this fan: `free` where one is open to them, else the one they are
 * looking at (`within`), or one at the price they saw. Refuses `price_changed` when none has it, `gone` when every holder is deleted,
 * and `not_found` when the owner's account is closed or suspended.
 */
export function bestOffer(
  row: MediaForSale,
  fanId: string,
  { expected_price: expected = 0, within }: UnlockInput,
): Holder | 'free' {
  if (row.owner_id === fanId) return 'free'
  const visible = row.blocked || row.owner_gone ? [] : row.holders
  if (visible.length === 0) throw refuse('not_found')
  const present = visible.filter((holder) => !holder.gone)
  if (present.length === 0 || row.deleted) throw refuse('gone')
  if (present.some((holder) => letsIn(row, holder))) return 'free'
  const selling = present.filter((it) => it.price_cents !== null && it.price_cents > 0 && !it.is_preview)
  const inPlace = selling.filter((holder) => holder.id === within)
  const offers = inPlace.length > 0 ? inPlace : selling
  // Of two at the same price, the one with more media.
  const [cheapest] = offers.sort((a, b) => costOf(a) - costOf(b) || b.sold.length - a.sold.length)
  if (cheapest === undefined) throw refuse('forbidden')
  const asSeen = offers.find((holder) => holder.price_cents === centsOf(expected))
  if (asSeen === undefined) throw refuse('price_changed', { price: coinsOf(cheapest.price_cents ?? 0) })
  return asSeen
}

/** The price in cents for a fan to whom some of the media are open already: the share of the rest. */
export const costOf = ({ price_cents, unpaid, of }: Holder): number => shareOf(price_cents ?? 0, unpaid, of)

function letsIn(row: MediaForSale, holder: Holder): boolean {
  // A message without a price is open to its receiver.
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

/** The media to unlock, the price that the fan saw, and the post or message in which they saw it. */
export type UnlockInput = { id: string; expected_price?: number; within?: string }

/** A media with its owner and holders, as a purchase needs them. */
export type MediaForSale = Omit<RowOf<typeof readForPurchase>, 'n'>
