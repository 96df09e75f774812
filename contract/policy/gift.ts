/** Whether somebody may accept a gift of months by its link. Visitors sign in first; who may not see the people in it finds none. */
export function mayAcceptGift(facts: GiftFacts): { allowed: boolean; reason: string | null } {
  if (facts.isOwn) return no('own')
  if (facts.isCreator) return no('creator')
  if (facts.state === 'accepted') return no('taken')
  if (facts.state !== 'open') return no('over')
  return facts.isFreeAnyway ? no('free') : { allowed: true, reason: null }
}

const no = (reason: string) => ({ allowed: false, reason })

/** What has become of a gift: nobody accepts it after its time, whether or not a job has given the coins back yet. */
export function giftState(it: { isAccepted: boolean; isReturned: boolean; expiresAt: number; now: number }): GiftState {
  if (it.isReturned) return 'returned'
  if (it.isAccepted) return 'accepted'
  return it.expiresAt <= it.now ? 'expired' : 'open'
}

export type GiftState = 'open' | 'accepted' | 'expired' | 'returned'
export type GiftFacts = {
  state: GiftState
  /** The one who gave it, and the creator whose subscription it is. */
  isOwn: boolean
  isCreator: boolean
  /** A subscription without an end and without a price needs no gift. */
  isFreeAnyway: boolean
}
