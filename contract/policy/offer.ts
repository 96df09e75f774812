/** Whether somebody may take a trial or a discount by its link: those who come for the first time, while it is open. */
export function mayTakeOffer(facts: OfferFacts): { allowed: boolean; reason: string | null } {
  if (facts.isOwn) return no('own')
  if (facts.isFree) return no('free')
  if (!facts.isOpen) return no('over')
  return facts.isKnown ? no('not_new') : { allowed: true, reason: null }
}

const no = (reason: string) => ({ allowed: false, reason })

export type OfferFacts = {
  isOpen: boolean
  /** The creator asks nothing anyway. */
  isFree: boolean
  isOwn: boolean
  /** Has subscribed to this creator before. */
  isKnown: boolean
}

/** What a link has charged at once, in cents: nothing for a trial, the lowered month for a discount. */
export const offerPrice = (
  offer: { kind: 'trial' | 'discount'; percent: number | null },
  priceCents: number,
): number => (offer.kind === 'trial' ? 0 : Math.round((priceCents * (100 - (offer.percent ?? 0))) / 100))
