import { editMs, editsPerMessage, unsendMs } from '../limits.ts'

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

/**
 * Whether a side of a conversation may react to one of its messages: as long as it may write to the other, and the
 * message has not been deleted.
 */
export function mayReact({ chat, deleted }: { chat: ChatVerdict; deleted: boolean }): ReactionVerdict {
  if (deleted) return { allowed: false, reason: 'deleted' }
  return chat
}
export type ReactionVerdict = ChatVerdict | { allowed: false; reason: 'deleted' }

/**
 * Until when a sender may take back a message, in milliseconds since the epoch, or null: within a minute, but never a
 * tip nor what the receiver has bought. Later it can only be deleted.
 */
export function unsendUntil({ isSender, isTip, isBought, sentAt }: SentFacts): number | null {
  return isSender && !isTip && !isBought ? sentAt + unsendMs : null
}
export type SentFacts = { isSender: boolean; isTip: boolean; isBought: boolean; sentAt: number }

/**
 * Until when a side of a conversation may edit the words of a message, in milliseconds since the epoch, or null (product
 * §71): its sender, for a quarter of an hour and ten times. Never those of a tip, of a broadcast, of what has no words, of
 * what was deleted or bought, and of what is fixed: a paid request, its delivery and an automatic message. An operator
 * edits what the team wrote, and not what the creator wrote in person.
 */
export function editUntil(facts: EditFacts): number | null {
  const { isSender, isOperator, isByTeam, type, hasWords, isDeleted, isBought, isFixed, edits, sentAt } = facts
  if (!isSender || (isOperator && !isByTeam)) return null
  if ((type !== 'text' && type !== 'media') || !hasWords) return null
  if (isDeleted || isBought || isFixed || edits >= editsPerMessage) return null
  return sentAt + editMs
}
export type EditFacts = {
  isSender: boolean
  /** Whether the sender is a creator for whom an operator acts. */
  isOperator: boolean
  isByTeam: boolean
  type: 'text' | 'media' | 'tip' | 'broadcast'
  hasWords: boolean
  isDeleted: boolean
  isBought: boolean
  /** The words are part of a paid request, or of an automatic message. */
  isFixed: boolean
  /** How often it was edited. */
  edits: number
  sentAt: number
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
