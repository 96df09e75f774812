import type { Message } from '../../../contract/chat.ts'
import type { Db } from '../../db/db.ts'
import type { Services } from '../../http/services.ts'

/**
 * Stores a message as part of the caller's transaction, numbered within its conversation, with what both lists and
 * both sockets need. Answers the message as its sender sees it, and `tell`, to be called after the commit. The policy
 * is the caller's business (`chat.send` asks it; a tip needs none). Throws the database's 23505 on `messages_client`
 * when the sender used this `clientId` before.
 */
export async function insertMessage(_tx: Db, _on: Services, _it: NewMessage): Promise<{ message: Message; tell: () => void }> {
  throw new Error('not written yet')
}

export type NewMessage = {
  senderId: string
  receiverId: string
  content: string
  type: 'text' | 'media' | 'tip' | 'broadcast'
  /** Cents. */
  tipCents?: number | null
  /** Cents; the media that are no previews are bought with the message. */
  priceCents?: number | null
  clientId?: string | null
  media?: readonly { id: string; isPreview: boolean }[]
  replyTo?: string | null
  broadcastId?: string | null
  /** The operator who writes for the sender (PRODUCT 32). */
  operatorId?: string | null
}
