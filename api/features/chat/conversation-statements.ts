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
 * its index; the others are parameters and asked of each row.
 */
const listStatement = (sort: Sort, narrowest: Filter | null) =>
  statement(listName(sort, narrowest), listTypes, { ...memberTypes, rank: bigint }, (p) => {
    const readsSpent = sort === 'top_spenders' || narrowest === 'spenders'
    const { rank, order, after } = sortSql(sort, p)
    return `
    ${readsSpent ? `with ${spentByFan(p.viewer)}` : ''}
    select ${memberColumns}, (${rank})::bigint as rank
    from ${memberTables}
    join users u on u.id = m.other_id
    ${readsSpent ? 'left join spent on spent.fan_id = m.other_id' : ''}
    where m.user_id = ${p.viewer} and m.as_creator = ${p.asCreator} and m.last_message_at is not null
      and m.hidden = ${p.hidden}
      and (${p.search} is null or u.username ilike ${p.search} or u.display_name ilike ${p.search})
      and (${p.others} is null or m.other_id = any(${p.others}))
      and ${filtersSql(narrowest, p).join('\n      and ')}
      and (${p.rank} is null or ${after})
    order by ${order} limit ${p.limit} offset ${p.offset}`
  })

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
    // Only its own statements read what fans spent; it is always the narrowest.
    spenders: narrowest === 'spenders' ? 'coalesce(spent.cents, 0) > 0' : 'false',
    muted: 'm.muted',
    hidden: 'm.hidden',
    requests: `(not m.wrote and not ${isFollowing(viewer, 'm.other_id')} and not ${isSubscribed('m.other_id', viewer, now)})`,
  } satisfies Record<RowFilter, string>
  return (Object.keys(conditions) as RowFilter[]).map((filter) =>
    filter === narrowest ? `${p[filter]} and ${conditions[filter]}` : `(not ${p[filter]} or ${conditions[filter]})`,
  )
}

/** Best rank first, then by time in the direction of the sort. */
function sortSql(sort: Sort, p: ListSql): { rank: string; order: string; after: string } {
  const [direction, comparison] = sort === 'oldest_unanswered' ? ['asc', '>'] : ['desc', '<']
  const time = `m.last_message_at ${direction}, m.session_id ${direction}`
  const later = `(m.last_message_at, m.session_id) ${comparison} (${p.at}, ${p.id})`
  if (sort === 'recent') return { rank: '0', order: time, after: later }
  const rank = ranks[sort]
  return {
    rank,
    order: `${rank} desc, ${time}`,
    after: `(${rank} < ${p.rank} or (${rank} = ${p.rank} and ${later}))`,
  }
}
const ranks = {
  unread_first: '(m.unread_count > 0)::int',
  oldest_unanswered: 'm.awaits_answer::int',
  top_spenders: 'coalesce(spent.cents, 0)::bigint',
} satisfies Partial<Record<Sort, string>>

/** What each fan has paid to a viewer, refunds taken off: the sum over the postings of their wallets. */
const spentByFan = (viewer: string) => `
    spent as (
      select a.owner_id as fan_id, -sum(p.amount_cents)::bigint as cents
      from ledger_entries e
      join ledger_postings p on p.entry_id = e.id
      join ledger_accounts a on a.id = p.account_id and a.kind = 'wallet'
      where e.counterparty_id = ${viewer} group by a.owner_id
    )`

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
