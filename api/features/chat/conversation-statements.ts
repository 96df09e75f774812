import type { LastMessageType } from '../../../contract/chat.ts'
import { type conversationFilters, conversationSorts } from '../../../contract/inbox-views.ts'
import { waitingMinutes } from '../../../contract/limits.ts'
import { claimIsHeld } from '../../identity/grants.ts'
import { isNamed } from '../../people/named.ts'
import {
  isFollowing,
  isSubscribed,
  subscriptionIsOver,
  subscriptionRuns,
  waitsForAnswer,
} from '../../platform/db/rules.ts'
import {
  bigint,
  bool,
  cursorValue,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { filterParameters, matchesFilter } from '../audience/predicate.ts'
import {
  gatheredTables,
  isGathered,
  isStartOf,
  memberByKey,
  narrowFilters,
  type Start,
  spentCents,
  type Walk,
  walksOf,
} from './conversation-walks.ts'

export type Filter = (typeof conversationFilters)[number]
export type Sort = (typeof conversationSorts)[number]

/** Member `m` of conversation `c`, whose other member is `o`. */
const memberColumns = `
      m.session_id, m.other_id, m.unread_count, m.muted, m.hidden, m.read_seq, m.last_message, m.last_message_type,
      m.last_message_at, m.pinned_at, m.snoozed_until, c.last_seq, o.read_seq as other_read_seq`
const memberTables = `
      chat_members m
      join chat_sessions c on c.id = m.session_id
      join chat_members o on o.session_id = m.session_id and o.user_id = m.other_id`
const memberTypes = {
  session_id: uuid,
  other_id: uuid,
  unread_count: int,
  muted: bool,
  hidden: bool,
  read_seq: int,
  other_read_seq: int,
  last_seq: int,
  last_message: orNull(text),
  last_message_type: orNull(textOf<LastMessageType>()),
  last_message_at: orNull(timestamptz),
  pinned_at: orNull(timestamptz),
  snoozed_until: orNull(timestamptz),
}
export type MemberRow = RowOf<typeof memberTypes>

/** Whether the list is filtered by each. */
const filterTypes = {
  unread: bool,
  unanswered: bool,
  subscribers: bool,
  followers: bool,
  expired: bool,
  tippers: bool,
  spenders: bool,
  muted: bool,
  hidden: bool,
  requests: bool,
  waiting: bool,
  requested: bool,
  pinned: bool,
  snoozed: bool,
} satisfies Partial<Record<Filter, typeof bool>>
type RowFilter = keyof typeof filterTypes

const listTypes = {
  ...filterTypes,
  /** Lists conversations with the fans whom this filter matches only, if `inAudience`. */
  ...filterParameters,
  inAudience: bool,
  viewer: uuid,
  /** Whether the list is the inbox of a creator. */
  asCreator: bool,
  now: timestamptz,
  /** The agency of an operator, who sees the claims of their own colleagues; null for the viewer in person. */
  agency: orNull(uuid),
  /** A pattern of `namePattern`. */
  search: orNull(text),
  /** Lists conversations with these users only, for the lists of `others`; null in every other. */
  others: orNull(uuids),
  /** Rank, time and id of the last row of the page before. */
  rank: cursorValue(bigint),
  at: cursorValue(timestamptz),
  id: cursorValue(uuid),
  limit: int,
  offset: int,
}
type ListSql = Record<keyof typeof listTypes, string>

export type ListRow = RowOf<ReturnType<typeof listStatement>>

/** The page of a list: its rows, with the rank by which they are sorted. */
export function conversationList(
  sort: Sort,
  filters: readonly Filter[],
  areOthersKnown: boolean,
): ReturnType<typeof listStatement> {
  const start = areOthersKnown
    ? 'others'
    : (narrowFilters.find((filter) => filters.includes(filter) && isStartOf(sort, filter)) ?? null)
  const list = lists.get(listName(sort, start))
  if (list === undefined) throw new Error(`there is no list ${sort}, ${start}`)
  return list
}

/** The filters as parameters of a list; `online` is the list of `others`. */
export const toFlags = (filters: readonly Filter[]): Record<RowFilter, boolean> =>
  Object.fromEntries(Object.keys(filterTypes).map((filter) => [filter, filters.includes(filter as Filter)])) as Record<
    RowFilter,
    boolean
  >

const listName = (sort: Sort, start: Start) => ['chat_list', sort, start].filter(Boolean).join('_')

/**
 * A list by its sort and its narrowest filter. That filter stands in the SQL as it is, so that the planner can start from
 * its index; the others are parameters and asked of each row. The page is cut before it is joined: from a walk of an
 * index, and from a second one where the first does not fill it.
 */
const listStatement = (sort: Sort, start: Start) =>
  statement(listName(sort, start), listTypes, { ...memberTypes, ...fanTypes, rank: bigint }, (p) => {
    const [first, rest] = walksOf(sort, start, p)
    const conditions = isGathered(start, sort) ? [] : conditionsSql(start, p)
    const parts = [walkSql(first, conditions, p)]
    if (rest !== undefined) {
      const isShort = `(select count(*) from walk_0) < ${p.limit} + ${p.offset}`
      parts.push(walkSql({ ...rest, where: `${rest.where} and ${isShort}` }, conditions, p))
    }
    const walks = parts.map((sql, at) => `walk_${at} as materialized (${sql})`)
    const gathered = isGathered(start, sort) ? [`gathered as materialized (${gatheredSql(start, p)})`] : []
    return `
    with ${[...gathered, ...walks].join(', ')}
    select ${memberColumns}, ${fanColumns(p)}, page.rank
    from (${parts.map((_, at) => `select * from walk_${at}`).join(' union all ')}) page
    cross join lateral (${memberByKey(p.viewer, 'page.other_id')}) m
    join chat_sessions c on c.id = m.session_id
    join chat_members o on o.session_id = m.session_id and o.user_id = m.other_id
    order by page.rank desc, ${sort === 'top_spenders' ? 'case when page.rank > 0 then m.other_id end desc, ' : ''}${first.time}
    limit ${p.limit} offset ${p.offset}`
  })

/** What a creator's inbox shows of the fan `m.other_id`, read for the rows of a page only. */
const fanTypes = {
  awaits_answer: bool,
  is_subscriber: bool,
  spent_cents: orNull(bigint),
  request_cents: orNull(int),
  claimed_by: orNull(text),
}
const fanColumns = (p: ListSql) => `
      (${p.asCreator} and ${waitsForAnswer('m', p.now)}) as awaits_answer,
      (${p.asCreator} and ${isSubscribed('m.other_id', p.viewer, p.now)}) as is_subscriber,
      case when ${p.asCreator} then (select f.spent_cents from fan_spending f
        where f.creator_id = ${p.viewer} and f.fan_id = m.other_id) end as spent_cents,
      case when ${p.asCreator} then (select r.price_cents from paid_requests r where r.creator_id = ${p.viewer}
        and r.fan_id = m.other_id and r.state in ('open', 'accepted') order by r.id limit 1) end as request_cents,
      case when ${p.asCreator} then (select coalesce(u.display_name, '@' || u.username) from agency_claims k
        join users u on u.id = k.operator_id where k.creator_id = ${p.viewer} and k.fan_id = m.other_id
          and (${p.agency} is null or k.agency_id = ${p.agency}) and ${claimIsHeld} limit 1) end as claimed_by`

/** Snoozed conversations are out of every list but their own, and come back by themselves. Hidden ones stay hidden. */
const isInSight = (p: ListSql) =>
  `(${p.hidden} or ${p.snoozed} or m.snoozed_until is null or m.snoozed_until <= ${p.now})`

const walkSql = ({ tables, rank, where, order }: Walk, conditions: readonly string[], p: ListSql): string => `
      select m.other_id, (${rank})::bigint as rank
      from ${tables}
      where ${[...conditions, where].join('\n        and ')}
      order by ${order} limit ${p.limit} + ${p.offset}
    `

/** The conversations of a gathered start that pass every condition, with what the walks ask of them. */
const gatheredSql = (start: Start, p: ListSql): string => `
      select m.user_id, m.other_id, m.session_id, m.last_message_at, m.unread_count, m.awaits_answer
      from ${gatheredTables(start, p.viewer)}
      where ${conditionsSql(start, p).join('\n        and ')}
    `

/** What every conversation of the list passes. */
const conditionsSql = (start: Start, p: ListSql): string[] => [
  `m.user_id = ${p.viewer} and m.as_creator = ${p.asCreator} and m.last_message_at is not null`,
  `m.hidden = ${p.hidden} and ${isInSight(p)}`,
  `(${p.search} is null or ${isNamed('m.other_id', p.search)})`,
  // A list that begins with them has them already, and any other is asked for without.
  start === 'others' ? 'true' : `${p.others} is null`,
  `(not ${p.inAudience} or exists (select 1 from creator_fans a where a.fan_id = m.other_id and ${matchesFilter('a', p)}))`,
  ...filtersSql(start === 'others' ? null : start, p),
]

function filtersSql(narrowest: Filter | null, p: ListSql): string[] {
  const { viewer, now } = p
  const conditions = {
    unread: 'm.unread_count > 0',
    unanswered: waitsForAnswer('m', now),
    subscribers: isSubscribed('m.other_id', viewer, now),
    followers: isFollowing('m.other_id', viewer),
    expired: `exists (select 1 from subscriptions s where s.fan_id = m.other_id and s.creator_id = ${viewer}
        and not ${subscriptionRuns('s', now)})`,
    tippers: `exists (select 1 from messages t where t.session_id = m.session_id and t.sender_id = m.other_id
        and t.tip_cents is not null)`,
    spenders: `${spentCents(viewer)} > 0`,
    muted: 'm.muted',
    hidden: 'm.hidden',
    waiting: `(${waitsForAnswer('m', now)} and m.last_message_at <= ${now} - interval '${waitingMinutes} minutes')`,
    requested: `exists (select 1 from paid_requests r where r.creator_id = ${viewer} and r.fan_id = m.other_id
        and r.state in ('open', 'accepted'))`,
    pinned: 'm.pinned_at is not null',
    snoozed: `m.snoozed_until > ${now}`,
    requests: `(not m.wrote and m.last_message_at is not null and not ${isFollowing(viewer, 'm.other_id')} and not ${isSubscribed('m.other_id', viewer, now)})`,
  } satisfies Record<RowFilter, string>
  return (Object.keys(conditions) as RowFilter[]).map((filter) =>
    filter === narrowest ? `${p[filter]} and ${conditions[filter]}` : `(not ${p[filter]} or ${conditions[filter]})`,
  )
}

const lists = new Map(
  conversationSorts.flatMap((sort) =>
    [null, 'others' as const, ...narrowFilters.filter((it) => isStartOf(sort, it))].map(
      (start) => [listName(sort, start), listStatement(sort, start)] as const,
    ),
  ),
)

/** Former subscribers, in no order. */
export const fewExpired = statement(
  'chat_few_expired',
  { viewer: uuid, most: int, now: timestamptz },
  { id: uuid },
  ({ viewer, most, now }) => {
    const halves = subscriptionIsOver('s', now).map(
      (half) => `(select s.fan_id as id from subscriptions s where s.creator_id = ${viewer} and ${half} limit ${most})`,
    )
    return `${halves.join(' union all ')} limit ${most}`
  },
)

export const latestOthers = statement(
  'chat_latest_others',
  { viewer: uuid },
  { other_id: uuid },
  ({ viewer }) => `
    select other_id from chat_members where user_id = ${viewer} and last_message_at is not null
    order by last_message_at desc limit 2000`,
)

export const conversationById = statement(
  'chat_session_by_id',
  { viewer: uuid, id: uuid },
  memberTypes,
  ({ viewer, id }) =>
    `select ${memberColumns} from ${memberTables} where m.user_id = ${viewer} and m.session_id = ${id}`,
)
export const conversationByOther = statement(
  'chat_session_by_other',
  { viewer: uuid, other: uuid },
  memberTypes,
  ({ viewer, other }) =>
    `select ${memberColumns} from ${memberTables} where m.user_id = ${viewer} and m.other_id = ${other}`,
)
