import type { LastMessageType } from '../../../contract/chat.ts'
import { teamInboxShows, teamInboxSorts } from '../../../contract/inbox-views.ts'
import { endColumns, endTypes } from '../../identity/grant-end.ts'
import { cappedFlags, claimIsHeld, flagTypes, grantTables, opensChat, standsForChat } from '../../identity/grants.ts'
import { onShift } from '../../identity/shifts.ts'
import { isNamed } from '../../people/named.ts'
import { isSubscribed, mayWriteBack, waitsForAnswer } from '../../platform/db/rules.ts'
import {
  bigint,
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
  uuids,
} from '../../platform/db/statement.ts'

type Show = (typeof teamInboxShows)[number]
type Sort = (typeof teamInboxSorts)[number]

const claimOf = (agency: string, c: string) =>
  `k.agency_id = ${agency} and k.creator_id = ${c}.user_id and k.fan_id = ${c}.other_id`

const claimTypes = {
  operator_id: orNull(uuid),
  note: orNull(text),
  claimed_at: orNull(timestamptz),
  until: orNull(timestamptz),
}
/** Claim `k` as it is now, with the holder only while it is held. */
const claimColumns = `case when ${claimIsHeld} then k.operator_id end as operator_id, k.note, k.updated_at as claimed_at,
      case when ${claimIsHeld} then k.until end as until`
export type ClaimRow = RowOf<typeof claimTypes>

const pageTypes = {
  operator: uuid,
  /** One creator, or all when null. */
  creator: orNull(uuid),
  /** A pattern of `namePattern`, of the names of fans. */
  search: orNull(text),
  /** Everyone who is named so, for the pages of `named`. */
  fans: orNull(uuids),
  now: timestamptz,
  at: cursorValue(timestamptz),
  session: cursorValue(uuid),
  limit: int,
}
const rowTypes = {
  session_id: uuid,
  agency_id: uuid,
  creator_id: uuid,
  fan_id: uuid,
  last_message: orNull(text),
  last_message_type: orNull(textOf<LastMessageType>()),
  last_message_at: neverNull(timestamptz, 'only conversations with a message are in the inbox'),
  last_seq: int,
  at: text,
  unread_count: int,
  awaits_answer: bool,
  may_write: bool,
  is_subscriber: bool,
  spent_cents: orNull(bigint),
  sees_amounts: bool,
  request_cents: orNull(int),
  ...claimTypes,
}

/**
 * Where the conversations `c` of creator `mine` are looked for, and what is asked of them; the words stand in the SQL,
 * for partial indexes.
 */
const partsAt = (now: string): Record<Show, { from: string; where: string }> => ({
  all: { from: 'chat_members c', where: 'true' },
  unanswered: { from: 'chat_members c', where: waitsForAnswer('c', now) },
  mine: {
    from: `held h cross join lateral (${conversationOf('h.fan_id')}) c`,
    where: 'h.agency_id = mine.agency_id and h.creator_id = mine.creator_id',
  },
  free: {
    from: 'chat_members c',
    where: `not exists (select 1 from agency_claims k where ${claimOf('mine.agency_id', 'c')} and ${claimIsHeld})`,
  },
})

/** Conversation `c` of creator `mine` with this fan, by its key (`offset 0`). */
const conversationOf = (fan: string) =>
  `select * from chat_members x where x.user_id = mine.creator_id and x.other_id = ${fan} offset 0`

/**
 * A page of the inbox. Each creator's conversations are walked along their index and cut before the creators are merged,
 * so that a page costs rows times creators, however many conversations each of them has.
 */
