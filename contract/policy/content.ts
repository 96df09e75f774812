/**
 * Whether a viewer may see content, and what would let them in otherwise (product §12). Every surface asks this
 * function: API, page, feed, search, chat, mail, share card, signed address.
 */
export function mayView(facts: ContentFacts): ContentVerdict {
  if (facts.isOwner) return { allowed: true, reason: 'owner', offers: [] }
  if (facts.isBought) return { allowed: true, reason: 'bought', offers: [] }
  if (facts.blocked) return { allowed: false, reason: 'blocked', offers: [] }
  if (facts.isPreview) return { allowed: true, reason: 'preview', offers: [] }
  if (letIn[facts.visibility](facts)) return { allowed: true, reason: null, offers: [] }
  const offers = ways(facts)
  return { allowed: false, reason: facts.visibility, offers: facts.isVisitor ? ['sign_in', ...offers] : offers }
}

const letIn: Record<ContentFacts['visibility'], (facts: ContentFacts) => boolean> = {
  public: () => true,
  followers: (facts) => facts.isFollowing || facts.isSubscribed,
  subscribers: (facts) => facts.isSubscribed,
  paid: () => false,
}

function ways(facts: ContentFacts): Offer[] {
  const offers: Offer[] = []
  if (facts.visibility === 'followers') offers.push('follow')
  if (facts.visibility === 'subscribers') offers.push('subscribe')
  if (facts.price !== null && facts.price > 0) offers.push('buy')
  return offers
}

/** The teaser of a text that is sold: at most a third of it and 120 characters, cut between words. */
export function teaserOf(text: string): string {
  const most = Math.min(120, Math.floor(text.length / 3))
  const cut = text.slice(0, most).replace(/\s+\S*$/, '')
  return `${cut.length > 0 && cut.length < most ? cut : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** How many fans bought something, as others may learn it: nothing below ten, where a buyer could be told from it. */
export const shownUnlocks = (count: number): number | null => (count < 10 ? null : count)

export type ContentFacts = {
  isVisitor: boolean
  isOwner: boolean
  isBought: boolean
  blocked: boolean
  isPreview: boolean
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  isFollowing: boolean
  isSubscribed: boolean
  /** Cents; null when the content is not for sale. */
  price: number | null
}
export type Offer = 'sign_in' | 'follow' | 'subscribe' | 'buy'
export type ContentVerdict = { allowed: boolean; reason: string | null; offers: Offer[] }
