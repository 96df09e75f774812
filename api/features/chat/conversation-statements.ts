import { type Conversation, type conversationFilters, conversationSorts } from '../../../contract/chat.ts'
import { isFollowing, isSubscribed, subscriptionRuns } from '../../platform/db/rules.ts'
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

export type Filter = (typeof conversationFilters)[number]
export type Sort = (typeof conversationSorts)[number]

/** Member `m` of conversation `c`, whose other member is `o`. */
const memberColumns = `
      m.session_id, m.other_id, m.unread_count, m.muted, m.hidden, m.read_seq, m.last_message, m.last_message_type,
      m.last_message_at, c.last_seq, o.read_seq as other_read_seq`
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
  last_message_type: orNull(textOf<NonNullable<Conversation['last_message_type']>>()),
  last_message_at: orNull(timestamptz),
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
} satisfies Partial<Record<Filter, typeof bool>>
type RowFilter = keyof typeof filterTypes

const listTypes = {
  ...filterTypes,
  viewer: uuid,
  /** Whether the list is the inbox of a creator. */
  asCreator: bool,
  now: timestamptz,
  /** A pattern for `ilike`. */
  search: orNull(text),
  /** Lists conversations with these users only, unless null. */
  others: orNull(uuids),
  /** Rank, time and id of the last row of the page before. */
  rank: cursorValue(bigint),
  at: cursorValue(timestamptz),
  id: cursorValue(uuid),
  limit: int,
  offset: int,
}
type ListSql = Record<keyof typeof listTypes, string>

/** The page of a list: its rows, with the rank by which they are sorted. */
export function conversationList(sort: Sort, filters: readonly Filter[]): ReturnType<typeof listStatement> {
  const narrowest = narrowFilters.find((filter) => filters.includes(filter)) ?? null
  const list = lists.get(listName(sort, narrowest))
  if (list === undefined) throw new Error(`there is no list ${sort}, ${narrowest}`)
  return list
}

/** The filters as parameters of a list; `online` is the list of `others`. */
export const toFlags = (filters: readonly Filter[]): Record<RowFilter, boolean> =>
  Object.fromEntries(Object.keys(filterTypes).map((filter) => [filter, filters.includes(filter as Filter)])) as Record<
    RowFilter,
    boolean
  >

const listName = (sort: Sort, narrowest: Filter | null) => ['chat_list', sort, narrowest].filter(Boolean).join('_')

/**
 * A list by its sort and its narrowest filter. That filter stands in the SQL as it is, so that the planner can start from
 * its index; the others are parameters and asked of each row. The page is cut before it is joined: from a walk of an
 * index, and from a second one where the first does not fill it.
 */
const listStatement = (sort: Sort, narrowest: Filter | null) =>
  statement(listName(sort, narrowest), listTypes, { ...memberTypes, rank: bigint }, (p) => {
    const [first, rest] = walksOf(sort, p)
    const parts = [walkSql(first, narrowest, p)]
    if (rest !== undefined) {
      const isShort = `(select count(*) from walk_0) < ${p.limit} + ${p.offset}`
      parts.push(walkSql({ ...rest, where: `${rest.where} and ${isShort}` }, narrowest, p))
    }
    return `
    with ${parts.map((sql, at) => `walk_${at} as materialized (${sql})`).join(', ')}
    select ${memberColumns}, page.rank
    from (${parts.map((_, at) => `select * from walk_${at}`).join(' union all ')}) page
    cross join lateral (${memberByKey(p.viewer, 'page.other_id')}) m
    join chat_sessions c on c.id = m.session_id
    join chat_members o on o.session_id = m.session_id and o.user_id = m.other_id
    order by page.rank desc, ${sort === 'top_spenders' ? 'case when page.rank > 0 then m.other_id end desc, ' : ''}${first.time}
    limit ${p.limit} offset ${p.offset}`
  })

/** A conversation by its key (`offset 0`): left alone, the planner reads all of a member who has many. */
const memberByKey = (user: string, other: string) =>
  `select * from chat_members k where k.user_id = ${user} and k.other_id = ${other} offset 0`

/** The conversations of a list that share a rank, or those above 0, in the order of an index. */
type Walk = { tables: string; rank: string; where: string; order: string; time: string }

const walkSql = ({ tables, rank, where, order }: Walk, narrowest: Filter | null, p: ListSql): string => `
      select m.other_id, (${rank})::bigint as rank
      from ${tables}
      where m.user_id = ${p.viewer} and m.as_creator = ${p.asCreator} and m.last_message_at is not null
        and m.hidden = ${p.hidden}
        and (${p.search} is null
          or (select u.username ilike ${p.search} or u.display_name ilike ${p.search} from users u where u.id = m.other_id))
        and (${p.others} is null or m.other_id = any(${p.others}))
        and ${filtersSql(narrowest, p).join('\n        and ')}
        and ${where}
      order by ${order} limit ${p.limit} + ${p.offset}
    `