const inboxStatement = (show: Show, sort: Sort, areNamed: boolean) =>
  statement(`team_inbox_${show}_${sort}${areNamed ? '_named' : ''}`, pageTypes, rowTypes, (p) => {
    const { operator, creator, search, fans, now, at, session, limit } = p
    const [direction, comparison] = sort === 'waiting' ? ['asc', '>'] : ['desc', '<']
    const [firstAt, firstId] = sort === 'waiting' ? first : last
    const parts = partsAt(now)[show]
    const from = areNamed ? `unnest(${fans}) f(id) cross join lateral (${conversationOf('f.id')}) c` : parts.from
    const order = (c: string) => `${c}.last_message_at ${direction}, ${c}.session_id ${direction}`
    return `
    with held as materialized (
      select k.agency_id, k.creator_id, k.fan_id from agency_claims k where k.operator_id = ${operator} and k.until > now()
    ), mine as materialized (
      select g.agency_id, l.user_id as creator_id, g.can_payment and l.can_payment as can_payment from ${grantTables}
      where m.user_id = ${operator} and (${creator} is null or l.user_id = ${creator}) and ${opensChat}
    ), page as materialized (
      select mine.agency_id, mine.can_payment, c.* from mine cross join lateral (
        select c.user_id, c.other_id, c.session_id, c.last_message_at from ${from}
        where c.user_id = mine.creator_id and c.as_creator and c.last_message_at is not null and not c.hidden
          and (c.last_message_at, c.session_id) ${comparison} (coalesce(${at}, ${firstAt}), coalesce(${session}, ${firstId}))
          and (${fans} is null or c.other_id = any(${fans}))
          and (${search} is null or ${isNamed('c.other_id', search)})
          and ${parts.where} ${sort === 'waiting' ? `and ${waitsForAnswer('c', now)}` : ''}
        order by ${order('c')} limit ${limit}) c
      order by ${order('c')} limit ${limit}
    )
    select c.session_id, page.agency_id, c.user_id as creator_id, c.other_id as fan_id, c.last_message, c.last_message_type,
      c.last_message_at, c.last_message_at::text as at, c.unread_count, ${waitsForAnswer('c', now)} as awaits_answer, ${mayWriteBack('c', now)} as may_write,
      s.last_seq,
      ${isSubscribed('c.other_id', 'c.user_id', now)} as is_subscriber,
      case when page.can_payment then coalesce((select p.spent_cents from fan_spending p
        where p.creator_id = c.user_id and p.fan_id = c.other_id), 0)::bigint end as spent_cents,
      page.can_payment as sees_amounts, (select r.price_cents from paid_requests r where r.creator_id = c.user_id
        and r.fan_id = c.other_id and r.state in ('open', 'accepted') order by r.id limit 1) as request_cents,
      ${claimColumns}
    from page
    join chat_members c on c.user_id = page.user_id and c.other_id = page.other_id
    join chat_sessions s on s.id = c.session_id
    left join agency_claims k on ${claimOf('page.agency_id', 'c')}
    order by ${order('c')}, page.agency_id`
  })
const first = [`'-infinity'`, `'00000000-0000-0000-0000-000000000000'`] as const
const last = [`'infinity'`, `'ffffffff-ffff-ffff-ffff-ffffffffffff'`] as const

const inboxPages = new Map(
  teamInboxShows.flatMap((show) =>
    teamInboxSorts.flatMap((sort) =>
      [false, show !== 'mine'].map((areNamed) => [`${show} ${sort} ${areNamed}`, inboxStatement(show, sort, areNamed)]),
    ),
  ),
)

/** The page of a view; `fans` are those who are named so, where they are known to be few. What an operator holds is few. */
export function inboxPage(show: Show, sort: Sort, fans: readonly string[] | null): ReturnType<typeof inboxStatement> {
  const page = inboxPages.get(`${show} ${sort} ${fans !== null && show !== 'mine'}`)
  if (page === undefined) throw new Error(`there is no inbox ${show}, ${sort}`)
  return page
}

/**
 * The creators for whom an operator may chat, on shift or not; counting stops at 100, so that it is a walk of an index,
 * and an operator who is off shift learns of no number.
 */
