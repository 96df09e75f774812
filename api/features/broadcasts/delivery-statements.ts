import type { AudienceChoice } from '../../../contract/audience-filter.ts'
import type { BroadcastAudience, LeftOut } from '../../../contract/broadcast-shapes.ts'
import type { LastMessageType } from '../../../contract/chat.ts'
import { afterId } from '../../platform/db/keyset.ts'
import { blockBetween, notDeleted, withName } from '../../platform/db/rules.ts'
import type { Decided } from '../../platform/db/schema/broadcasts.ts'
import {
  array,
  bool,
  int,
  jsonb,
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
import { unreadPredicate } from '../chat/unread.ts'
import type { Audience } from './audience.ts'

/** The broadcasts of a suspended or deleted creator wait. */
const senderIsActive = `exists (select 1 from users w where w.id = b.sender_id and ${notDeleted('w')})`
const lastMessageType = textOf<LastMessageType>()

/** Broadcasts whose time has come, with those whose sending began. */
const isDue = (now: string) => `b.status in ('scheduled', 'sending') and b.send_at <= ${now} and ${senderIsActive}`
/** Those whose two texts have been compared for as long as they should, or of which one was chosen. */
const isRestDue = (now: string) => `b.status = 'comparing' and b.rest_at <= ${now} and ${senderIsActive}`
/** Unsent broadcasts with messages left. Looks back as far as the work of a node that died may lie. */
const isHalfUnsent = `b.status = 'unsent' and b.unsent_at > now() - interval '1 hour'
      and exists (select 1 from messages m where m.broadcast_id = b.id and ${notDeleted('m')})`

export const creatorsWithUnfinished = statement(
  'broadcasts_unfinished_creators',
  { now: timestamptz },
  { creator: uuid },
  ({ now }) => `
    (select distinct b.sender_id as creator from broadcasts b where ${isDue(now)} limit 1000)
    union
    (select distinct b.sender_id from broadcasts b where ${isRestDue(now)} limit 1000)
    union
    (select distinct b.sender_id from broadcasts b where ${isHalfUnsent} limit 1000)`,
)
export const nextUnfinished = statement(
  'broadcasts_next_unfinished',
  { creator: uuid, now: timestamptz, tried: uuids },
  { id: uuid },
  ({ creator, now, tried }) => `
    select id from (
      (select b.id, b.send_at from broadcasts b where b.sender_id = ${creator} and b.id <> all(${tried}) and ${isDue(now)}
        order by b.send_at, b.id limit 1)
      union all
      (select b.id, b.rest_at from broadcasts b where b.sender_id = ${creator} and b.id <> all(${tried}) and ${isRestDue(now)}
        order by b.rest_at, b.id limit 1)
      union all
      (select b.id, b.send_at from broadcasts b where b.sender_id = ${creator} and b.id <> all(${tried}) and ${isHalfUnsent}
        order by b.send_at, b.id limit 1)
    ) found order by send_at, id limit 1`,
)
export const readUnsent = statement(
  'broadcasts_read_unsent',
  { id: uuid },
  { is_unsent: bool },
  ({ id }) => `select status = 'unsent' as is_unsent from broadcasts where id = ${id}`,
)
const selectionTypes = {
  sender_id: uuid,
  audience: textOf<BroadcastAudience>(),
  exclude: array(textOf<Audience>()),
  list_id: orNull(uuid),
  choice: orNull(jsonb<AudienceChoice>()),
  again_of: orNull(uuid),
  skip_waiting: bool,
  media_ids: uuids,
  preview_ids: uuids,
}
const selectionColumns =
  'b.sender_id, b.audience, b.exclude, b.list_id, b.choice, b.again_of, b.skip_waiting, b.media_ids, b.preview_ids'

/** A second worker waits for the first one and gets no row. */
export const claimScheduled = statement(
  'broadcasts_claim_scheduled',
  { id: uuid },
  { ...selectionTypes, compares: bool },
  ({ id }) => `
    select ${selectionColumns}, b.second_content is not null as compares from broadcasts b
    where b.id = ${id} and b.status = 'scheduled' and ${senderIsActive} for update`,
)
export type ClaimedSelection = RowOf<typeof selectionTypes>
/** `total` counts the whole audience where a part of it compares two texts first, `each` of them. */
export const markSending = statement(
  'broadcasts_mark_sending',
  { id: uuid, leftOut: jsonb<LeftOut>(), total: orNull(int), each: orNull(int) },
  {},
  ({ id, leftOut, total, each }) => `
    update broadcasts set status = 'sending', left_out = ${leftOut}, compared_each = ${each},
      rest_at = case when ${each} > 0 then rest_at end,
      recipients = coalesce(${total}, (select count(*)::int from broadcast_recipients where broadcast_id = ${id}))
    where id = ${id}`,
)
/** A broadcast whose others are to get a text now, with what each text has brought. A second worker gets no row. */
export const claimRest = statement(
  'broadcasts_claim_rest',
  { id: uuid, now: timestamptz },
  {
    ...selectionTypes,
    price_cents: orNull(int),
    winner: orNull(oneOf('first', 'second')),
    ...{ first_sent: int, first_opened: int, first_unlocked: int },
    ...{ second_sent: int, second_opened: int, second_unlocked: int },
  },
  ({ id, now }) => `
    select ${selectionColumns}, b.price_cents, b.winner, b.first_sent, b.second_sent,
      f.first_opened, f.first_unlocked, f.second_opened, f.second_unlocked
    from broadcasts b cross join lateral (
      select coalesce(sum(s.first_opened), 0)::int as first_opened, coalesce(sum(s.first_unlocked), 0)::int as first_unlocked,
        coalesce(sum(s.second_opened), 0)::int as second_opened, coalesce(sum(s.second_unlocked), 0)::int as second_unlocked
      from broadcast_figures s where s.broadcast_id = b.id) f
    where b.id = ${id} and ${isRestDue(now)} for update of b`,
)
export const markRest = statement(
  'broadcasts_mark_rest',
  { id: uuid, winner: oneOf('first', 'second'), decided: jsonb<Decided>(), leftOut: jsonb<LeftOut>() },
  {},
  ({ id, winner, decided, leftOut }) => `
    update broadcasts set status = 'sending', sent_to = null, winner = ${winner}, decided = ${decided}, left_out = ${leftOut},
      recipients = (select count(*)::int from broadcast_recipients where broadcast_id = ${id})
    where id = ${id}`,
)
export const claimSending = statement(
  'broadcasts_claim_sending',
  { id: uuid },
  {
    sender_id: uuid,
    operator_id: orNull(uuid),
    content: text,
    second_content: orNull(text),
    is_compared: bool,
    price_cents: orNull(int),
    media_ids: uuids,
    preview_ids: uuids,
    sent_to: orNull(uuid),
  },
  ({ id }) => `
    select b.sender_id, b.operator_id, case b.winner when 'second' then b.second_content else b.content end as content,
      b.second_content, coalesce(b.compared_each, 0) > 0 and b.winner is null as is_compared,
      b.price_cents, b.media_ids, b.preview_ids, b.sent_to from broadcasts b
    where b.id = ${id} and b.status = 'sending' and ${senderIsActive} for update`,
)
export type ClaimedBroadcast = RowOf<typeof claimSending>

export const nextRecipients = statement(
  'broadcasts_next_recipients',
  { broadcast: uuid, creator: uuid, isCompared: bool, after: orNull(uuid), limit: int },
  {
    user_id: uuid,
    version: orNull(oneOf('first', 'second')),
    frequency: orNull(oneOf('all', 'digest', 'off')),
    is_blocked: bool,
  },
  ({ broadcast, creator, isCompared, after, limit }) => `
    select r.user_id, r.version, h.frequency, ${blockBetween('r.user_id', creator)} as is_blocked
    from broadcast_recipients r
    left join broadcast_habits h on h.fan_id = r.user_id and h.creator_id = ${creator}
    where r.broadcast_id = ${broadcast} and (r.version is not null) = ${isCompared} and ${afterId('r.user_id', after)} order by r.user_id limit ${limit}`,
)
export const updateProgress = statement(
  'broadcasts_progress',
  {
    ...{ broadcast: uuid, sentTo: orNull(uuid), sent: int, first: int, second: int },
    ...{ isLast: bool, isCompared: bool, now: timestamptz },
  },
  {},
  ({ broadcast, sentTo, sent, first, second, isLast, isCompared, now }) => `
    update broadcasts set sent_to = ${sentTo}, sent_count = sent_count + ${sent},
      first_sent = first_sent + ${first}, second_sent = second_sent + ${second},
      status = case when not ${isLast} then status when ${isCompared} then 'comparing' else 'sent' end,
      finished_at = case when ${isLast} and not ${isCompared} then now() end,
      compared_at = case when ${isLast} and ${isCompared} then ${now} else compared_at end,
      rest_at = case when ${isLast} and ${isCompared} and rest_at is not null
        then ${now} + make_interval(hours => compare_hours) else rest_at end
    where id = ${broadcast}`,
)
/** A broadcast of this creator, whatever became of it. */
export const ownBroadcast = statement(
  'broadcasts_own',
  { id: uuid, sender: uuid },
  { id: uuid },
  ({ id, sender }) => `select b.id from broadcasts b where b.id = ${id} and b.sender_id = ${sender}`,
)
export const readMediaKind = statement(
  'broadcasts_media_kind',
  { media: uuid },
  { kind: lastMessageType },
  ({ media }) => `
    select case type when 'IMAGE' then 'image' when 'VIDEO' then 'video' else 'audio' end as kind
    from media where id = ${media}`,
)

/**
 * Stores the messages of a chunk. The creator's own list stays as it is until a fan answers; a fan who wants a digest
 * gets the message in the channel only, which is not `is_loud`. The unique key of broadcast and receiver prevents a
 * second message whatever happens.
 */
export const insertChunk = statement(
  'broadcasts_insert_chunk',
  {
    broadcast: uuid,
    creator: uuid,
    operator: orNull(uuid),
    content: text,
    secondContent: orNull(text),
    priceCents: orNull(int),
    now: timestamptz,
    mediaKind: orNull(lastMessageType),
    media: records({ id: uuid, is_preview: bool }),
    /** `new_session` is the id of the conversation if there is none yet. */
    recipients: records({
      user_id: uuid,
      is_second: bool,
      is_loud: bool,
      new_session: uuid,
      message_id: uuid,
      event_id: uuid,
    }),
  },
  {},
  (p) => `
    with recipients as materialized (
      select r.*, ${withName(`case when r.is_second then ${p.secondContent} else ${p.content} end`, 'u')} as content from ${p.recipients.as('r')} left join users u on u.id = r.user_id
    ), session as (
      insert into chat_sessions (id, user_a, user_b, last_seq)
      select r.new_session, least(${p.creator}, r.user_id), greatest(${p.creator}, r.user_id), 1 from recipients r
      on conflict (user_a, user_b) do update set last_seq = chat_sessions.last_seq + 1
      returning id, last_seq, case when user_a = ${p.creator} then user_b else user_a end as user_id
    ), numbered as materialized (
      select s.id as session_id, s.last_seq as seq, r.user_id, r.is_loud, r.message_id, r.event_id, r.content
      from session s join recipients r on r.user_id = s.user_id
    ), message as (
      insert into messages (id, session_id, seq, sender_id, receiver_id, content, type, price_cents, broadcast_id, operator_id, created_at)
      select message_id, session_id, seq, ${p.creator}, user_id, content, 'broadcast', ${p.priceCents}, ${p.broadcast},
        ${p.operator}, ${p.now}
      from numbered
    ), attached as (
      insert into message_media (message_id, media_id, position, is_preview)
      select n.message_id, a.id, a.position, a.is_preview from numbered n, ${p.media.as('a', 'position')}
    ), mine as (
      insert into chat_members (user_id, other_id, session_id, as_creator)
      select ${p.creator}, user_id, session_id, true from numbered on conflict (user_id, other_id) do nothing
    ), theirs as (
      insert into chat_members as m (user_id, other_id, session_id, as_creator, unread_count, last_message, last_message_type,
        last_message_at, last_message_id)
      select user_id, ${p.creator}, session_id, false, is_loud::int, case when is_loud then left(content, 280) end,
        case when is_loud then ${p.mediaKind} end, case when is_loud then ${p.now} end, case when is_loud then message_id end
      from numbered
      on conflict (user_id, other_id) do update set
        unread_count = m.unread_count + excluded.unread_count,
        hidden = m.hidden and excluded.unread_count = 0,
        last_message = case when excluded.unread_count = 1 then excluded.last_message else m.last_message end,
        last_message_type = case when excluded.unread_count = 1 then excluded.last_message_type else m.last_message_type end,
        last_message_at = case when excluded.unread_count = 1 then excluded.last_message_at else m.last_message_at end,
        last_message_id = case when excluded.unread_count = 1 then excluded.last_message_id else m.last_message_id end
    )
    insert into live_events (id, user_id, type, payload)
    select event_id, user_id, 'new_broadcast', jsonb_build_object('message_id', message_id) from numbered where is_loud`,
)

export const softDeleteChunk = statement(
  'broadcasts_soft_delete_chunk',
  { broadcast: uuid, limit: int },
  { id: uuid, session_id: uuid, seq: int, receiver_id: uuid },
  ({ broadcast, limit }) => `
    with chosen as (
      select id from messages where broadcast_id = ${broadcast} and deleted_at is null order by receiver_id limit ${limit}
    ), gone as (
      update messages m set deleted_at = now(), content = '' from chosen where m.id = chosen.id and ${notDeleted('m')}
      returning m.id, m.session_id, m.seq, m.receiver_id, m.sender_id, m.broadcast_id
    ), last as (
      update chat_members m set last_message = case when m.last_message_id = gone.id then null else m.last_message end,
        last_message_type = case when m.last_message_id = gone.id then null else m.last_message_type end,
        unread_count = case when gone.seq > m.read_seq and m.unread_count > 0 and ${unreadPredicate('gone')}
          then m.unread_count - 1 else m.unread_count end
      from gone where m.user_id = gone.receiver_id and m.other_id = gone.sender_id
    )
    select id, session_id, seq, receiver_id from gone`,
)
