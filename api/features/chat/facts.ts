import { mayChat, type ChatVerdict } from '../../../contract/policy/chat.ts'
import type { Services } from '../../platform/services.ts'
import { toRelation } from '../../people/relations.ts'
import { type FactsRow, readSendFacts } from './statements.ts'

/** Everything that a send is decided by, in one statement; null where there is no such receiver. */
export async function sendFacts(ctx: Services, it: Asked): Promise<SendFacts | null> {
  const [row] = await ctx.db.run(readSendFacts, {
    sender: it.senderId,
    receiver: it.receiverId,
    now: new Date(ctx.now()),
    clientId: it.clientId,
    replyTo: it.replyTo,
    mediaIds: it.mediaIds,
  })
  return row === undefined ? null : toFacts(it.senderId === it.receiverId, row)
}

export function toFacts(self: boolean, row: FactsRow): SendFacts {
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
    known: row.known,
    sentBefore: row.sent_before,
    replyIsHere: row.reply_is_here,
    ownMedia: row.own_media,
  }
}

export type Asked = {
  senderId: string
  receiverId: string
  clientId: string | null
  replyTo: string | null
  mediaIds: readonly string[]
}
export type SendFacts = {
  verdict: ChatVerdict
  /** Something was written already, so that neither side is news to the other. */
  known: boolean
  /** The message that this sender stored under this `client_id`. */
  sentBefore: string | null
  replyIsHere: boolean
  /** How many of the media are the sender's and ready. */
  ownMedia: number
}
