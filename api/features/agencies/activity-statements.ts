import { shiftColumns, shiftTypes } from '../../identity/shifts.ts'
import type { Change } from '../../platform/audit/audit.ts'
import { beforeId } from '../../platform/db/keyset.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import {
  bigint,
  bool,
  cursorValue,
  float,
  int,
  json,
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
  /** A message, a comment or a broadcast as it was sent. */
  written: orNull(json<{ text: string; cents: number | null }>()),
  changes: orNull(json<Change[]>()),
  created_at: timestamptz,
}
export type AuditEntryRow = RowOf<typeof entryTypes>

/** Entries `c` of the audit log, newest first. `hidesKind` says where an object's kind is withheld, `shows` what was written. */
const entriesWhere = (
  condition: string,
  { about, hidesKind, shows }: { about: string; hidesKind: string; shows: { written: string; changes: string } },
  p: Record<keyof typeof entryParameters, string>,
): string => `
    select c.id, c.actor_id, c.subject_id, c.action, case when not (${hidesKind}) then c.object_kind end as object_kind,
      c.object_id, ${about} as about_id, ${shows.written} as written, ${shows.changes} as changes, c.created_at
    from agency_audit_entries c
    where ${condition} and ${beforeId('c.id', p.after)} and (${p.actor} is null or c.actor_id = ${p.actor})
      and (${p.subject} is null or c.subject_id = ${p.subject}) and (${p.actions} is null or c.action like ${p.actions})
    order by c.id desc limit ${p.limit}`

const changesOfEntry = `(select json_agg(json_build_object('field', x.field, 'before', x.before, 'after', x.after) order by x.id)
        from agency_audit_changes x where x.entry_id = c.id)`

/** An agency sees whom the creator writes with only through `can_chat`; what is about a grant names its operator. */
export const entriesOfAgency = statement(
  'agencies_acts_of_agency',
  { agency: uuid, ...entryParameters },
  entryTypes,
  ({ agency, ...filter }) =>
    entriesWhere(
      `c.agency_id = ${agency}`,
      {
        about: `case when c.object_kind = 'user' and c.action like 'agencies.%' then nullif(c.object_id, c.subject_id::text) end`,
        hidesKind: `c.object_kind = 'user' and c.object_id <> c.subject_id::text and c.action not like 'agencies.%'`,
        // Of what was done in a creator's name the agency reads no words.
        shows: {
          written: 'null::json',
          changes: `case when c.action = 'agencies.put_grant' then ${changesOfEntry} end`,
        },
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
        shows: {
          written: `case c.action
      when 'chat.send' then (select ${writtenOf('coalesce(x.earlier[1], x.content)', 'x.price_cents')} from messages x
        where x.id = c.object_id::uuid and ${notDeleted('x')})
      when 'chat.edit' then (select ${writtenOf('x.content', 'null')} from messages x where x.id = c.object_id::uuid)
      when 'posts.comment' then (select ${writtenOf('x.text', 'null')} from comments x
        where x.id = c.object_id::uuid and ${notDeleted('x')})
      when 'broadcasts.send' then (select ${writtenOf(`concat_ws(E'\n\n', x.content, x.second_content)`, 'x.price_cents')} from broadcasts x
        where x.id = c.object_id::uuid) end`,
          changes: changesOfEntry,
        },
      },
      filter,
    ),
)

function writtenOf(content: string, cents: string): string {
  return `json_build_object('text', ${content}, 'cents', ${cents})`
}

/** The operator's latest acting that has ended in the last hour, with what may have ended it. */
export const readLatestActing = statement(
  'agencies_latest_acting',
  { operator: uuid },
  {
    creator_id: uuid,
    agency_id: uuid,
    agency_name: text,
    is_member: bool,
    is_open: bool,
    started_at: orNull(timestamptz),
    stopped_at: timestamptz,
    revoked_at: orNull(timestamptz),
    revoked_by: orNull(uuid),
    reduced_at: orNull(timestamptz),
    until: orNull(timestamptz),
    ...shiftTypes,
  },
  ({ operator }) => `
    select c.subject_id as creator_id, c.agency_id, a.name as agency_name,
      m.ended_at is null as is_member,
      exists (select 1 from users u where u.id = c.subject_id and u.deleted_at is null) as is_open,
      (select b.created_at from agency_audit_entries b where b.actor_id = ${operator} and b.id < c.id
        and b.action = 'acting.start' order by b.id desc limit 1) as started_at,
      c.created_at as stopped_at, g.revoked_at, g.revoked_by, g.reduced_at, g.until, ${shiftColumns}
    from (select * from agency_audit_entries e where e.actor_id = ${operator} and e.action = 'acting.stop'
      order by e.id desc limit 1) c
    join agencies a on a.id = c.agency_id join agency_grants g on g.id = c.grant_id
    join agency_members m on m.id = g.member_id
    where c.created_at > now() - interval '1 hour'`,
)
export type LatestActingRow = RowOf<typeof readLatestActing>

/** A reply is a message of the team directly after one of the fan. */
export const readFiguresOfTeam = statement(
  'agencies_figures',
  { agency: uuid, since: timestamptz, operator: orNull(uuid) },
  {
    operator_id: uuid,
    messages: int,
    sold: int,
    earned_cents: bigint,
    answer_seconds: orNull(float),
    reviews: int,
    score: orNull(float),
  },
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
    ), reviews as (
      select r.operator_id, count(*)::int as reviews, avg(r.score)::float8 as score from agency_reviews r
      where r.agency_id = ${agency} and r.created_at >= ${since} group by r.operator_id
    )
    select m.user_id as operator_id, count(w.id)::int as messages, coalesce(s.sold, 0) as sold,
      coalesce(s.cents, 0)::bigint as earned_cents, n.seconds::float8 as answer_seconds,
      coalesce(r.reviews, 0) as reviews, r.score
    from agency_members m
    left join wrote w on w.operator_id = m.user_id
    left join sales s on s.operator_id = m.user_id
    left join answers n on n.operator_id = m.user_id
    left join reviews r on r.operator_id = m.user_id
    where m.agency_id = ${agency} and m.ended_at is null and (${operator} is null or m.user_id = ${operator})
    group by m.user_id, s.sold, s.cents, n.seconds, r.reviews, r.score order by messages desc, m.user_id limit 200`,
)
