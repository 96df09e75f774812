/**
 * Whether a sender may write to a receiver (spec §6). Messages to a user who is not a creator are always allowed;
 * messages to a creator follow their `chat_access_policy`. A block stops both sides (product §16).
 */
export function mayChat(facts: ChatFacts): ChatVerdict {
  if (facts.self) return { allowed: false, reason: 'self' }
  if (facts.blocked) return { allowed: false, reason: 'blocked' }
  if (!facts.receiverIsCreator) return { allowed: true, reason: null }
  if (facts.isSubscribed) return { allowed: true, reason: null }
  if (facts.policy === 'SUBSCRIBERS') return { allowed: false, reason: 'subscribe' }
  return facts.isFollowing ? { allowed: true, reason: null } : { allowed: false, reason: 'follow' }
}

export type ChatFacts = {
  self: boolean
  /** Whether either side blocks the other. */
  blocked: boolean
  receiverIsCreator: boolean
  policy: 'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS'
  isSubscribed: boolean
  isFollowing: boolean
}
export type ChatVerdict = { allowed: boolean; reason: null | 'self' | 'blocked' | 'subscribe' | 'follow' }
