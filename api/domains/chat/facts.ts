import { mayChat, type ChatVerdict } from '../../../contract/policy/chat.ts'
import type { Statement } from '../../db/db.ts'
import type { Services } from '../../http/services.ts'
import { relationColumns, type RelationRow, toRelation } from '../users/facts.ts'

/** Everything that a send is decided by, in one statement; null where there is no such receiver. */
export async function sendFacts(on: Services, it: Asked): Promise<SendFacts | null> {
  const [row] = await on.db.run<Row>(facts, [
    it.senderId,
    it.receiverId,
    new Date(on.now()),
    it.clientId,
    it.replyTo,
    it.mediaIds,
  ])
  if (row === undefined) return null
  const relation = toRelation(row)
  return {
    verdict: mayChat({
      self: it.senderId === it.receiverId,
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
  /** There is a conversation already, so that neither side is news to the other. */
  known: boolean
  /** The message that this sender stored under this `client_id`. */
  sentBefore: string | null
  replyIsHere: boolean
  /** How many of the media are the sender's and ready. */
  ownMedia: number
}

const facts: Statement = {
  name: 'chat_send_facts',
  text: `
    select u.id, u.is_creator, u.chat_access_policy, ${relationColumns},
      exists (select 1 from chat_members k where k.user_id = $1::uuid and k.other_id = u.id) as known,
      (select b.id from messages b where $4::text is not null and b.sender_id = $1::uuid and b.client_id = $4::text) as sent_before,
      $5::uuid is null or exists (select 1 from messages r where r.id = $5::uuid and r.deleted_at is null
        and ((r.sender_id = $1::uuid and r.receiver_id = u.id) or (r.sender_id = u.id and r.receiver_id = $1::uuid))) as reply_is_here,
      (select count(*)::int from media d where d.id = any($6::uuid[]) and d.owner_id = $1::uuid and d.state = 'ready'
        and d.deleted_at is null) as own_media
    from users u where u.id = $2::uuid and u.deleted_at is null and u.username is not null`,
}

type Row = RelationRow & {
  is_creator: boolean
  chat_access_policy: 'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS'
  known: boolean
  sent_before: string | null
  reply_is_here: boolean
  own_media: number
}
