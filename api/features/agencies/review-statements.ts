import type { MemberRole } from '../../../contract/agency-shapes.ts'
import { grantTables, opensChat } from '../../identity/grants.ts'
import { beforeId, beforeRow, beforeSeq } from '../../platform/db/keyset.ts'
import { notDeleted } from '../../platform/db/rules.ts'
import {
  bool,
  cursorValue,
  int,
  neverNull,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'
import { maySupervise, supervisionFacts, supervisionTables } from './supervision-sql.ts'

export const readSupervision = statement(
  'reviews_supervision',
  { agency: uuid, viewer: uuid, creator: uuid },
  {
    role: textOf<MemberRole>(),
    is_open: bool,
    is_represented: bool,
    may_chat: bool,
    is_blocked: bool,
    is_ended: bool,
    sees_amounts: bool,
  },
  ({ agency, viewer, creator }) => `
    select m.role, ${supervisionFacts.isOpen} as is_open, ${supervisionFacts.isRepresented} as is_represented, l.can_chat as may_chat,
      ${supervisionFacts.isBlocked} as is_blocked, ${supervisionFacts.isEndedByCreator} as is_ended, l.can_payment as sees_amounts
    from ${supervisionTables}
    where m.agency_id = ${agency} and m.user_id = ${viewer} and m.ended_at is null
      and l.user_id = ${creator} and l.ended_at is null`,
)

/** What an operator wrote to a fan by hand and is still there. */
const writtenBy = (x: string, operator: string) =>
  `${x}.operator_id = ${operator} and ${x}.broadcast_id is null and ${notDeleted(x)}`

/**
 * The latest message of an operator in each conversation since a time. They are walked along `messages_by_operator`, and
 * of each it is asked whether the same conversation has a later one, so that a page costs what is on it.
 */
export const queuePage = statement(
  'reviews_queue',
  {
    agency: uuid,
    viewer: uuid,
    operator: uuid,
    since: timestamptz,
    all: bool,
    at: cursorValue(timestamptz),
    after: cursorValue(uuid),
    limit: int,
  },
  {
    message_id: uuid,
    creator_id: uuid,
    fan_id: uuid,
    text,
    created_at: timestamptz,
    at: text,
    is_reviewed: bool,
  },
  ({ agency, viewer, operator, since, all, at, after, limit }) => `
    with supervised as materialized (
      select l.user_id as creator_id from ${supervisionTables}
      where m.agency_id = ${agency} and m.user_id = ${viewer} and ${maySupervise}
    )
    select x.id as message_id, x.sender_id as creator_id, x.receiver_id as fan_id, x.content as text, x.created_at,
      x.created_at::text as at, r.is_reviewed
    from messages x cross join lateral (select exists (select 1 from agency_reviews r
      where r.agency_id = ${agency} and r.operator_id = ${operator} and r.creator_id = x.sender_id
        and r.fan_id = x.receiver_id and r.created_at >= ${since}) as is_reviewed) r
    where ${writtenBy('x', operator)} and x.created_at >= ${since}
      and x.sender_id in (select creator_id from supervised)
      and ${beforeRow('x.created_at', 'x.id', at, after)}
      and (select n.id from messages n where n.session_id = x.session_id and n.seq > x.seq and ${writtenBy('n', operator)}
        order by n.seq limit 1) is null
      and (${all} or not r.is_reviewed)
    order by x.created_at desc, x.id desc limit ${limit}`,
)

/** A conversation of a creator, latest first, with the reader's own reviews. */
export const supervisedPage = statement(
  'reviews_conversation',
  { agency: uuid, viewer: uuid, creator: uuid, fan: uuid, before: cursorValue(int), limit: int },
  {
    id: uuid,
    seq: int,
    sender_id: uuid,
    operator_id: orNull(uuid),
    operator_role: orNull(textOf<MemberRole>()),
    is_broadcast: bool,
    text,
    media: int,
    price_cents: orNull(int),
    tip_cents: orNull(int),
    deleted: bool,
    created_at: timestamptz,
    review_id: orNull(uuid),
    score: orNull(int),
    comment: orNull(text),
  },
  ({ agency, viewer, creator, fan, before, limit }) => `
    select x.id, x.seq, x.sender_id, x.operator_id, o.role as operator_role, x.broadcast_id is not null as is_broadcast,
      case when ${notDeleted('x')} then x.content else '' end as text,
      case when ${notDeleted('x')} then (select count(*)::int from message_media d where d.message_id = x.id) else 0 end as media,
      x.price_cents, x.tip_cents, not ${notDeleted('x')} as deleted, x.created_at, r.id as review_id, r.score, r.comment
    from chat_members c join messages x on x.session_id = c.session_id
    left join agency_members o on o.agency_id = ${agency} and o.user_id = x.operator_id and o.ended_at is null
    left join agency_reviews r on r.agency_id = ${agency} and r.reviewer_id = ${viewer} and r.message_id = x.id
    where c.user_id = ${creator} and c.other_id = ${fan} and c.as_creator and ${beforeSeq('x.seq', before)}
    order by x.seq desc limit ${limit}`,
)

/** A message of an operator, with the operator's role in the agency; null for one who is no member of it. */
export const readReviewable = statement(
  'reviews_message',
  { agency: uuid, message: uuid },
  {
    operator_id: neverNull(uuid, 'it is one of an operator'),
    creator_id: uuid,
    fan_id: uuid,
    role: orNull(textOf<MemberRole>()),
  },
  ({ agency, message }) => `
    select x.operator_id, x.sender_id as creator_id, x.receiver_id as fan_id, o.role from messages x
    left join agency_members o on o.agency_id = ${agency} and o.user_id = x.operator_id and o.ended_at is null
    where x.id = ${message} and ${writtenBy('x', 'x.operator_id')} and x.operator_id is not null`,
)

/** Writes a review, or changes the reviewer's own of the same message. */
export const putReviewRow = statement(
  'reviews_put',
  {
    id: uuid,
    agency: uuid,
    reviewer: uuid,
    operator: uuid,
    creator: uuid,
    fan: uuid,
    message: uuid,
    score: int,
    comment: text,
    now: timestamptz,
  },
  { id: uuid, is_new: bool },
  ({ id, agency, reviewer, operator, creator, fan, message, score, comment, now }) => `
    insert into agency_reviews (id, agency_id, reviewer_id, operator_id, creator_id, fan_id, message_id, score, comment, created_at)
    values (${id}, ${agency}, ${reviewer}, ${operator}, ${creator}, ${fan}, ${message}, ${score}, ${comment}, ${now})
    on conflict (reviewer_id, message_id, agency_id) do update
      set score = excluded.score, comment = excluded.comment, changed_at = ${now}
    returning id, id = ${id} as is_new`,
)

export const deleteReviewRow = statement(
  'reviews_delete',
  { agency: uuid, reviewer: uuid, review: uuid },
  { creator_id: uuid, message_id: uuid },
  ({ agency, reviewer, review }) => `
    delete from agency_reviews where id = ${review} and agency_id = ${agency} and reviewer_id = ${reviewer}
    returning creator_id, message_id`,
)

const reviewTypes = {
  id: uuid,
  message_id: uuid,
  reviewer_id: uuid,
  operator_id: uuid,
  creator_id: uuid,
  fan_id: uuid,
  score: int,
  comment: text,
  created_at: timestamptz,
  changed_at: orNull(timestamptz),
  text: orNull(text),
  written_at: orNull(timestamptz),
}
export type ReviewRow = RowOf<typeof reviewTypes>

/**
 * The reviews `r` that match a condition, newest first. Words and time of the message stand there for a reader who may
 * read the conversation now: the operator under a grant, a supervisor as one.
 */
const reviewsWhere = (
  condition: string,
  { agency, viewer, after, limit }: { agency: string; viewer: string; after: string; limit: string },
) => `
    select r.id, r.message_id, r.reviewer_id, r.operator_id, r.creator_id, r.fan_id, r.score, r.comment, r.created_at,
      r.changed_at, x.text, x.written_at
    from agency_reviews r
    left join lateral (
      select case when ${notDeleted('x')} then x.content else '' end as text, x.created_at as written_at from messages x
      where x.id = r.message_id and (
        exists (select 1 from ${supervisionTables}
          where m.agency_id = ${agency} and m.user_id = ${viewer} and l.user_id = r.creator_id and ${maySupervise})
        or r.operator_id = ${viewer} and exists (select 1 from ${grantTables}
          where g.agency_id = ${agency} and m.user_id = ${viewer} and l.user_id = r.creator_id and ${opensChat}))) x on true
    where r.agency_id = ${agency} and ${condition} and ${beforeId('r.id', after)}
    order by r.id desc limit ${limit}`

const pageParameters = { agency: uuid, viewer: uuid, after: cursorValue(uuid), limit: int }

export const reviewsOfOperator = statement(
  'reviews_of_operator',
  { ...pageParameters, operator: uuid },
  reviewTypes,
  ({ operator, ...page }) => reviewsWhere(`r.operator_id = ${operator}`, page),
)

/** All of an agency; without `all` those of operators, and what the viewer wrote or got. */
export const reviewsOfAgency = statement(
  'reviews_of_agency',
  { ...pageParameters, all: bool },
  reviewTypes,
  ({ all, ...page }) =>
    reviewsWhere(
      `(${all} or r.operator_id = ${page.viewer} or r.reviewer_id = ${page.viewer} or exists (
        select 1 from agency_members o where o.agency_id = r.agency_id and o.user_id = r.operator_id
          and o.ended_at is null and o.role = 'operator'))`,
      page,
    ),
)