function filtersSql(narrowest: Filter | null, p: ListSql): string[] {
  const { viewer, now } = p
  const conditions = {
    unread: 'm.unread_count > 0',
    unanswered: 'm.awaits_answer',
    subscribers: isSubscribed('m.other_id', viewer, now),
    followers: isFollowing('m.other_id', viewer),
    expired: `exists (select 1 from subscriptions s where s.fan_id = m.other_id and s.creator_id = ${viewer}
        and not ${subscriptionRuns('s', now)})`,
    tippers: `exists (select 1 from messages t where t.session_id = m.session_id and t.sender_id = m.other_id
        and t.tip_cents is not null)`,
    spenders: `${spentCents(viewer)} > 0`,
    muted: 'm.muted',
    hidden: 'm.hidden',
    requests: `(not m.wrote and not ${isFollowing(viewer, 'm.other_id')} and not ${isSubscribed('m.other_id', viewer, now)})`,
  } satisfies Record<RowFilter, string>
  return (Object.keys(conditions) as RowFilter[]).map((filter) =>
    filter === narrowest ? `${p[filter]} and ${conditions[filter]}` : `(not ${p[filter]} or ${conditions[filter]})`,
  )
}

/** What the other member has paid the viewer, refunds taken off: by its key, as the index by amount has no place for it. */
const spentCents = (viewer: string) => `coalesce(
        (select p.spent_cents from fan_spending p where p.creator_id = ${viewer} and p.fan_id = m.other_id), 0)`

/** The walks of a sort: the best rank first, each by time in the direction of the sort. */
function walksOf(sort: Sort, p: ListSql): [Walk] | [Walk, Walk] {
  const [direction, comparison, begin] = sort === 'oldest_unanswered' ? ['asc', '>', beginning] : ['desc', '<', end]
  const time = `m.last_message_at ${direction}, m.session_id ${direction}`
  // Without a null in it the comparison is a condition of the index, so that a deep page costs no more than the first.
  const later = (at: string, id: string) => `(m.last_message_at, m.session_id) ${comparison}
          (coalesce(${at}, ${begin.at}), coalesce(${id}, ${begin.id}))`
  const walk = { tables: 'chat_members m', order: time, time, where: later(p.at, p.id) }
  if (sort === 'recent') return [{ ...walk, rank: `coalesce(${p.rank}, 0)` }]
  // A page that begins among the lower ones reads nothing of the first walk, and any other all of the second.
  const isFirst = `coalesce(${p.rank}, 1) > 0`
  const ifAmongRest = (value: string) => `case when not (${isFirst}) then ${value} end`
  const rest = { ...walk, rank: '0', where: later(ifAmongRest(p.at), ifAmongRest(p.id)) }
  if (sort === 'top_spenders') {
    const last = `(select k.other_id from chat_members k where k.user_id = ${p.viewer} and k.session_id = ${p.id})`
    const payers = {
      tables: `fan_spending s cross join lateral (${memberByKey('s.creator_id', 's.fan_id')}) m`,
      rank: 's.spent_cents',
      where: `s.creator_id = ${p.viewer} and s.spent_cents > 0 and ${isFirst}
        and (s.spent_cents, s.fan_id) < (coalesce(${p.rank}, ${mostCents}), coalesce(${last}, ${end.id}))`,
      order: 's.spent_cents desc, s.fan_id desc',
      time,
    }
    return [payers, { ...rest, where: `${spentCents(p.viewer)} <= 0 and ${rest.where}` }]
  }
  const isAbove = sort === 'unread_first' ? 'm.unread_count > 0' : 'm.awaits_answer'
  return [
    { ...walk, rank: '1', where: `${isAbove} and ${isFirst} and ${walk.where}` },
    { ...rest, where: `not (${isAbove}) and ${rest.where}` },
  ]
}
const beginning = { at: `'-infinity'`, id: `'00000000-0000-0000-0000-000000000000'` }
const end = { at: `'infinity'`, id: `'ffffffff-ffff-ffff-ffff-ffffffffffff'` }
const mostCents = '9223372036854775807'

/** The filters from whose index a list can start, the narrowest first. */
const narrowFilters = ['spenders', 'unread', 'tippers', 'expired', 'subscribers', 'followers'] as const

const lists = new Map(
  conversationSorts.flatMap((sort) =>
    [null, ...narrowFilters].map((filter) => [listName(sort, filter), listStatement(sort, filter)] as const),
  ),
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

/** Sets a column of the viewer's side of a conversation and answers its value. */
const setFlag = (name: string, column: 'muted' | 'hidden', value: string) =>
  statement(
    name,
    { viewer: uuid, id: uuid },
    { value: bool },
    ({ viewer, id }) => `
      update chat_members set ${column} = ${value} where user_id = ${viewer} and session_id = ${id}
      returning ${column} as value`,
  )
export type SetFlag = ReturnType<typeof setFlag>
export const toggleMuted = setFlag('chat_mute', 'muted', 'not muted')
export const setHidden = setFlag('chat_hide', 'hidden', 'true')
export const setShown = setFlag('chat_unhide', 'hidden', 'false')
