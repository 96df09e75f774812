/**
 * May this sender write to this receiver (spec §6)? A non-creator may always be written to; a creator follows their
 * `chat_access_policy`. A block freezes the conversation for both (product §16).
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
  /** Either side blocks the other. */
  blocked: boolean
  receiverIsCreator: boolean
  policy: 'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS'
  isSubscribed: boolean
  isFollowing: boolean
}
export type ChatVerdict = { allowed: boolean; reason: null | 'self' | 'blocked' | 'subscribe' | 'follow' }
