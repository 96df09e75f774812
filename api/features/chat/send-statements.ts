import type { Message } from '../../../contract/chat.ts'
import { relationOf, relationTypes } from '../../people/relations.ts'
import { canReceive, chatAllowed, isForVault, notDeleted, takesMediaOf, withName } from '../../platform/db/rules.ts'
import {
  bool,
  bools,
  int,
  json,
  oneOf,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { type MessageMedia, mediaObject, type Reply, replyObject } from './message-statements.ts'

/** The facts about receiver `u` that decide whether a message may be sent. */
const factColumns = (
  p: Record<'sender' | 'now' | 'clientId' | 'replyTo' | 'mediaIds' | 'isFromFan', string>,
): string => `
    u.id, u.is_creator, u.chat_access_policy, ${relationOf(p.sender, 'u.id', p.now)},
    exists (select 1 from chat_members k where k.user_id = ${p.sender} and k.other_id = u.id
      and (k.wrote or k.last_message_at is not null)) as has_messages,
    (select b.id from messages b where ${p.clientId} is not null and b.sender_id = ${p.sender}
      and b.client_id = ${p.clientId}) as sent_before,
    ${p.replyTo} is null or exists (select 1 from messages r where r.id = ${p.replyTo} and ${notDeleted('r')}
      and ((r.sender_id = ${p.sender} and r.receiver_id = u.id) or (r.sender_id = u.id and r.receiver_id = ${p.sender})))
      as reply_exists,
    (select count(*)::int from media o where o.id = any(${p.mediaIds}) and o.owner_id = ${p.sender} and o.state = 'ready'
      and ${notDeleted('o')} and case when ${p.isFromFan} then o.only_for = u.id
        and not exists (select 1 from message_media x where x.media_id = o.id) else ${isForVault('o')} end) as own_media,
    (${p.isFromFan} and ${takesMediaOf('u', p.sender, p.now)}) as takes_media`
const factTypes = {
  id: uuid,
  is_creator: bool,
  chat_access_policy: oneOf('SUBSCRIBERS', 'FOLLOWERS_OR_SUBSCRIBERS'),
  ...relationTypes,
  /** Whether the two users have exchanged a message, so that each knows of the other. */
  has_messages: bool,
  /** The message that this sender stored under this `client_id`. */
  sent_before: orNull(uuid),
  reply_exists: bool,
  /** The number of the media that are ready and the sender's to send: of the vault, or what a fan uploaded for this receiver. */
  own_media: int,
  /** Whether the receiver takes media of a fan, where the sender is one and sends some. */
  takes_media: bool,
}
export type FactsRow = RowOf<typeof factTypes>

/** No row if the receiver does not exist. */
export const selectSendFacts = statement(
  'chat_send_facts',
  {
    sender: uuid,
    receiver: uuid,
    now: timestamptz,
    clientId: orNull(text),
    replyTo: orNull(uuid),
    mediaIds: uuids,
    isFromFan: bool,
  },
  factTypes,
  (p) => `select ${factColumns(p)} from users u where u.id = ${p.receiver} and ${canReceive('u')}`,
)

/** Messages to be stored; `n` is the number of each in its batch. */
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
  is_refused: bool,
  /** Whether a fan sends media with it. */
  is_from_fan: bool,
})

/**
 * What is written of the drafts in `allowed`. The row lock on a conversation gives its messages their order: a second
 * sender waits, and takes the next number. Conversations are locked in the order of their pairs, so that two statements
 * never wait for each other. Both members, the message, its media and both events commit together.
 */
