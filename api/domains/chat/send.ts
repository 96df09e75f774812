import type { Message } from '../../../contract/chat.ts'
import type { Db, Statement } from '../../db/db.ts'
import { newId } from '../../db/ids.ts'
import type { Services } from '../../http/services.ts'
import { type MessageMedia, type MessageRow, showMessage } from './views.ts'

/**
 * Stores a message as part of the caller's transaction, numbered within its conversation, with what both lists and
 * both sockets need, in one statement. Answers the message as its sender sees it, and `tell`, to be called after the
 * commit. The policy is the caller's business (`chat.send` asks it; a tip needs none). Throws the database's 23505 on
 * `messages_client` when the sender used this `clientId` before.
 */
export async function insertMessage(
  tx: Db,
  on: Services,
  it: NewMessage,
): Promise<{ message: Message; tell: () => void }> {
  const id = newId()
  const events = { sender: newId(), receiver: newId() }
  const createdAt = new Date(on.now())
  const media = it.media ?? []
  const [stored] = await tx.run<Stored>(insert, [
    id,
    it.senderId,
    it.receiverId,
    newId(),
    it.clientId ?? null,
    it.content,
    it.type,
    it.priceCents ?? null,
    it.tipCents ?? null,
    it.replyTo ?? null,
    it.broadcastId ?? null,
    it.operatorId ?? null,
    createdAt,
    media.map((one) => one.id),
    media.map((one) => one.isPreview),
    events.sender,
    events.receiver,
  ])
  if (stored === undefined) throw new Error('a message came back without its number')
  const row: MessageRow = {
    ...stored,
    id,
    client_id: it.clientId ?? null,
    sender_id: it.senderId,
    receiver_id: it.receiverId,
    content: it.content,
    created_at: createdAt,
    type: it.type,
    price_cents: it.priceCents ?? null,
    tip_cents: it.tipCents ?? null,
    operator_id: it.operatorId ?? null,
    read_at: null,
    deleted_at: null,
    likes: 0,
    liked: false,
  }
  const seenBy = (userId: string) => showMessage(on, { id: userId, seesAmounts: true }, row)
  const message = seenBy(it.senderId)
  return {
    message,
    tell: () => {
      const same = { sender: message.sender, session_id: row.session_id, seq: row.seq }
      // Without media both sides see the same; with media, whether it is locked and its addresses differ.
      const theirs = media.length === 0 ? message : seenBy(it.receiverId)
      on.live.tell({
        id: events.receiver,
        userId: it.receiverId,
        type: 'new_message',
        payload: { ...same, message: theirs },
      })
      on.live.tell({ id: events.sender, userId: it.senderId, type: 'new_message', payload: { ...same, message } })
    },
  }
}

/**
 * The row lock on the conversation gives its messages their order: whoever comes second waits, then reads the number
 * after. Both members, the message, its media and both events commit with it or not at all.
 */
const insert: Statement = {
  name: 'chat_insert_message',
  text: `
    with sides as (
      select w.username as sender_username, w.is_creator as sender_is_creator, r.is_creator as receiver_is_creator
      from users w, users r where w.id = $2::uuid and r.id = $3::uuid
    ), session as (
      insert into chat_sessions (id, user_a, user_b, last_seq)
      values ($4::uuid, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), 1)
      on conflict (user_a, user_b) do update set last_seq = chat_sessions.last_seq + 1
      returning id, last_seq
    ), assets as (
      select d.id, d.type, d.state, d.preview, d.width, d.height, d.duration_ms, a.is_preview, a.position
      from unnest($14::uuid[], $15::boolean[]) with ordinality as a (id, is_preview, position) join media d on d.id = a.id
    ), message as (
      insert into messages (id, session_id, seq, sender_id, receiver_id, client_id, content, type, price_cents, tip_cents,
        reply_to, broadcast_id, operator_id, created_at)
      select $1::uuid, session.id, session.last_seq, $2::uuid, $3::uuid, $5::text, $6::text, $7::text, $8::int, $9::int,
        $10::uuid, $11::uuid, $12::uuid, $13::timestamptz from session
    ), attached as (
      insert into message_media (message_id, media_id, position, is_preview)
      select $1::uuid, id, position, is_preview from assets
    ), last as (
      select left($6::text, 280) as content, case when $9::int is not null then 'tip' else (
        select case type when 'IMAGE' then 'image' when 'VIDEO' then 'video' else 'audio' end from assets
        order by position limit 1) end as kind
    ), members as (
      insert into chat_members as m (user_id, other_id, session_id, as_creator, wrote, unread_count, awaits_answer,
        last_message, last_message_type, last_message_at, last_message_id)
      select side.user_id, side.other_id, session.id, side.as_creator, side.wrote, side.unread, not side.wrote,
        last.content, last.kind, $13::timestamptz, $1::uuid
      from session, last, sides, lateral (values
        ($2::uuid, $3::uuid, sides.sender_is_creator and not sides.receiver_is_creator, true, 0),
        ($3::uuid, $2::uuid, sides.receiver_is_creator, false, 1)
      ) as side (user_id, other_id, as_creator, wrote, unread)
      on conflict (user_id, other_id) do update set
        unread_count = m.unread_count + excluded.unread_count, wrote = m.wrote or excluded.wrote,
        awaits_answer = excluded.awaits_answer, hidden = false, last_message = excluded.last_message,
        last_message_type = excluded.last_message_type, last_message_at = excluded.last_message_at,
        last_message_id = excluded.last_message_id
    ), events as (
      insert into live_events (id, user_id, type, payload)
      select e.id, e.user_id, 'new_message', jsonb_build_object('message_id', $1::uuid)
      from session, (values ($16::uuid, $2::uuid), ($17::uuid, $3::uuid)) as e (id, user_id)
    )
    select session.id as session_id, session.last_seq as seq, sides.sender_username, sides.sender_is_creator,
      (select json_build_object('id', r.id, 'content', case when r.deleted_at is null then left(r.content, 200) else '' end,
        'sender_id', r.sender_id) from messages r where r.id = $10::uuid) as reply,
      coalesce((select json_agg(json_build_object('id', a.id, 'type', a.type, 'state', a.state, 'preview', a.preview,
        'width', a.width, 'height', a.height, 'duration_ms', a.duration_ms, 'is_preview', a.is_preview,
        'owned', exists (select 1 from entitlements e where e.user_id = $3::uuid and e.media_id = a.id)) order by a.position)
        from assets a), '[]') as media
    from session, sides`,
}

type Stored = {
  session_id: string
  seq: number
  sender_username: string | null
  sender_is_creator: boolean
  reply: Message['reply_to']
  /** `owned` is the receiver's; to the sender everything is their own. */
  media: MessageMedia[]
}

export type NewMessage = {
  senderId: string
  receiverId: string
  content: string
  type: Message['type']
  /** Cents. */
  tipCents?: number | null
  /** Cents; the media that are no previews are bought with the message. */
  priceCents?: number | null
  clientId?: string | null
  media?: readonly { id: string; isPreview: boolean }[]
  /** A message of the same conversation. */
  replyTo?: string | null
  broadcastId?: string | null
  /** The operator who writes for the sender (PRODUCT 32). */
  operatorId?: string | null
}
