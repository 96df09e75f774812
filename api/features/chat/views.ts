import type { Message } from '../../../contract/chat.ts'
import { mayView } from '../../../contract/policy/content.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../identity/viewer.ts'
import { type MediaRow, presentMedia } from '../media/views.ts'

/** Who reads: one side of the conversation, perhaps through an operator who may not see what was earned. */
export type Reader = { id: string; seesAmounts: boolean }
export const readerOf = (viewer: Viewer): Reader => ({
  id: viewer.id,
  seesAmounts: viewer.acting === null || viewer.acting.permissions.can_payment === true,
})

/** Messages by id as one of their two sides sees them; whoever is neither gets none. */
export async function readMessages(
  ctx: Services,
  reader: Reader,
  ids: readonly string[],
  db: Db = ctx.db,
): Promise<Map<string, Message>> {
  const rows = ids.length === 0 ? [] : await db.run<MessageRow>(byIds, [reader.id, ids])
  return new Map(rows.map((row) => [row.id, presentMessage(ctx, reader, row)]))
}

/** Messages by id, each as the one who received it sees it. */
export async function readReceived(ctx: Services, ids: readonly string[]): Promise<Message[]> {
  const rows = ids.length === 0 ? [] : await ctx.db.run<MessageRow>(received, [ids])
  return rows.map((row) => presentMessage(ctx, { id: row.receiver_id, seesAmounts: true }, row))
}

/** A message through one side's eyes: a tombstone keeps nothing, and locked media have no address. */
export function presentMessage(ctx: Services, reader: Reader, row: MessageRow): Message {
  const mine = row.sender_id === reader.id
  const deleted = row.deleted_at !== null
  const sold = row.price_cents !== null && row.price_cents > 0 ? row.price_cents : null
  const media = deleted ? [] : row.media.map((it) => presentMedia(ctx, it, { ...seen(it), viewerId: reader.id }))
  return {
    id: row.id,
    seq: row.seq,
    client_id: row.client_id,
    session_id: row.session_id,
    sender: { id: row.sender_id, username: row.sender_username },
    receiver_id: row.receiver_id,
    content: deleted ? '' : row.content,
    created_at: new Date(row.created_at).toISOString(),
    type: row.type,
    media,
    price: sold === null || deleted ? null : sold / 100,
    locked: media.some((it) => it.locked),
    tip: row.tip_cents === null || !reader.seesAmounts ? null : row.tip_cents / 100,
    reply_to: row.reply === null || deleted ? null : row.reply,
    likes: row.likes,
    liked: row.liked,
    read_at: row.read_at === null ? null : new Date(row.read_at).toISOString(),
    deleted,
    author: row.operator_id !== null ? 'team' : row.sender_is_creator ? 'creator' : null,
  }

  function seen(it: MessageMedia) {
    const { allowed } = mayView({
      isVisitor: false,
      isOwner: mine,
      isBought: it.owned,
      blocked: false,
      isPreview: it.is_preview,
      visibility: sold === null ? 'public' : 'paid',
      isFollowing: false,
      isSubscribed: false,
      price: sold,
    })
    return { allowed, priceCents: it.is_preview || (it.state === 'failed' && !it.owned) ? null : sold }
  }
}

/** A media that its owner has deleted is gone from messages too, but for those who bought it. */
const stateOf = `case when d.deleted_at is null or exists (select 1 from entitlements e where e.user_id = $1::uuid and e.media_id = d.id)
      then d.state else 'failed' end`

/** SQL for what `showMessage` reads of `m`, for reader `$1`. Every statement that answers messages uses it. */
export const messageColumns = `
  m.id, m.seq, m.client_id, m.session_id, m.sender_id, m.receiver_id, m.content, m.created_at, m.type, m.price_cents,
  m.tip_cents, m.read_at, m.deleted_at, m.operator_id, w.username as sender_username, w.is_creator as sender_is_creator,
  (select count(*)::int from message_likes l where l.message_id = m.id) as likes,
  exists (select 1 from message_likes l where l.message_id = m.id and l.user_id = $1::uuid) as liked,
  (select json_build_object('id', r.id, 'content', case when r.deleted_at is null then left(r.content, 200) else '' end,
    'sender_id', r.sender_id) from messages r where r.id = m.reply_to) as reply,
  coalesce((
    select json_agg(json_build_object('id', d.id, 'type', d.type, 'state', ${stateOf}, 'preview', d.preview, 'width', d.width,
      'height', d.height, 'duration_ms', d.duration_ms, 'has_poster', d.has_poster, 'description', d.description,
      'is_preview', md.is_preview, 'owned', exists (select 1 from entitlements e where e.user_id = $1::uuid and e.media_id = d.id)) order by md.position)
    from message_media md join media d on d.id = md.media_id where md.message_id = m.id), '[]') as media`
export const messageTables = 'messages m join users w on w.id = m.sender_id'

const byIds: Statement = {
  name: 'chat_messages_by_ids',
  text: `select ${messageColumns} from ${messageTables}
    where m.id = any($2::uuid[]) and (m.sender_id = $1::uuid or m.receiver_id = $1::uuid)`,
}

const received: Statement = {
  name: 'chat_messages_received',
  text: `select ${messageColumns.replaceAll('$1::uuid', 'm.receiver_id')} from ${messageTables} where m.id = any($1::uuid[])`,
}

export type MessageMedia = MediaRow & { is_preview: boolean; owned: boolean }
export type MessageRow = {
  id: string
  seq: number
  client_id: string | null
  session_id: string
  sender_id: string
  sender_username: string | null
  sender_is_creator: boolean
  receiver_id: string
  content: string
  created_at: Date | string
  type: Message['type']
  price_cents: number | null
  tip_cents: number | null
  reply: Message['reply_to']
  operator_id: string | null
  read_at: Date | string | null
  deleted_at: Date | string | null
  likes: number
  liked: boolean
  media: MessageMedia[]
}