const storing = `
    sides as materialized (
      select a.*, least(a.sender_id, a.receiver_id) as user_a, greatest(a.sender_id, a.receiver_id) as user_b,
        w.username as sender_username, w.is_creator as sender_is_creator, r.is_creator as receiver_is_creator,
        case when w.is_creator then ${withName('a.content', 'r')} else a.content end as named_content
      from allowed a join users w on w.id = a.sender_id join users r on r.id = a.receiver_id
    ), session as (
      insert into chat_sessions (id, user_a, user_b, last_seq)
      select new_session, user_a, user_b, 1 from sides order by user_a, user_b
      on conflict (user_a, user_b) do update set last_seq = chat_sessions.last_seq + 1
      returning id, user_a, user_b, last_seq
    ), numbered as materialized (
      select k.*, s.id as session_id, s.last_seq as seq from session s join sides k using (user_a, user_b)
    ), assets as (
      select k.n, k.id as message_id, k.receiver_id, d.id, d.type, d.state, d.preview, d.width, d.height, d.duration_ms, d.has_poster, d.renditions,
        d.waveform, d.captions, d.machine_captions, d.focal, d.may_download, d.owner_id, d.description, a.is_preview, a.position
      from numbered k cross join lateral unnest(k.media_ids, k.previews) with ordinality as a (id, is_preview, position)
      join media d on d.id = a.id
    ), message as (
      insert into messages (id, session_id, seq, sender_id, receiver_id, client_id, content, type, price_cents, tip_cents,
        reply_to, broadcast_id, operator_id, created_at)
      select id, session_id, seq, sender_id, receiver_id, client_id, named_content, type, price_cents, tip_cents, reply_to,
        broadcast_id, operator_id, created_at from numbered
    ), attached as (
      insert into message_media (message_id, media_id, position, is_preview)
      select message_id, id, position, is_preview from assets
    ), members as (
      insert into chat_members as m (user_id, other_id, session_id, as_creator, wrote, unread_count, awaits_answer,
        last_message, last_message_type, last_message_at, last_message_id)
      select side.user_id, side.other_id, k.session_id, side.as_creator, side.wrote, side.unread,
        not side.wrote and not (k.tip_cents is not null and k.named_content = ''),
        left(k.named_content, 280), case when k.tip_cents is not null then 'tip' when k.media_ids <> '{}' then (
          select case x.type when 'IMAGE' then 'image' when 'VIDEO' then 'video' else 'audio' end from assets x
          where x.n = k.n order by x.position limit 1) end, k.created_at, k.id
      from numbered k, lateral (values
        (k.sender_id, k.receiver_id, k.sender_is_creator and not k.receiver_is_creator, true, 0),
        (k.receiver_id, k.sender_id, k.receiver_is_creator, false, 1)
      ) as side (user_id, other_id, as_creator, wrote, unread)
      on conflict (user_id, other_id) do update set
        unread_count = m.unread_count + excluded.unread_count, wrote = m.wrote or excluded.wrote,
        awaits_answer = case when ${isBareTip('excluded')} then m.awaits_answer else excluded.awaits_answer end, hidden = false, snoozed_until = null, last_message = excluded.last_message,
        last_message_type = excluded.last_message_type, last_message_at = excluded.last_message_at,
        last_message_id = excluded.last_message_id
    ), events as (
      insert into live_events (id, user_id, type, payload)
      select e.id, e.user_id, 'new_message', jsonb_build_object('message_id', k.id)
      from numbered k, lateral (values (k.sender_event, k.sender_id), (k.receiver_event, k.receiver_id)) as e (id, user_id)
    )`

/** Whether what a receiver is given is a tip without words, to which no answer is due (product §27). */
function isBareTip(row: string): string {
  return `(${row}.unread_count > 0 and ${row}.last_message_type = 'tip' and ${row}.last_message = '')`
}

/** What a statement answers of `k`, a message that was stored. */
const storedColumns = `k.session_id, k.seq, k.named_content, k.sender_username, k.sender_is_creator,
      exists (select 1 from push_subscriptions b where b.user_id = k.receiver_id) as has_browser,
      case when k.reply_to is not null then (select ${replyObject} from messages r where r.id = k.reply_to) end as reply,
      case when k.media_ids = '{}' then '[]' else coalesce((
        select json_agg(${mediaObject('a', { state: 'a.state', isPreview: 'a.is_preview', reader: 'a.receiver_id', sender: 'k.sender_id', price: 'k.price_cents' })} order by a.position)
        from assets a where a.n = k.n), '[]') end as media`
const storedTypes = {
  session_id: uuid,
  seq: int,
  /** With the name of the fan, if a creator wrote for it. */
  named_content: text,
  sender_username: orNull(text),
  sender_is_creator: bool,
  has_browser: bool,
  reply: orNull(json<Reply>()),
  /** `owned` is about the receiver; a sender owns everything that they send. */
  media: json<MessageMedia[]>(),
}
export type StoredMessage = RowOf<typeof storedTypes>

export const storeMessages = statement(
  'chat_insert_message',
  { drafts },
  { n: int, ...storedTypes },
  (p) => `
    with allowed as materialized (
      select * from ${p.drafts.as('d')}
    ), ${storing} select k.n, ${storedColumns} from numbered k`,
)

/**
 * Stores the drafts that the facts allow, and answers the facts of every draft whose receiver exists; `session_id` is
 * null if nothing was stored. `offset 0` has the facts looked up for each draft through the indexes, however many drafts
 * the planner expects.
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
    named_content: orNull(text),
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
          isFromFan: 'd.is_from_fan',
        })} from users u where u.id = d.receiver_id and ${canReceive('u')} offset 0
      ) f
    ), allowed as (
      select d.* from drafts d join facts f on f.n = d.n
      where not d.is_refused and f.sent_before is null and f.reply_exists and f.own_media = cardinality(d.media_ids)
        and (f.takes_media or not d.is_from_fan) and ${chatAllowed({
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
