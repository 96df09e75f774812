import { grantTables, opensChat } from '../../identity/grants.ts'
import {
  bigint,
  bool,
  cursorValue,
  float,
  int,
  neverNull,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const entryParameters = {
  after: cursorValue(uuid),
  limit: int,
  actor: orNull(uuid),
  subject: orNull(uuid),
  /** `action` is a pattern of `like`. */
  actions: orNull(text),
}
const entryTypes = {
  id: uuid,
  actor_id: uuid,
  subject_id: uuid,
  action: text,
  object_kind: orNull(text),
  object_id: orNull(text),
  about_id: orNull(text),
  created_at: timestamptz,
}
export type AuditEntryRow = RowOf<typeof entryTypes>

/** Entries `c` of the audit log, newest first. `hidesKind` says where an object's kind is withheld. */
const entriesWhere = (
  condition: string,
  { about, hidesKind }: { about: string; hidesKind: string },
  p: Record<keyof typeof entryParameters, string>,
): string => `
    select c.id, c.actor_id, c.subject_id, c.action, case when not (${hidesKind}) then c.object_kind end as object_kind,
      c.object_id, ${about} as about_id, c.created_at
    from agency_audit_entries c
    where ${condition} and (${p.after} is null or c.id < ${p.after}) and (${p.actor} is null or c.actor_id = ${p.actor})
      and (${p.subject} is null or c.subject_id = ${p.subject}) and (${p.actions} is null or c.action like ${p.actions})
    order by c.id desc limit ${p.limit}`

/** An agency sees whom the creator writes with only through `can_chat`. */
export const entriesOfAgency = statement(
  'agencies_acts_of_agency',
  { agency: uuid, ...entryParameters },
  entryTypes,
  ({ agency, ...filter }) =>
    entriesWhere(
      `c.agency_id = ${agency}`,
      {
        about: 'null::text',
        hidesKind: `c.object_kind = 'user' and c.object_id <> c.subject_id::text and c.action not like 'agencies.%'`,
      },
      filter,
    ),
)

export const entriesAboutCreator = statement(
  'agencies_acts_of_subject',
  { creator: uuid, ...entryParameters },
  entryTypes,
  ({ creator, ...filter }) =>
    entriesWhere(
      `c.subject_id = ${creator}`,
      {
        about: `case c.object_kind
      when 'user' then nullif(c.object_id, c.subject_id::text)
      when 'message' then (select case when x.sender_id = c.subject_id then x.receiver_id else x.sender_id end::text
        from messages x where x.id = c.object_id::uuid)
      when 'session' then (select x.other_id::text from chat_members x
        where x.session_id = c.object_id::uuid and x.user_id = c.subject_id) end`,
        hidesKind: 'false',
      },
      filter,
    ),
)

/** A reply is a message of the team directly after one of the fan. */
export const readFiguresOfTeam = statement(
  'agencies_figures',
  { agency: uuid, since: timestamptz, operator: orNull(uuid) },
  { operator_id: uuid, messages: int, sold: int, earned_cents: bigint, answer_seconds: orNull(float) },
  ({ agency, since, operator }) => `
    with wrote as (
      select x.operator_id, x.id, x.session_id, x.seq, x.created_at, x.receiver_id, l.can_payment
      from agency_creators l
      join messages x on x.sender_id = l.user_id and x.created_at >= ${since}
      join agency_members m on m.agency_id = l.agency_id and m.user_id = x.operator_id and m.ended_at is null
      where l.agency_id = ${agency} and l.status = 'active' and x.operator_id is not null
        and (${operator} is null or x.operator_id = ${operator})
    ), sales as (
      select w.operator_id, count(*)::int as sold, coalesce(sum(case when w.can_payment then p.price_cents else 0 end), 0)::bigint as cents
      from wrote w join purchases p on p.object_kind = 'message' and p.object_id = w.id and p.refunded_at is null
      group by w.operator_id
    ), answers as (
      select w.operator_id, percentile_cont(0.5) within group (order by extract(epoch from w.created_at - p.created_at)) as seconds
      from wrote w join messages p on p.session_id = w.session_id and p.seq = w.seq - 1 and p.sender_id = w.receiver_id
      group by w.operator_id
    )
    select m.user_id as operator_id, count(w.id)::int as messages, coalesce(s.sold, 0) as sold,
      coalesce(s.cents, 0)::bigint as earned_cents, n.seconds::float8 as answer_seconds
    from agency_members m
    left join wrote w on w.operator_id = m.user_id
    left join sales s on s.operator_id = m.user_id
    left join answers n on n.operator_id = m.user_id
    where m.agency_id = ${agency} and m.ended_at is null and (${operator} is null or m.user_id = ${operator})
    group by m.user_id, s.sold, s.cents, n.seconds order by messages desc, m.user_id limit 200`,
)

/** Whether the holder of claim `k` may still chat as the creator; otherwise the conversation is free. */
const holderMayChat = `exists (select 1 from ${grantTables}
      where g.agency_id = k.agency_id and l.user_id = k.creator_id and m.user_id = k.operator_id and ${opensChat})`

export const readInbox = statement(
  'team_inbox_page',
  {
    operator: uuid,
    at: cursorValue(timestamptz),
    session: cursorValue(uuid),
    limit: int,
    show: text,
  },
  {
    session_id: uuid,
    agency_id: uuid,
    creator_id: uuid,
    fan_id: uuid,
    last_message: orNull(text),
    last_message_type: orNull(text),
    last_message_at: neverNull(timestamptz, 'only conversations with a message are in the inbox'),
    at: text,
    unread_count: int,
    awaits_answer: bool,
    operator_id: orNull(uuid),
    note: orNull(text),
    claimed_at: orNull(timestamptz),
  },
  ({ operator, at, session, limit, show }) => `
    select c.session_id, g.agency_id, c.user_id as creator_id, c.other_id as fan_id, c.last_message, c.last_message_type,
      c.last_message_at, c.last_message_at::text as at, c.unread_count, c.awaits_answer, h.operator_id, k.note, k.updated_at as claimed_at
    from ${grantTables}
    join chat_members c on c.user_id = l.user_id and c.as_creator and c.last_message_at is not null and not c.hidden
    left join agency_claims k on k.agency_id = g.agency_id and k.creator_id = c.user_id and k.fan_id = c.other_id
    left join lateral (select k.operator_id where ${holderMayChat}) h on true
    where m.user_id = ${operator} and ${opensChat}
      and (${at} is null or (c.last_message_at, c.session_id) < (${at}, ${session}))
      and case ${show} when 'unanswered' then c.awaits_answer when 'mine' then h.operator_id = ${operator}
        when 'free' then h.operator_id is null else true end
    order by c.last_message_at desc, c.session_id desc limit ${limit}`,
)
export type InboxRow = RowOf<typeof readInbox>

export const findChatGrant = statement(
  'team_inbox_chat_grant',
  { agency: uuid, creator: uuid, operator: uuid, fan: uuid },
  { found: int },
  ({ agency, creator, operator, fan }) => `
    select 1 as found from ${grantTables} join chat_members c on c.user_id = l.user_id and c.other_id = ${fan}
    where g.agency_id = ${agency} and l.user_id = ${creator} and m.user_id = ${operator} and ${opensChat}`,
)

/** No row when another operator holds the claim. */
export const takeClaim = statement(
  'team_inbox_take',
  { agency: uuid, creator: uuid, fan: uuid, operator: orNull(uuid), note: orNull(text), viewer: uuid },
  { taken: int },
  ({ agency, creator, fan, operator, note, viewer }) => `
    insert into agency_claims as k (agency_id, creator_id, fan_id, operator_id, note, updated_at)
    values (${agency}, ${creator}, ${fan}, ${operator}, coalesce(${note}, ''), now())
    on conflict (agency_id, creator_id, fan_id) do update set operator_id = excluded.operator_id,
      note = coalesce(${note}, k.note), updated_at = now()
    where k.operator_id is null or k.operator_id = ${viewer} or not ${holderMayChat}
    returning 1 as taken`,
)
