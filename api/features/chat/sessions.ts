import { createHash } from 'node:crypto'
import type { Received } from '../../../contract/endpoint.ts'
import type { chat, Conversation, conversationFilters } from '../../../contract/chat.ts'
import { sessionsPage } from '../../../contract/limits.ts'
import type { User } from '../../../contract/users.ts'
import type { Statement } from '../../platform/db/db.ts'
import { subscriptionRuns } from '../../platform/db/rules.ts'
import { newId } from '../../platform/db/ids.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { audit } from '../../platform/audit/audit.ts'
import { readPeople } from '../../people/views.ts'

type Query = Received<typeof chat.conversations>
type Filter = (typeof conversationFilters)[number]

/** A page of the list: one statement for the rows, one for the people, whatever the filters (product §27). */
export async function listConversations(
  ctx: Services,
  viewer: Viewer,
  query: Query,
): Promise<{ data: Conversation[]; next: string | null }> {
  const filters = [...new Set([query.filter ?? []].flat())]
  askFilters(viewer, query, filters)
  const limit = query.limit ?? sessionsPage
  const search = query.search ? `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const online = filters.includes('online') ? await onlineOthers(ctx, viewer.id) : null
  const after = position(query.cursor)
  const found = await ctx.db.run<MemberRow>(statement(query.sort, filters), [
    viewer.id,
    query.mode === 'creator',
    new Date(ctx.now()),
    limit + 1,
    search,
    online,
    ...(after ?? [null, null, null]),
    after === null && query.page !== undefined ? (query.page - 1) * limit : 0,
  ])
  const { rows, next } = cut(found, limit, (row) => [
    row.rank,
    row.last_message_at?.toISOString() ?? '',
    row.session_id,
  ])
  const people = await readPeople(
    ctx,
    viewer.id,
    rows.map((row) => row.other_id),
  )
  return { data: rows.map((row) => showSession(ctx, row, people.get(row.other_id))), next }
}

/** Rank, moment and session of the last row seen; a cursor that is none of ours starts over. */
function position(cursor: string | undefined): [number, string, string] | null {
  const [rank, at, id] = fromCursor(cursor, 3) ?? []
  if (typeof rank !== 'number' || !Number.isSafeInteger(rank)) return null
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof id !== 'string' || !uuid.test(id)) return null
  return [rank, new Date(at).toISOString(), id]
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Who may ask what: the lists of fans and what they spent are a creator's, and an operator needs their flags. */
function askFilters(viewer: Viewer, query: Query, filters: readonly Filter[]): void {
  const ofCreators =
    filters.some((it) => creatorsOnly.has(it)) || query.sort === 'top_spenders' || query.mode === 'creator'
  if (ofCreators && !viewer.isCreator) throw refuse('not_creator')
  if (filters.some((it) => relational.has(it))) requireFlag(viewer, 'can_social')
  if (filters.some((it) => monetary.has(it)) || query.sort === 'top_spenders') requireFlag(viewer, 'can_payment')
}
const relational = new Set<Filter>(['subscribers', 'followers', 'expired'])
const monetary = new Set<Filter>(['tippers', 'spenders'])
const creatorsOnly = new Set<Filter>([...relational, ...monetary])

/** Who of the people this user writes with is here now, among the latest 2,000. */
async function onlineOthers(ctx: Services, userId: string): Promise<string[]> {
  const rows = await ctx.db.run<{ other_id: string }>(latestOthers, [userId])
  return rows.map((row) => row.other_id).filter((id) => ctx.live.isOnline(id))
}

/** One conversation of the viewer's by its id; someone else's is as missing. */
export async function readConversation(ctx: Services, viewer: Viewer, sessionId: string): Promise<Conversation> {
  const [row] = await ctx.db.run<MemberRow>(oneById, [viewer.id, sessionId])
  if (row === undefined) throw refuse('not_found')
  const people = await readPeople(ctx, viewer.id, [row.other_id])
  return showSession(ctx, row, people.get(row.other_id))
}

/** The conversation with somebody, begun when there is none yet; an empty one is in nobody's list. */
export async function conversationWith(ctx: Services, viewer: Viewer, otherId: string): Promise<Conversation> {
  const other = (await readPeople(ctx, viewer.id, [otherId])).get(otherId)
  const [row] = await ctx.db.run<MemberRow>(oneByOther, [viewer.id, otherId])
  // An empty conversation that was opened before is no knowledge of a block.
  if (row !== undefined && (row.last_seq > 0 || other?.chat.reason !== 'blocked')) return showSession(ctx, row, other)
  const nobody =
    other === undefined || other.username === null || otherId === viewer.id || other.chat.reason === 'blocked'
  if (nobody) throw refuse('not_found')
  await ctx.db.transact((tx) => tx.run(begin, [newId(), viewer.id, otherId]))
  const [begun] = await ctx.db.run<MemberRow>(oneByOther, [viewer.id, otherId])
  if (begun === undefined) throw refuse('not_found')
  return showSession(ctx, begun, other)
}

/** Mutes or unmutes; answers what it is now. */
export const toggleMute = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  change(ctx, viewer, mute, 'chat.mute', sessionId)

export const hide = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  change(ctx, viewer, hideIt, 'chat.hide', sessionId)

export const unhide = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  change(ctx, viewer, unhideIt, 'chat.unhide', sessionId)

async function change(
  ctx: Services,
  viewer: Viewer,
  statement: Statement,
  action: string,
  sessionId: string,
): Promise<boolean> {
  return ctx.db.transact(async (tx) => {
    const [row] = await tx.run<{ is: boolean }>(statement, [viewer.id, sessionId])
    if (row === undefined) throw refuse('not_found')
    await audit(tx, viewer, action, { kind: 'session', id: sessionId })
    return row.is
  })
}

function showSession(ctx: Services, row: MemberRow, other: User | undefined): Conversation {
  return {
    id: row.session_id,
    other_user_id: row.other_id,
    other_username: other?.username ?? null,
    other_display_name: other?.display_name ?? null,
    other_avatar: other?.avatar ?? null,
    other_settings: { chat_access_policy: other?.settings.chat_access_policy ?? 'SUBSCRIBERS' },
    other_is_creator: other?.is_creator ?? false,
    is_subscribed: other?.is_subscribed ?? false,
    is_followed: other?.is_followed ?? false,
    last_message: row.last_message,
    last_message_at: row.last_message_at?.toISOString() ?? null,
    last_message_type: row.last_message_type,
    last_seq: row.last_seq,
    read_seq: row.read_seq,
    // Whoever is blocked is not told what has been read since.
    other_read_seq: other?.chat.reason === 'blocked' ? 0 : row.other_read_seq,
    unread_count: row.unread_count,
    has_unread_messages: row.unread_count > 0,
    muted: row.muted,
    hidden: row.hidden,
    chat: other?.chat ?? { allowed: false, reason: 'gone' },
    online: other !== undefined && other.chat.reason !== 'blocked' && ctx.live.isOnline(row.other_id),
  }
}

/** The statement of a sort and its filters. Each combination is one named statement; their texts hold no input. */
function statement(sort: Query['sort'], filters: readonly Filter[]): Statement {
  const { rank, order, after } = sorts[sort]
  const spent = sort === 'top_spenders' || filters.includes('spenders')
  const text = `
    ${spent ? `with ${spentByFan}` : ''}
    select m.session_id, m.other_id, m.unread_count, m.muted, m.hidden, m.read_seq, m.last_message, m.last_message_type,
      m.last_message_at, c.last_seq, o.read_seq as other_read_seq, ${rank} as rank
    from chat_members m
    join chat_sessions c on c.id = m.session_id
    join chat_members o on o.session_id = m.session_id and o.user_id = m.other_id
    join users u on u.id = m.other_id
    ${spent ? 'left join spent on spent.fan_id = m.other_id' : ''}
    where m.user_id = $1::uuid and m.as_creator = $2::boolean and m.last_message_at is not null
      and $3::timestamptz is not null and m.hidden = ${filters.includes('hidden')}
      and ($5::text is null or u.username ilike $5::text or u.display_name ilike $5::text)
      and ($6::uuid[] is null or m.other_id = any($6::uuid[]))
      ${filters
        .map((it) => wheres[it])
        .filter((it) => it !== '')
        .map((it) => `and ${it}`)
        .join('\n      ')}
      and ($7::bigint is null or ${after})
    order by ${order} limit $4::int offset $10::int`
  return { name: `chat_list_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`, text }
}

const later = '(m.last_message_at, m.session_id) < ($8::timestamptz, $9::uuid)'
const earlier = '(m.last_message_at, m.session_id) > ($8::timestamptz, $9::uuid)'
const sorts: Record<Query['sort'], { rank: string; order: string; after: string }> = {
  recent: { rank: '0', order: 'm.last_message_at desc, m.session_id desc', after: later },
  unread_first: ranked('(m.unread_count > 0)::int', later, 'desc'),
  oldest_unanswered: ranked('m.awaits_answer::int', earlier, 'asc'),
  top_spenders: ranked('coalesce(spent.cents, 0)::bigint', later, 'desc'),
}

/** Best rank first, then by time in this direction. */
function ranked(rank: string, then: string, direction: 'asc' | 'desc') {
  return {
    rank,
    order: `${rank} desc, m.last_message_at ${direction}, m.session_id ${direction}`,
    after: `(${rank} < $7::bigint or (${rank} = $7::bigint and ${then}))`,
  }
}

const subscribedNow = subscriptionRuns('s', '$3::timestamptz')
const wheres: Record<Filter, string> = {
  unread: 'm.unread_count > 0',
  unanswered: 'm.awaits_answer',
  online: '',
  subscribers: `exists (select 1 from subscriptions s where s.fan_id = m.other_id and s.creator_id = m.user_id and ${subscribedNow})`,
  followers: 'exists (select 1 from follows f where f.follower_id = m.other_id and f.user_id = m.user_id)',
  expired: `exists (select 1 from subscriptions s where s.fan_id = m.other_id and s.creator_id = m.user_id and not (${subscribedNow}))`,
  tippers: `exists (select 1 from messages t where t.session_id = m.session_id and t.sender_id = m.other_id and t.tip_cents is not null)`,
  spenders: 'coalesce(spent.cents, 0) > 0',
  muted: 'm.muted',
  hidden: '',
  requests: `not m.wrote and not exists (select 1 from follows f where f.follower_id = m.user_id and f.user_id = m.other_id)
        and not exists (select 1 from subscriptions s where s.fan_id = m.other_id and s.creator_id = m.user_id and ${subscribedNow})`,
}

/** What each fan has paid to viewer `$1`, refunds taken off: the sum over their wallets' postings. */
const spentByFan = `
    spent as (
      select e.user_id as fan_id, -sum(p.amount_cents)::bigint as cents
      from ledger_entries e
      join ledger_postings p on p.entry_id = e.id
      join ledger_accounts a on a.id = p.account_id and a.owner_id = e.user_id and a.kind = 'wallet'
      where e.counterparty_id = $1::uuid group by e.user_id
    )`

const latestOthers: Statement = {
  name: 'chat_latest_others',
  text: `select other_id from chat_members where user_id = $1::uuid and last_message_at is not null
    order by last_message_at desc limit 2000`,
}

const one = `
  select m.session_id, m.other_id, m.unread_count, m.muted, m.hidden, m.read_seq, m.last_message, m.last_message_type,
    m.last_message_at, c.last_seq, o.read_seq as other_read_seq, 0 as rank
  from chat_members m
  join chat_sessions c on c.id = m.session_id
  join chat_members o on o.session_id = m.session_id and o.user_id = m.other_id
  where m.user_id = $1::uuid and`
const oneById: Statement = { name: 'chat_session_by_id', text: `${one} m.session_id = $2::uuid` }
const oneByOther: Statement = { name: 'chat_session_by_other', text: `${one} m.other_id = $2::uuid` }

const begin: Statement = {
  name: 'chat_begin',
  text: `
    with session as (
      insert into chat_sessions (id, user_a, user_b) values ($1::uuid, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid))
      on conflict (user_a, user_b) do update set last_seq = chat_sessions.last_seq returning id
    )
    insert into chat_members (user_id, other_id, session_id, as_creator)
    select side.user_id, side.other_id, session.id, side.as_creator
    from session, users w, users r, lateral (values
      (w.id, r.id, w.is_creator and not r.is_creator), (r.id, w.id, r.is_creator)) as side (user_id, other_id, as_creator)
    where w.id = $2::uuid and r.id = $3::uuid
    on conflict (user_id, other_id) do nothing`,
}

const flip = (column: string, value: string) =>
  `update chat_members set ${column} = ${value} where user_id = $1::uuid and session_id = $2::uuid returning ${column} as is`
const mute: Statement = { name: 'chat_mute', text: flip('muted', 'not muted') }
const hideIt: Statement = { name: 'chat_hide', text: flip('hidden', 'true') }
const unhideIt: Statement = { name: 'chat_unhide', text: flip('hidden', 'false') }

type MemberRow = {
  session_id: string
  other_id: string
  unread_count: number
  muted: boolean
  hidden: boolean
  read_seq: number
  other_read_seq: number
  last_seq: number
  last_message: string | null
  last_message_type: Conversation['last_message_type']
  last_message_at: Date | null
  rank: number
}
