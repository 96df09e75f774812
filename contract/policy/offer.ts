/** Whether a user may use a trial or discount link: only new subscribers, while it is open. */
export function mayTakeOffer(facts: OfferFacts): { allowed: boolean; reason: string | null } {
  if (facts.isOwn) return no('own')
  if (facts.isFree) return no('free')
  if (!facts.isOpen) return no('over')
  return facts.isKnown ? no('not_new') : { allowed: true, reason: null }
}

const no = (reason: string) => ({ allowed: false, reason })

export type OfferFacts = {
  isOpen: boolean
  /** Whether the creator's subscription is free anyway. */
  isFree: boolean
  isOwn: boolean
  /** Whether the user has subscribed to this creator before. */
  isKnown: boolean
}

/** What is charged at once with a link, in cents: nothing for a trial, the reduced month for a discount. */
export const offerPrice = (
  offer: { kind: 'trial' | 'discount'; percent: number | null },
  priceCents: number,
): number => (offer.kind === 'trial' ? 0 : Math.round((priceCents * (100 - (offer.percent ?? 0))) / 100))
