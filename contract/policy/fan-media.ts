/**
 * Whether a creator takes pictures and voice notes of a fan (product §73): as the creator has chosen in their
 * conversation, or else of every subscriber where the account says so. Only creators take any.
 */
export const takesMedia = ({ isCreator, choice, takesSubscribers, isSubscribed }: TakesFacts): boolean =>
  isCreator && (choice ?? (takesSubscribers && isSubscribed))

export type TakesFacts = {
  isCreator: boolean
  /** What the creator has chosen for this fan; null where they have chosen nothing. */
  choice: boolean | null
  takesSubscribers: boolean
  isSubscribed: boolean
}

/**
 * Whether media may go along with a message: from a creator, who sends from the vault, to all who may be written
 * to, and from a fan only where the receiver takes it.
 */
export function maySendMedia({ chat, senderIsCreator, isTaken }: SendMediaFacts): SendMediaVerdict {
  if (!chat.allowed || senderIsCreator) return chat
  return isTaken ? chat : { allowed: false, reason: 'not_taken' }
}

export type SendMediaFacts = {
  /** Whether the sender may write to the receiver. */
  chat: SendMediaVerdict
  senderIsCreator: boolean
  isTaken: boolean
}
export type SendMediaVerdict = { allowed: boolean; reason: string | null }
