/** Whether a user may accept a gift by its link. A visitor must sign in first, and a blocked user does not find the gift. */
export function mayAcceptGift(facts: GiftFacts): { allowed: boolean; reason: string | null } {
  if (facts.isOwn) return no('own')
  if (facts.isCreator) return no('creator')
  if (facts.state === 'accepted') return no('taken')
  if (facts.state !== 'open') return no('over')
  return facts.isFreeAnyway ? no('free') : { allowed: true, reason: null }
}

const no = (reason: string) => ({ allowed: false, reason })

/** The state of a gift. It expires on time, whether or not the job has returned the coins yet. */
export function giftState(gift: {
  isAccepted: boolean
  isReturned: boolean
  expiresAt: number
  now: number
}): GiftState {
  if (gift.isReturned) return 'returned'
  if (gift.isAccepted) return 'accepted'
  return gift.expiresAt <= gift.now ? 'expired' : 'open'
}

export type GiftState = 'open' | 'accepted' | 'expired' | 'returned'
export type GiftFacts = {
  state: GiftState
  /** Whether the user is the giver, or the creator of the subscription. */
  isOwn: boolean
  isCreator: boolean
  /** Whether the user already has a free subscription without an end. */
  isFreeAnyway: boolean
}
