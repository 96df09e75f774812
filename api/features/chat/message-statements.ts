import type { Message, Reaction } from '../../../contract/chat.ts'
import { beforeSeq } from '../../platform/db/keyset.ts'
import { isShownTo, letsDownload, notDeleted, ownsMedia } from '../../platform/db/rules.ts'
import {
  bool,
  int,
  json,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import type { MediaRow } from '../media/views.ts'

export type MessageMedia = MediaRow & {
  is_preview: boolean
  owned: boolean
  /** A post or another message shows it to the reader. */
  shown: boolean
}
export type Reply = NonNullable<Message['reply_to']>

/** Media of a message as JSON; `m` has its columns, `reader` may own it, and `price` is that of the message. */
export const mediaObject = (
  m: string,
  facts: { state: string; isPreview: string; reader: string; sender: string; price: string },
): string => `
      json_build_object('id', ${m}.id, 'type', ${m}.type, 'state', ${facts.state}, 'preview', ${m}.preview, 'width', ${m}.width,
        'height', ${m}.height, 'duration_ms', ${m}.duration_ms, 'has_poster', ${m}.has_poster, 'has_sizes', ${m}.renditions is not null,
        'strip', ${m}.renditions->'strip', 'waveform', ${m}.waveform, 'captions', ${m}.captions, 'machine_captions', ${m}.machine_captions,
        'focal', ${m}.focal, 'description', ${m}.description, 'is_downloadable', ${letsDownload(m)},
        'is_preview', ${facts.isPreview}, 'owned', ${ownsMedia(facts.reader, `${m}.id`)},
        'shown', case when coalesce(${facts.price}, 0) = 0 or ${facts.isPreview} or ${facts.reader} = ${facts.sender}
          or ${ownsMedia(facts.reader, `${m}.id`)} then false
          else ${isShownTo(facts.reader, { media: `${m}.id`, owner: facts.sender }, 'now()')} end)`

/** The message `r` to which another one replies, as JSON. */
export const replyObject = `json_build_object('id', r.id, 'content', case when r.deleted_at is null then left(r.content, 200) else '' end,
          'sender_id', r.sender_id)`

/** Whether the receiver of a message with a price has a purchase of its media. */
export const isBought = (m: string): string => `(coalesce(${m}.price_cents, 0) > 0 and exists (
    select 1 from message_media b where b.message_id = ${m}.id and ${ownsMedia(`${m}.receiver_id`, 'b.media_id')}))`

/** Whether a message with a price was paid for as itself, which only its sender is told: its media may be owned from elsewhere. */
const isSold = (reader: string): string => `(coalesce(m.price_cents, 0) > 0 and m.sender_id = ${reader} and exists (
    select 1 from purchases s where s.object_kind = 'message' and s.object_id = m.id and s.refunded_at is null))`

/**
 * Whether the words of message `m` are part of a paid request or of an automatic message. It is looked up for what the
 * reader sent within the last hour, because nothing older is edited.
 */
export const isFixed = (
  reader: string,
): string => `(${reader} = m.sender_id and m.created_at > now() - interval '1 hour'
    and (exists (select 1 from paid_requests q where q.message_id = m.id)
      or exists (select 1 from automation_runs a where a.message_id = m.id)))`

/** How a user has reacted to message `m`. */
const reactionOf = (user: string): string =>
  `(select l.reaction from message_likes l where l.message_id = m.id and l.user_id = ${user})`

/** What `presentMessage` reads of message `m` and its sender `w`, for one reader. */
const messageColumns = (reader: string): string => `
  m.id, m.seq, m.client_id, m.session_id, m.sender_id, m.receiver_id, m.content, m.created_at, m.type, m.price_cents,
  m.tip_cents, m.read_at, m.deleted_at, m.edited_at, coalesce(cardinality(m.earlier), 0) as edits, m.operator_id, w.username as sender_username, w.is_creator as sender_is_creator,
  ${reactionOf(reader)} as my_reaction,
  ${reactionOf(`case when m.sender_id = ${reader} then m.receiver_id else m.sender_id end`)} as other_reaction,
  ${isBought('m')} as bought, ${isSold(reader)} as sold, ${isFixed(reader)} as fixed,
  (select ${replyObject} from messages r where r.id = m.reply_to) as reply,
  coalesce((
    select json_agg(${mediaObject('d', {
      // Media that their owner deleted disappear from messages too, except for users who bought them.
      state: `case when ${notDeleted('d')} or ${ownsMedia(reader, 'd.id')} then d.state else 'failed' end`,
      isPreview: 'md.is_preview',
      reader,
      sender: 'm.sender_id',
      price: 'm.price_cents',
    })} order by md.position)
    from message_media md join media d on d.id = md.media_id where md.message_id = m.id), '[]') as media`
const messageTables = 'messages m join users w on w.id = m.sender_id'
const messageTypes = {
  id: uuid,
  seq: int,
  client_id: orNull(text),
  session_id: uuid,
  sender_id: uuid,
  receiver_id: uuid,
  content: text,
  created_at: timestamptz,
  type: textOf<Message['type']>(),
  price_cents: orNull(int),
  tip_cents: orNull(int),
  read_at: orNull(timestamptz),
  deleted_at: orNull(timestamptz),
  edited_at: orNull(timestamptz),
  /** How often it was edited. */
  edits: int,
  /** The operator who wrote for the sender (product §32). */
  operator_id: orNull(uuid),
  sender_username: orNull(text),
  sender_is_creator: bool,
  my_reaction: orNull(textOf<Reaction>()),
  other_reaction: orNull(textOf<Reaction>()),
  /** Whether the receiver has a purchase of its media. */
  bought: bool,
  sold: bool,
  /** Whether its words are part of a paid request or of an automatic message. */
  fixed: bool,
  reply: orNull(json<Reply>()),
  media: json<MessageMedia[]>(),
}
export type MessageRow = RowOf<typeof messageTypes>

export const messagesByIds = statement(
  'chat_messages_by_ids',
  { reader: uuid, ids: uuids },
  messageTypes,
  ({ reader, ids }) => `select ${messageColumns(reader)} from ${messageTables}
    where m.id = any(${ids}) and (m.sender_id = ${reader} or m.receiver_id = ${reader})`,
)

/** Each as its receiver sees it. */
export const messagesReceived = statement(
  'chat_messages_received',
  { ids: uuids },
  messageTypes,
  ({ ids }) => `select ${messageColumns('m.receiver_id')} from ${messageTables} where m.id = any(${ids})`,
)

/** The conversation is found through the viewer's own membership. */
export const conversationOf = (viewer: string, other: string): string =>
  `(select k.session_id from chat_members k where k.user_id = ${viewer} and k.other_id = ${other})`

const ofConversation = (viewer: string, other: string): string => `from ${messageTables}
  where m.session_id = ${conversationOf(viewer, other)}`

export const historyBefore = statement(
  'chat_history_before',
  { viewer: uuid, other: uuid, before: orNull(int), limit: int, offset: int },
  messageTypes,
  ({ viewer, other, before, limit, offset }) => `
    select ${messageColumns(viewer)} ${ofConversation(viewer, other)} and ${beforeSeq('m.seq', before)}
    order by m.seq desc limit ${limit} offset ${offset}`,
)
export const historyAfter = statement(
  'chat_history_after',
  { viewer: uuid, other: uuid, after: int, limit: int },
  messageTypes,
  ({ viewer, other, after, limit }) => `
    select ${messageColumns(viewer)} ${ofConversation(viewer, other)} and m.seq > ${after} order by m.seq limit ${limit}`,
)

/** One row if the two users have exchanged a message. */
export const readHasMessages = statement(
  'chat_has_messages',
  { viewer: uuid, other: uuid },
  { found: int },
  ({ viewer, other }) => `
    select 1 as found from chat_members k join chat_sessions c on c.id = k.session_id and c.last_seq > 0
    where k.user_id = ${viewer} and k.other_id = ${other}`,
)
