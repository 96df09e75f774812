import type { conversationSorts } from '../../../contract/inbox-views.ts'
import { waitsForAnswer } from '../../platform/db/rules.ts'

type Sort = (typeof conversationSorts)[number]
/** The parameters of a list that its walks read. */
type WalkSql = Record<'viewer' | 'now' | 'others' | 'spenders' | 'rank' | 'at' | 'id', string>

/** A conversation by its key (`offset 0`): left alone, the planner reads all of a member who has many. */
export const memberByKey = (user: string, other: string) =>
  `select * from chat_members k where k.user_id = ${user} and k.other_id = ${other} offset 0`

/** The conversations of a list that share a rank, or those above 0, in the order of an index. */
export type Walk = { tables: string; rank: string; where: string; order: string; time: string }

/** Where a list starts: from the index of its narrowest filter, from given users, or from all. */
export type Start = (typeof narrowFilters)[number] | 'others' | null

/**
 * Filters that few conversations pass: these are gathered whole from an index of their own, and sorted. To walk an index
 * of the sort and wait for them to come by would read all conversations where there are fewer than a page.
 */
const gatheredFilters = ['pinned', 'snoozed', 'hidden', 'muted', 'requested'] as const
/** Requests may be many, and have an index in the order of time: they are gathered for the sort by what fans paid alone. */
export const isGathered = (start: Start, sort: Sort): boolean =>
  gatheredFilters.some((it) => it === start) || (start === 'requests' && sort === 'top_spenders')

/** Who paid most is walked by payments, in which no other filter has an index: each is asked of the rows that come by. */
export const isStartOf = (sort: Sort, start: Start): boolean => sort !== 'top_spenders' || isGathered(start, sort)

/** The filters from whose index a list can start, the narrowest first. */
export const narrowFilters = [
  ...gatheredFilters,
  'requests',
  'spenders',
  'unread',
  'waiting',
  'unanswered',
  'tippers',
  'expired',
  'subscribers',
  'followers',
] as const

/** Where a gathered start finds its conversations: by the index of a condition on their rows, or of what was asked for. */
export const gatheredTables = (start: Start, viewer: string): string =>
  start === 'requested'
    ? `(select distinct r.fan_id from paid_requests r where r.creator_id = ${viewer} and r.state in ('open', 'accepted')) asker
        cross join lateral (${memberByKey(viewer, 'asker.fan_id')}) m`
    : 'chat_members m'

/** What the other member has paid the viewer, refunds taken off: by its key, as the index by amount has no place for it. */
export const spentCents = (viewer: string) => `coalesce(
        (select p.spent_cents from fan_spending p where p.creator_id = ${viewer} and p.fan_id = m.other_id), 0)`

/** The walks of a sort: the best rank first, each by time in the direction of the sort. */
export function walksOf(sort: Sort, start: Start, p: WalkSql): [Walk] | [Walk, Walk] {
  const [direction, comparison, begin] = sort === 'oldest_unanswered' ? ['asc', '>', beginning] : ['desc', '<', end]
  const time = `m.last_message_at ${direction}, m.session_id ${direction}`
  // Without a null in it the comparison is a condition of the index, so that a deep page costs no more than the first.
  const later = (at: string, id: string) => `(m.last_message_at, m.session_id) ${comparison}
          (coalesce(${at}, ${begin.at}), coalesce(${id}, ${begin.id}))`
  const tables = isGathered(start, sort)
    ? 'gathered m'
    : start === 'others'
      ? `${oneByOne(p)} cross join lateral (${memberByKey(p.viewer, 'one.id')}) m`
      : 'chat_members m'
  const walk = { tables, order: time, time, where: later(p.at, p.id) }
  if (sort === 'recent') return [{ ...walk, rank: `coalesce(${p.rank}, 0)` }]
  // A page that begins among the lower ones reads nothing of the first walk, and any other all of the second.
  const isFirst = `coalesce(${p.rank}, 1) > 0`
  const ifAmongRest = (value: string) => `case when not (${isFirst}) then ${value} end`
  const rest = { ...walk, rank: '0', where: later(ifAmongRest(p.at), ifAmongRest(p.id)) }
  if (sort === 'top_spenders') {
    const last = `(select k.other_id from chat_members k where k.user_id = ${p.viewer} and k.session_id = ${p.id})`
    const payers = {
      tables: isGathered(start, sort)
        ? `gathered m cross join lateral (${spendingByKey(p.viewer, 'm.other_id')}) s`
        : `${start === 'others' ? spendingOf(p) : 'fan_spending s'} cross join lateral (${memberByKey('s.creator_id', 's.fan_id')}) m`,
      rank: 's.spent_cents',
      where: `s.creator_id = ${p.viewer} and s.spent_cents > 0 and ${isFirst}
        and (s.spent_cents, s.fan_id) < (coalesce(${p.rank}, ${mostCents}), coalesce(${last}, ${end.id}))`,
      order: 's.spent_cents desc, s.fan_id desc',
      time,
    }
    return [payers, { ...rest, where: `not ${p.spenders} and ${spentCents(p.viewer)} <= 0 and ${rest.where}` }]
  }
  const isAbove = sort === 'unread_first' ? 'm.unread_count > 0' : waitsForAnswer('m', p.now)
  return [
    { ...walk, rank: '1', where: `${isAbove} and ${isFirst} and ${walk.where}` },
    { ...rest, where: `not (${isAbove}) and ${rest.where}` },
  ]
}
const oneByOne = (p: WalkSql) => `unnest(${p.others}) one(id)`
const spendingByKey = (creator: string, fan: string) =>
  `select * from fan_spending f where f.creator_id = ${creator} and f.fan_id = ${fan} offset 0`
const spendingOf = (p: WalkSql) => `${oneByOne(p)} cross join lateral (${spendingByKey(p.viewer, 'one.id')}) s`
const beginning = { at: `'-infinity'`, id: `'00000000-0000-0000-0000-000000000000'` }
const end = { at: `'infinity'`, id: `'ffffffff-ffff-ffff-ffff-ffffffffffff'` }
const mostCents = '9223372036854775807'
