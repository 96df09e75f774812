import { type ChatVerdict, mayChat } from '../../../contract/policy/chat.ts'
import { toRelation } from '../../people/relations.ts'
import { type RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { type FactsRow, selectSendFacts } from './send-statements.ts'

/** Everything that decides whether a message may be sent, in one statement; null if the receiver does not exist. */
export async function readSendFacts(ctx: Services, message: Addressed): Promise<SendFacts | null> {
  const [row] = await ctx.db.run(selectSendFacts, {
    sender: message.senderId,
    receiver: message.receiverId,
    now: new Date(ctx.now()),
    clientId: message.clientId,
    replyTo: message.replyTo,
    mediaIds: message.mediaIds,
    isFromFan: message.isFromFan ?? false,
  })
  return row === undefined ? null : toSendFacts(message.senderId === message.receiverId, row)
}

export function toSendFacts(self: boolean, row: FactsRow): SendFacts {
  const relation = toRelation(row)
  return {
    verdict: mayChat({
      self,
      blocked: relation.blocked,
      receiverIsCreator: row.is_creator,
      policy: row.chat_access_policy,
      isSubscribed: relation.isSubscribed,
      isFollowing: relation.isFollowing,
    }),
    hasMessages: row.has_messages,
    sentBefore: row.sent_before,
    replyExists: row.reply_exists,
    ownMedia: row.own_media,
    isTaken: row.takes_media,
  }
}

type Addressed = {
  senderId: string
  receiverId: string
  clientId: string | null
  replyTo: string | null
  mediaIds: readonly string[]
  /** Whether a fan sends media with it. */
  isFromFan?: boolean
}
export type SendFacts = {
  verdict: ChatVerdict
  /** Whether the two users have exchanged a message, so that each knows of the other. */
  hasMessages: boolean
  /** The id of the message that this sender stored under this `client_id`. */
  sentBefore: string | null
  /** Whether the message to which this one replies is in the same conversation; true if it replies to none. */
  replyExists: boolean
  /** The number of the media that are ready and the sender's to send. */
  ownMedia: number
  /** Whether the receiver takes media of a fan, where the sender is one and sends some. */
  isTaken: boolean
}

/** Why the conversation is closed to the sender, or null. */
export function chatRefusal({ verdict: { reason }, hasMessages }: SendFacts): RefusalError | null {
  if (reason === 'self') return refuse('own_thing')
  // A blocked user who never exchanged a message with the other learns nothing of the block.
  if (reason === 'blocked') return hasMessages ? refuse('chat_closed', { reason }) : refuse('not_found')
  return reason === null ? null : refuse('chat_closed', { needs: reason })
}
