import { letsIn, type SubscriptionFacts } from './subscription.ts'

/** What a fan is to a creator; each fan is one of them. */
export const fanRelations = ['subscriber', 'trial', 'gifted', 'follower', 'expired', 'buyer', 'blocked'] as const
export type FanRelation = (typeof fanRelations)[number]

/**
 * What a fan is to a creator, by the strongest fact: blocked, then how the subscription runs, then that there was one,
 * then that they follow, then that they bought something. Null for a person who is no fan (any more).
 */
export function fanRelation(facts: FanFacts): FanRelation | null {
  const { subscription, now } = facts
  if (facts.isBlocked) return 'blocked'
  if (subscription !== null && letsIn(subscription, now)) {
    if (subscription.startedAt > now) return 'trial'
    return facts.giftedUntil !== null && facts.giftedUntil > now ? 'gifted' : 'subscriber'
  }
  if (subscription !== null) return 'expired'
  if (facts.isFollowing) return 'follower'
  return facts.hasPaid ? 'buyer' : null
}

/** Times are milliseconds. */
export type FanFacts = {
  isBlocked: boolean
  isFollowing: boolean
  /** `startedAt` is the start of its paid months, which a trial has before it. */
  subscription: (Pick<SubscriptionFacts, 'status' | 'activeUntil'> & { startedAt: number }) | null
  giftedUntil: number | null
  hasPaid: boolean
  now: number
}