export const creatorsOfInbox = statement(
  'team_inbox_creators',
  { operator: uuid, now: timestamptz },
  { agency_id: uuid, agency_name: text, creator_id: uuid, waiting: int, ...endTypes, ...flagTypes },
  ({ operator, now }) => `
    select g.agency_id, a.name as agency_name, l.user_id as creator_id, ${endColumns}, ${cappedFlags},
      case when not ${onShift('now()')} then 0 else (select count(*)::int from (select 1 from chat_members c where c.user_id = l.user_id and c.as_creator
        and c.last_message_at is not null and not c.hidden and ${waitsForAnswer('c', now)} limit 100) w) end as waiting
    from ${grantTables} where m.user_id = ${operator} and ${standsForChat} order by g.id limit 200`,
)

/** Which of these grants open the chat now, for the sockets of team inboxes. */
export const openGrants = statement(
  'team_inbox_open_grants',
  { grants: uuids },
  { id: uuid, can_payment: bool },
  ({ grants }) => `
    select g.id, g.can_payment and l.can_payment as can_payment from ${grantTables}
    where g.id = any(${grants}) and ${opensChat}`,
)

/** The grants under which an operator may chat, by creator. */
export const chatGrantsOf = statement(
  'team_inbox_grants',
  { operator: uuid },
  { id: uuid, agency_id: uuid, creator_id: uuid, can_payment: bool },
  ({ operator }) => `
    select g.id, g.agency_id, l.user_id as creator_id, g.can_payment and l.can_payment as can_payment
    from ${grantTables} where m.user_id = ${operator} and ${opensChat} order by g.id limit 200`,
)

export const findChatGrant = statement(
  'team_inbox_chat_grant',
  { agency: uuid, creator: uuid, operator: uuid, fan: uuid },
  { found: int },
  ({ agency, creator, operator, fan }) => `
    select 1 as found from ${grantTables} join chat_members c on c.user_id = l.user_id and c.other_id = ${fan}
    where g.agency_id = ${agency} and l.user_id = ${creator} and m.user_id = ${operator} and ${opensChat}`,
)

/** The other members who may chat for a creator now, by name; a team has few hundred. */
export const colleaguesNow = statement(
  'team_inbox_colleagues',
  { agency: uuid, creator: uuid, operator: uuid },
  { user_id: uuid },
  ({ agency, creator, operator }) => `
    select m.user_id from ${grantTables} join users u on u.id = m.user_id
    where g.agency_id = ${agency} and l.user_id = ${creator} and m.user_id <> ${operator} and ${opensChat}
    order by lower(coalesce(u.display_name, u.username)), u.id`,
)

export const readClaim = statement(
  'team_inbox_claim',
  { agency: uuid, creator: uuid, fan: uuid },
  { ...claimTypes, note: text, claimed_at: timestamptz },
  ({ agency, creator, fan }) => `
    select ${claimColumns} from agency_claims k
    where k.agency_id = ${agency} and k.creator_id = ${creator} and k.fan_id = ${fan}`,
)

/**
 * No row when another operator holds the claim. `was_mine` says that it was held by the viewer before, so that renewing
 * it is no news.
 */
export const takeClaim = statement(
  'team_inbox_take',
  {
    agency: uuid,
    creator: uuid,
    fan: uuid,
    operator: orNull(uuid),
    note: orNull(text),
    until: orNull(timestamptz),
    viewer: uuid,
  },
  { was_mine: bool },
  ({ agency, creator, fan, operator, note, until, viewer }) => `
    with before as (
      select k.operator_id = ${viewer} and k.until > now() as was_mine from agency_claims k
      where k.agency_id = ${agency} and k.creator_id = ${creator} and k.fan_id = ${fan}
    ), taken as (
      insert into agency_claims as k (agency_id, creator_id, fan_id, operator_id, note, until, updated_at)
      values (${agency}, ${creator}, ${fan}, ${operator}, coalesce(${note}, ''), ${until}, now())
      on conflict (agency_id, creator_id, fan_id) do update set operator_id = excluded.operator_id,
        note = coalesce(${note}, k.note), until = excluded.until, updated_at = now()
      where k.operator_id is null or k.operator_id = ${viewer} or not coalesce(${claimIsHeld}, false)
      returning 1
    )
    select coalesce((select was_mine from before), false) as was_mine from taken`,
)
