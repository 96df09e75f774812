import type { Message } from '../../../contract/chat.ts'
import { canReceive, chatAllowed, ownsMedia } from '../../platform/db/rules.ts'
import {
  bool,
  bools,
  int,
  json,
  oneOf,
  orNull,
  records,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import type { MediaRow } from '../media/views.ts'
import { relationOf, relationTypes } from '../../people/relations.ts'

export type MessageMedia = MediaRow & { is_preview: boolean; owned: boolean }
type Reply = NonNullable<Message['reply_to']>

/** A media of a message as JSON; `m` has the columns of the media. */
const mediaObject = (m: string, it: { state: string; isPreview: string; owner: string }): string => `
      json_build_object('id', ${m}.id, 'type', ${m}.type, 'state', ${it.state}, 'preview', ${m}.preview, 'width', ${m}.width,
        'height', ${m}.height, 'duration_ms', ${m}.duration_ms, 'has_poster', ${m}.has_poster, 'description', ${m}.description,
        'is_preview', ${it.isPreview}, 'owned', ${ownsMedia(it.owner, `${m}.id`)})`

/** The message `r` that another one answers, as JSON. */
const replyObject = `json_build_object('id', r.id, 'content', case when r.deleted_at is null then left(r.content, 200) else '' end,
          'sender_id', r.sender_id)`

/** What `showMessage` reads of `m` and its sender `w`, for one reader. Every statement that answers messages uses it. */
const messageColumns = (reader: string): string => `
  m.id, m.seq, m.client_id, m.session_id, m.sender_id, m.receiver_id, m.content, m.created_at, m.type, m.price_cents,
  m.tip_cents, m.read_at, m.deleted_at, m.operator_id, w.username as sender_username, w.is_creator as sender_is_creator,
  (select count(*)::int from message_likes l where l.message_id = m.id) as likes,
  exists (select 1 from message_likes l where l.message_id = m.id and l.user_id = ${reader}) as liked,
  (select ${replyObject} from messages r where r.id = m.reply_to) as reply,
  coalesce((
    select json_agg(${mediaObject('d', {
      // A media that its owner has deleted is gone from messages too, but for those who bought it.
      state: `case when d.deleted_at is null or ${ownsMedia(reader, 'd.id')} then d.state else 'failed' end`,
      isPreview: 'md.is_preview',
      owner: reader,
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
  /** The operator who wrote for the sender (product §32). */
  operator_id: orNull(uuid),
  sender_username: orNull(text),
  sender_is_creator: bool,
  likes: int,
  liked: bool,
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

/** Each as the one who received it sees it. */
export const messagesReceived = statement(
  'chat_messages_received',
  { ids: uuids },
  messageTypes,
  ({ ids }) => `select ${messageColumns('m.receiver_id')} from ${messageTables} where m.id = any(${ids})`,
)

/** The conversation is found through the viewer's own membership. */
const ofConversation = (viewer: string, other: string): string => `from ${messageTables}
  where m.session_id = (select k.session_id from chat_members k where k.user_id = ${viewer} and k.other_id = ${other})`

export const historyBefore = statement(
  'chat_history_before',
  { viewer: uuid, other: uuid, before: orNull(int), limit: int, offset: int },
  messageTypes,
  ({ viewer, other, before, limit, offset }) => `
    select ${messageColumns(viewer)} ${ofConversation(viewer, other)} and (${before} is null or m.seq < ${before})
    order by m.seq desc limit ${limit} offset ${offset}`,
)
export const historyAfter = statement(
  'chat_history_after',
  { viewer: uuid, other: uuid, after: int, limit: int },
  messageTypes,
  ({ viewer, other, after, limit }) => `
    select ${messageColumns(viewer)} ${ofConversation(viewer, other)} and m.seq > ${after} order by m.seq limit ${limit}`,
)

/** One row when something was written between the two. */
export const readIsKnown = statement(
  'chat_is_known',
  { viewer: uuid, other: uuid },
  { known: int },
  ({ viewer, other }) => `
    select 1 as known from chat_members k join chat_sessions c on c.id = k.session_id and c.last_seq > 0
    where k.user_id = ${viewer} and k.other_id = ${other}`,
)

/** The facts that a send is decided by, about receiver `u`. */
const factColumns = (it: Record<'sender' | 'now' | 'clientId' | 'replyTo' | 'mediaIds', string>): string => `
    u.id, u.is_creator, u.chat_access_policy, ${relationOf(it.sender, 'u.id', it.now)},
    exists (select 1 from chat_members k where k.user_id = ${it.sender} and k.other_id = u.id
      and (k.wrote or k.last_message_at is not null)) as known,
    (select b.id from messages b where ${it.clientId} is not null and b.sender_id = ${it.sender}
      and b.client_id = ${it.clientId}) as sent_before,
    ${it.replyTo} is null or exists (select 1 from messages r where r.id = ${it.replyTo} and r.deleted_at is null
      and ((r.sender_id = ${it.sender} and r.receiver_id = u.id) or (r.sender_id = u.id and r.receiver_id = ${it.sender})))
      as reply_is_here,
    (select count(*)::int from media o where o.id = any(${it.mediaIds}) and o.owner_id = ${it.sender} and o.state = 'ready'
      and o.deleted_at is null) as own_media`
const factTypes = {
  id: uuid,
  is_creator: bool,
  chat_access_policy: oneOf('SUBSCRIBERS', 'FOLLOWERS_OR_SUBSCRIBERS'),
  ...relationTypes,
  /** Something was written already, so that neither side is news to the other. */
  known: bool,
  /** The message that this sender stored under this `client_id`. */
  sent_before: orNull(uuid),
  reply_is_here: bool,
  /** How many of the media are the sender's and ready. */
  own_media: int,
}
export type FactsRow = RowOf<typeof factTypes>

/** No row where there is no such receiver. */
export const readSendFacts = statement(
  'chat_send_facts',
  {
    sender: uuid,
    receiver: uuid,
    now: timestamptz,
    clientId: orNull(text),
    replyTo: orNull(uuid),
    mediaIds: uuids,
  },
  factTypes,
  (p) => `select ${factColumns(p)} from users u where u.id = ${p.receiver} and ${canReceive('u')}`,
)

/** A message to be stored; `n` is its number among those that go together. */
const drafts = records({
  n: int,
  id: uuid,
  sender_id: uuid,
  receiver_id: uuid,
  new_session: uuid,
  client_id: orNull(text),
  content: text,
  type: textOf<Message['type']>(),
  price_cents: orNull(int),
  tip_cents: orNull(int),
  reply_to: orNull(uuid),
  broadcast_id: orNull(uuid),
  operator_id: orNull(uuid),
  created_at: timestamptz,
  media_ids: uuids,
  previews: bools,
  sender_event: uuid,
  receiver_event: uuid,
  held: bool,
})

/**
 * What is written of the drafts that `asked` lets through. The row lock on the conversation gives its messages
 * their order: whoever comes second waits, then reads the number after; many are locked in the order of their pairs, so
 * that statements never wait for each other in a circle. Both members, the message, its media and both events commit
 * with it or not at all.
 */
const storing = `
    sides as materialized (
      select a.*, least(a.sender_id, a.receiver_id) as user_a, greatest(a.sender_id, a.receiver_id) as user_b,
        w.username as sender_username, w.is_creator as sender_is_creator, r.is_creator as receiver_is_creator
      from asked a join users w on w.id = a.sender_id join users r on r.id = a.receiver_id
    ), session as (
      insert into chat_sessions (id, user_a, user_b, last_seq)
      select new_session, user_a, user_b, 1 from sides order by user_a, user_b
      on conflict (user_a, user_b) do update set last_seq = chat_sessions.last_seq + 1
      returning id, user_a, user_b, last_seq
    ), numbered as materialized (
      select k.*, s.id as session_id, s.last_seq as seq from session s join sides k using (user_a, user_b)
    ), assets as (
      select k.n, k.id as message_id, k.receiver_id, d.id, d.type, d.state, d.preview, d.width, d.height, d.duration_ms, d.has_poster,
        d.description, a.is_preview, a.position
      from numbered k cross join lateral unnest(k.media_ids, k.previews) with ordinality as a (id, is_preview, position)
      join media d on d.id = a.id
    ), message as (
      insert into messages (id, session_id, seq, sender_id, receiver_id, client_id, content, type, price_cents, tip_cents,
        reply_to, broadcast_id, operator_id, created_at)
      select id, session_id, seq, sender_id, receiver_id, client_id, content, type, price_cents, tip_cents, reply_to,
        broadcast_id, operator_id, created_at from numbered
    ), attached as (
      insert into message_media (message_id, media_id, position, is_preview)
      select message_id, id, position, is_preview from assets
    ), members as (
      insert into chat_members as m (user_id, other_id, session_id, as_creator, wrote, unread_count, awaits_answer,
        last_message, last_message_type, last_message_at, last_message_id)
      select side.user_id, side.other_id, k.session_id, side.as_creator, side.wrote, side.unread, not side.wrote,
        left(k.content, 280), case when k.tip_cents is not null then 'tip' when k.media_ids <> '{}' then (
          select case x.type when 'IMAGE' then 'image' when 'VIDEO' then 'video' else 'audio' end from assets x
          where x.n = k.n order by x.position limit 1) end, k.created_at, k.id
      from numbered k, lateral (values
        (k.sender_id, k.receiver_id, k.sender_is_creator and not k.receiver_is_creator, true, 0),
        (k.receiver_id, k.sender_id, k.receiver_is_creator, false, 1)
      ) as side (user_id, other_id, as_creator, wrote, unread)
      on conflict (user_id, other_id) do update set
        unread_count = m.unread_count + excluded.unread_count, wrote = m.wrote or excluded.wrote,
        awaits_answer = excluded.awaits_answer, hidden = false, last_message = excluded.last_message,
        last_message_type = excluded.last_message_type, last_message_at = excluded.last_message_at,
        last_message_id = excluded.last_message_id
    ), events as (
      insert into live_events (id, user_id, type, payload)
      select e.id, e.user_id, 'new_message', jsonb_build_object('message_id', k.id)
      from numbered k, lateral (values (k.sender_event, k.sender_id), (k.receiver_event, k.receiver_id)) as e (id, user_id)
    )`

/** What is answered of a message that was stored, `k`. */
const storedColumns = `k.session_id, k.seq, k.sender_username, k.sender_is_creator,
      exists (select 1 from push_subscriptions b where b.user_id = k.receiver_id) as has_browser,
      case when k.reply_to is not null then (select ${replyObject} from messages r where r.id = k.reply_to) end as reply,
      case when k.media_ids = '{}' then '[]' else coalesce((
        select json_agg(${mediaObject('a', { state: 'a.state', isPreview: 'a.is_preview', owner: 'a.receiver_id' })} order by a.position)
        from assets a where a.n = k.n), '[]') end as media`
const storedTypes = {
  session_id: uuid,
  seq: int,
  sender_username: orNull(text),
  sender_is_creator: bool,
  has_browser: bool,
  reply: orNull(json<Reply>()),
  /** `owned` is the receiver's; to the sender everything is their own. */
  media: json<MessageMedia[]>(),
}
export type StoredMessage = RowOf<typeof storedTypes>

export const storeMessages = statement(
  'chat_insert_message',
  { drafts },
  storedTypes,
  (p) => `
    with asked as materialized (
      select * from ${p.drafts.as('d')}
    ), ${storing} select ${storedColumns} from numbered k`,
)

/**
 * Stores the drafts that the facts allow and answers the facts of all whose receiver there is; `session_id` is null where
 * nothing was stored. The facts are looked up draft by draft (`offset 0`), through the indexes, whatever the planner
 * thinks many drafts are.
 */
export const submitMessages = statement(
  'chat_submit_messages',
  { drafts },
  {
    n: int,
    ...factTypes,
    ...storedTypes,
    session_id: orNull(uuid),
    seq: orNull(int),
    sender_is_creator: orNull(bool),
  },
  (p) => `
    with drafts as materialized (
      select * from ${p.drafts.as('d')}
    ), facts as materialized (
      select d.n, f.*
      from drafts d cross join lateral (
        select ${factColumns({
          sender: 'd.sender_id',
          now: 'd.created_at',
          clientId: 'd.client_id',
          replyTo: 'd.reply_to',
          mediaIds: 'd.media_ids',
        })} from users u where u.id = d.receiver_id and ${canReceive('u')} offset 0
      ) f
    ), asked as (
      select d.* from drafts d join facts f on f.n = d.n
      where not d.held and f.sent_before is null and f.reply_is_here and f.own_media = cardinality(d.media_ids)
        and ${chatAllowed({
          self: 'd.sender_id = d.receiver_id',
          blocked: 'f.blocks or f.blocked_by',
          receiverIsCreator: 'f.is_creator',
          policy: 'f.chat_access_policy',
          isSubscribed: 'f.is_subscribed',
          isFollowing: 'f.is_following',
        })}
    ), ${storing}
    select f.*, ${storedColumns} from facts f left join numbered k on k.n = f.n`,
)
