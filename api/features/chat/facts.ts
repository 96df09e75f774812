import { mayChat, type ChatVerdict } from '../../../contract/policy/chat.ts'
import type { Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { relationColumns, type RelationRow, toRelation } from '../users/facts.ts'

/** Everything that a send is decided by, in one statement; null where there is no such receiver. */
export async function sendFacts(ctx: Services, it: Asked): Promise<SendFacts | null> {
  const [row] = await ctx.db.run<FactsRow>(facts, [
    it.senderId,
    it.receiverId,
    new Date(ctx.now()),
    it.clientId,
    it.replyTo,
    it.mediaIds,
  ])
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

/**
 * The truth table of `mayChat` for a statement that has to ask it: the codes of the facts under which one may write,
 * and SQL for the code of facts `f` about draft `d`. The rule itself stays in the policy.
 */
export const allowedCodes: readonly number[] = Array.from({ length: 64 }, (_, code) => code).filter(
  (code) =>
    mayChat({
      self: (code & 1) > 0,
      blocked: (code & 2) > 0,
      receiverIsCreator: (code & 4) > 0,
      policy: (code & 8) > 0 ? 'SUBSCRIBERS' : 'FOLLOWERS_OR_SUBSCRIBERS',
      isSubscribed: (code & 16) > 0,
      isFollowing: (code & 32) > 0,
    }).allowed,
)
export const codeOfFacts = `(d.sender_id = d.receiver_id)::int + (f.blocks or f.blocked_by)::int * 2 + f.is_creator::int * 4
  + (f.chat_access_policy = 'SUBSCRIBERS')::int * 8 + f.is_subscribed::int * 16 + f.is_following::int * 32`

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

/** SQL for the facts about receiver `u`: sender `$1`, the moment `$3`, `client_id` `$4`, reply `$5` and media `$6`. */
export const factColumns = `
    u.id, u.is_creator, u.chat_access_policy, ${relationColumns},
    exists (select 1 from chat_members k where k.user_id = $1::uuid and k.other_id = u.id
      and (k.wrote or k.last_message_at is not null)) as known,
    (select b.id from messages b where $4::text is not null and b.sender_id = $1::uuid and b.client_id = $4::text) as sent_before,
    $5::uuid is null or exists (select 1 from messages r where r.id = $5::uuid and r.deleted_at is null
      and ((r.sender_id = $1::uuid and r.receiver_id = u.id) or (r.sender_id = u.id and r.receiver_id = $1::uuid))) as reply_is_here,
    (select count(*)::int from media o where o.id = any($6::uuid[]) and o.owner_id = $1::uuid and o.state = 'ready'
      and o.deleted_at is null) as own_media`
/** Whom one can write to at all. */
export const receivers = 'u.deleted_at is null and u.username is not null'

const facts: Statement = {
  name: 'chat_send_facts',
  text: `select ${factColumns} from users u where u.id = $2::uuid and ${receivers}`,
}

export type FactsRow = RelationRow & {
  is_creator: boolean
  chat_access_policy: 'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS'
  known: boolean
  sent_before: string | null
  reply_is_here: boolean
  own_media: number
}
