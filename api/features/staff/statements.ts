import { afterRow, beforeId } from '../../platform/db/keyset.ts'
import { isPublished } from '../../platform/db/rules.ts'
import {
  bool,
  cursorValue,
  int,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

/** What staff read of users, verifications and reports; money is in `money-statements.ts`. */

export const readOverview = statement(
  'staff_waiting',
  { now: timestamptz },
  {
    verifications: int,
    reports: int,
    overdue: int,
    next_due_at: orNull(timestamptz),
    payouts: int,
    disputes: int,
    ledger_holds: orNull(bool),
  },
  ({ now }) => `
    select (select count(*)::int from creator_verifications where status = 'pending') as verifications, count(*)::int as reports,
      (count(*) filter (where due_at < ${now}))::int as overdue, min(due_at) as next_due_at,
      (select count(*)::int from payouts where status in ('requested', 'approved', 'processing')) as payouts,
      (select count(*)::int from disputes where status = 'open') as disputes,
      (select jsonb_array_length(violations) = 0 from ledger_checks where violations is not null order by finished_at desc limit 1) as ledger_holds
    from reports where status in ('received', 'in_review')`,
)

export const readStaffEntries = statement(
  'staff_audit_entries',
  { after: cursorValue(uuid), limit: int },
  {
    id: uuid,
    staff_id: uuid,
    username: orNull(text),
    display_name: orNull(text),
    avatar_media_id: orNull(uuid),
    action: text,
    object_kind: text,
    object_id: text,
    note: orNull(text),
    created_at: timestamptz,
  },
  ({ after, limit }) => `
    select a.id, a.staff_id, u.username, u.display_name, u.avatar_media_id, a.action, a.object_kind, a.object_id, a.note, a.created_at
    from staff_audit_entries a left join users u on u.id = a.staff_id
    where ${beforeId('a.id', after)} order by a.id desc limit ${limit}`,
)
export type StaffEntryRow = RowOf<typeof readStaffEntries>

// People

const userColumns = `id, username, display_name, avatar_media_id, email, email_verified, is_creator, role, created_at,
      suspended_at, suspended_reason, deleted_at, refused_birthdate::text as refused_birthdate`
const userTypes = {
  id: uuid,
  username: orNull(text),
  display_name: orNull(text),
  avatar_media_id: orNull(uuid),
  email: text,
  email_verified: bool,
  is_creator: bool,
  role: oneOf('user', 'staff'),
  created_at: timestamptz,
  suspended_at: orNull(timestamptz),
  suspended_reason: orNull(text),
  deleted_at: orNull(timestamptz),
  refused_birthdate: orNull(text),
}
export type StaffUserRow = RowOf<typeof userTypes>

const span = { from: text, to: text }
/** Usernames, addresses and names from `from` on and before `to`, compared as bytes (`spanOfBeginning`). */
const within = (column: string, { from, to }: { from: string; to: string }) =>
  `${column} ~>=~ ${from} and ${column} ~<~ ${to}`
const searched = ['username', 'lower(email)', 'lower(display_name)']

/** Of more, some stand among the newest users. Names that begin alike are often of one time, so it is not less. */
const fewUsers = 5_000
/** Whether so few begin like this that the indexes find all of them sooner than a walk through the newest users. */
export const areFewUsers = statement(
  'staff_users_few',
  span,
  { are_few: bool },
  (p) =>
    `select ${searched
      .map(
        (column) =>
          `(select count(*) from (select from users where ${within(column, p)} limit ${fewUsers}) u) < ${fewUsers}`,
      )
      .join(' and ')} as are_few`,
)
export const findUsers = statement(
  'staff_users_found',
  { ...span, after: cursorValue(uuid), limit: int },
  userTypes,
  ({ after, limit, ...p }) => `
    with page as materialized (
      select f.id from (${searched.map((column) => `select id from users where ${within(column, p)}`).join(' union ')}) f
      where ${beforeId('f.id', after)} order by f.id desc limit ${limit}
    )
    select ${userColumns} from users where id in (select id from page) order by id desc`,
)
/** By a walk through the newest users. */
export const searchUsers = statement(
  'staff_users',
  { ...span, after: cursorValue(uuid), limit: int },
  userTypes,
  ({ after, limit, ...p }) => `
    select ${userColumns} from users
    where (${searched.map((column) => `(${within(column, p)})`).join(' or ')})
      and ${beforeId('id', after)} order by id desc limit ${limit}`,
)
export const readUser = statement(
  'staff_user',
  { user: uuid },
  userTypes,
  ({ user }) => `select ${userColumns} from users where id = ${user}`,
)

// Verifications

const verificationSql = `
    select c.user_id as id, c.updated_at::text as at, c.status, c.legal_name, c.birthdate::text as birthdate,
      u.birthdate::text as onboarding_birthdate, c.country, c.document_kind, c.document_image_id, c.selfie_image_id, c.reason,
      c.submitted_at, c.decided_at, u.username, u.display_name, u.avatar_media_id
    from creator_verifications c join users u on u.id = c.user_id`
const verificationTypes = {
  id: uuid,
  at: text,
  status: oneOf('started', 'pending', 'approved', 'rejected'),
  legal_name: text,
  birthdate: text,
  onboarding_birthdate: orNull(text),
  country: text,
  document_kind: text,
  document_image_id: orNull(uuid),
  selfie_image_id: orNull(uuid),
  reason: orNull(text),
  submitted_at: orNull(timestamptz),
  decided_at: orNull(timestamptz),
  username: orNull(text),
  display_name: orNull(text),
  avatar_media_id: orNull(uuid),
}
export type VerificationRow = RowOf<typeof verificationTypes>

export const readVerifications = statement(
  'staff_verifications',
  { status: text, at: cursorValue(timestamptz), user: cursorValue(uuid), limit: int },
  verificationTypes,
  ({ status, at, user, limit }) => `${verificationSql}
    where c.status = ${status} and ${afterRow('c.updated_at', 'c.user_id', at, user)}
    order by c.updated_at, c.user_id limit ${limit}`,
)
export const readVerificationOfUser = statement(
  'staff_verification',
  { user: uuid },
  verificationTypes,
  ({ user }) => `${verificationSql} where c.user_id = ${user}`,
)

// Reports

/**
 * The rows of `page`, with what each report is about. The id in a report is text, perhaps no uuid: what is one is looked
 * up by key, in the table of its kind alone.
 */
const reportSql = (page: string) => `
    with page as materialized (${page})
    select r.id, r.due_at::text as at, r.ticket, r.kind, r.status, r.object, r.object_kind, r.object_id, r.text, r.evidence, r.email, r.answer,
      r.due_at, r.created_at, r.decided_at,
      u.id as r_id, u.username as r_username, u.display_name as r_name, u.avatar_media_id as r_avatar, about.post_id,
      s.id as s_id, s.username as s_username, s.display_name as s_name, s.avatar_media_id as s_avatar
    from page r
    left join users u on u.id = r.reporter_id
    left join lateral (
      select case when r.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then r.object_id::uuid end as id
    ) object on true
    left join lateral (
      select object.id as owner_id, null::uuid as post_id where r.object_kind = 'user'
      union all
      select p.author_id, case when ${isShown} then p.id end from posts p where r.object_kind = 'post' and p.id = object.id
      union all
      select c.author_id, case when c.deleted_at is null and ${isShown} then p.id end
      from comments c join posts p on p.id = c.post_id where r.object_kind = 'comment' and c.id = object.id
      union all
      select m.sender_id, null from messages m where r.object_kind = 'message' and m.id = object.id
      union all
      select m.owner_id, null from media m where r.object_kind = 'media' and m.id = object.id
    ) about on true
    left join users s on s.id = about.owner_id`
/** Its page is there for staff; what has none, they look at in the report. */
const isShown = isPublished('p', 'now()')
const reportTypes = {
  id: uuid,
  at: text,
  ticket: text,
  kind: text,
  status: oneOf('received', 'in_review', 'upheld', 'rejected'),
  object: text,
  object_kind: orNull(text),
  object_id: orNull(text),
  post_id: orNull(uuid),
  text,
  evidence: orNull(text),
  email: orNull(text),
  answer: orNull(text),
  due_at: timestamptz,
  created_at: timestamptz,
  decided_at: orNull(timestamptz),
  /** The reporter. */
  r_id: orNull(uuid),
  r_username: orNull(text),
  r_name: orNull(text),
  r_avatar: orNull(uuid),
  /** The owner of the reported object. */
  s_id: orNull(uuid),
  s_username: orNull(text),
  s_name: orNull(text),
  s_avatar: orNull(uuid),
}
export type ReportRow = RowOf<typeof reportTypes>

export const readReports = statement(
  'staff_reports',
  { states: texts, at: cursorValue(timestamptz), report: cursorValue(uuid), limit: int },
  reportTypes,
  ({ states, at, report, limit }) => `${reportSql(`
      select r.* from unnest(${states}) state cross join lateral (
        select * from reports r where r.status = state and ${afterRow('r.due_at', 'r.id', at, report)}
        order by r.due_at, r.id limit ${limit}
      ) r order by r.due_at, r.id limit ${limit}`)}
    order by r.due_at, r.id`,
)
export const readReport = statement('staff_report', { report: uuid }, reportTypes, ({ report }) =>
  reportSql(`select * from reports r where r.id = ${report}`),
)

// Removing what was reported

export const authorOfPost = statement(
  'report_post',
  { post: uuid },
  { author_id: uuid },
  ({ post }) => `select author_id from posts where id = ${post} and deleted_at is null`,
)
export const postOfComment = statement(
  'report_comment',
  { comment: uuid },
  { post_id: uuid },
  ({ comment }) => `
    select c.post_id from comments c join posts p on p.id = c.post_id
    where c.id = ${comment} and c.deleted_at is null and p.deleted_at is null`,
)
/** The media is removed at once, also from the profile; buyers get no address of it any more. */
export const removeMedia = statement(
  'report_media',
  { media: uuid, now: timestamptz },
  { owner_id: uuid },
  ({ media, now }) => `
    with gone as (
      update media set deleted_at = coalesce(deleted_at, ${now}), state = 'failed', reason = 'removed'
      where id = ${media} and reason is distinct from 'removed' returning id, owner_id
    )
    update users u set avatar_media_id = nullif(u.avatar_media_id, gone.id), cover_media_id = nullif(u.cover_media_id, gone.id)
    from gone where u.id = gone.owner_id returning u.id as owner_id`,
)

/** The owner of the page that shows a post, a comment or a media. */
export const ownerOfPage = statement(
  'report_owner_of',
  { object: uuid },
  { owner: uuid },
  ({ object }) => `
    select author_id as owner from posts where id = ${object}
    union all select p.author_id from comments c join posts p on p.id = c.post_id where c.id = ${object}
    union all select owner_id from media where id = ${object}`,
)
