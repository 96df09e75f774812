import type { AudienceFilter } from '../../../contract/audience-filter.ts'
import type { Conversation, chat, OpenConversation } from '../../../contract/chat.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { sessionsPage } from '../../../contract/limits.ts'
import type { User } from '../../../contract/users.ts'
import { findNamed, namePattern } from '../../people/named.ts'
import { readPeople } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { filterOfList, getList } from '../audience/lists.ts'
import { filterOf, namedFilterOf } from '../audience/predicate.ts'
import { fewFans, fewOfLists } from '../audience/statements.ts'
import {
  conversationById,
  conversationByOther,
  conversationList,
  type Filter,
  fewExpired,
  type ListRow,
  latestOthers,
  type MemberRow,
  toFlags,
} from './conversation-statements.ts'
import { readMediaTerms } from './fan-media.ts'
import { setHidden, setShown, toggleMuted } from './flag-statements.ts'
import { readerOf } from './views.ts'

type Query = Received<typeof chat.conversations>

/** A page of the list: one statement for the rows and one for the people, for any filters (product §27). */
export async function listConversations(
  ctx: Services,
  viewer: Viewer,
  query: Query,
): Promise<{ data: Conversation[]; next: string | null }> {
  const filters = [...new Set([query.filter ?? []].flat())]
  requireRights(viewer, query, filters)
  const limit = query.limit ?? sessionsPage
  const [rank = null, at = null, id = null] = fromCursor(query.cursor, 'int', 'time', 'uuid') ?? []
  const list = query.list === undefined ? null : filterOfList(await getList(ctx.db, viewer, query.list))
  if (contradictions.some((both) => both.every((it) => filters.includes(it)))) return { data: [], next: null }
  const others = await othersMeant(ctx, viewer, query.search, list, filters)
  const found = await ctx.db.run(conversationList(query.sort, filters, others !== null), {
    ...filterOf(viewer, list ?? {}, ctx.now()),
    inAudience: list !== null,
    viewer: viewer.id,
    asCreator: query.mode === 'creator',
    now: new Date(ctx.now()),
    agency: viewer.acting?.agencyId ?? null,
    search: query.search ? namePattern(query.search) : null,
    others,
    ...toFlags(filters),
    rank,
    at,
    id,
    limit: limit + 1,
    offset: id === null && query.page !== undefined ? (query.page - 1) * limit : 0,
  })
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
  const isInbox = query.mode === 'creator'
  const data = rows.map((row) => ({
    ...presentConversation(ctx, row, people.get(row.other_id)),
    fan: isInbox ? presentFan(row, readerOf(viewer).seesAmounts) : null,
  }))
  return { data, next }
}

function presentFan(row: ListRow, seesAmounts: boolean): Conversation['fan'] {
  return {
    awaits_answer: row.awaits_answer,
    is_subscriber: row.is_subscriber,
    spent: seesAmounts ? coinsOf(row.spent_cents ?? 0) : null,
    request: row.request_cents === null ? null : { price: seesAmounts ? coinsOf(row.request_cents) : null },
    claimed_by: row.claimed_by,
  }
}

/** Lists of fans and of what they spent are for creators only, and for operators with the flags for each. */
function requireRights(viewer: Viewer, query: Query, filters: readonly Filter[]): void {
  const isForCreators =
    query.list !== undefined ||
    filters.some((filter) => creatorsOnly.has(filter)) ||
    query.sort === 'top_spenders' ||
    query.mode === 'creator'
  if (isForCreators && !viewer.isCreator) throw refuse('not_creator')
  if (query.list !== undefined || filters.some((filter) => relational.has(filter))) requireFlag(viewer, 'can_social')
  if (filters.some((filter) => monetary.has(filter)) || query.sort === 'top_spenders')
    requireFlag(viewer, 'can_payment')
}
const relational = new Set<Filter>(['subscribers', 'followers', 'expired'])
const monetary = new Set<Filter>(['tippers', 'spenders'])
/** No fan is both, so that no conversation has to be looked at. */
const contradictions: readonly (readonly Filter[])[] = [
  ['subscribers', 'expired'],
  ['subscribers', 'requests'],
]
const creatorsOnly = new Set<Filter>([...relational, ...monetary, 'requested'])

/** The only users whose conversations are meant, where they are known and few enough to be looked up; else null. */
async function othersMeant(
  ctx: Services,
  viewer: Viewer,
  name: string | undefined,
  list: AudienceFilter | null,
  filters: readonly Filter[],
): Promise<string[] | null> {
  const known = [
    name ? await findNamed(ctx, name) : null,
    list
      ? await whereFew(async (most) =>
          ctx.db.run(list.list ? fewOfLists : fewFans, { ...(await namedFilterOf(ctx, viewer, list)), most }),
        )
      : null,
    filters.includes('online') ? await onlineOthers(ctx, viewer.id) : null,
    filters.includes('expired')
      ? await whereFew((most) => ctx.db.run(fewExpired, { viewer: viewer.id, now: new Date(ctx.now()), most }))
      : null,
  ].flatMap((ids) => (ids === null ? [] : [new Set(ids)]))
  const [first, ...others] = known.sort((a, b) => a.size - b.size)
  return first === undefined ? null : [...first].filter((id) => others.every((it) => it.has(id)))
}

/** Those who are found where they are few; where they are many, a page of the inbox soon has enough of them. */
async function whereFew(find: (most: number) => Promise<{ id: string }[]>): Promise<string[] | null> {
  const rows = await find(mostLookedUp + 1)
  return rows.length > mostLookedUp ? null : rows.map((row) => row.id)
}
const mostLookedUp = 5_000

/** Users who are online, among the latest 2,000 with whom this user exchanged messages. */
async function onlineOthers(ctx: Services, userId: string): Promise<string[]> {
  const rows = await ctx.db.run(latestOthers, { viewer: userId })
  return rows.map((row) => row.other_id).filter((id) => ctx.live.isOnline(id))
}

/** A conversation of the viewer by its id; any other conversation is not found. */
export async function readConversation(ctx: Services, viewer: Viewer, sessionId: string): Promise<Conversation> {
  const [row] = await ctx.db.run(conversationById, { viewer: viewer.id, id: sessionId })
  if (row === undefined) throw refuse('not_found')
  const people = await readPeople(ctx, viewer.id, [row.other_id])
  return withMediaTerms(ctx, viewer, presentConversation(ctx, row, people.get(row.other_id)))
}

/** The conversation with a user. Nothing is stored before the first message: reading writes no rows. */
export async function openConversation(ctx: Services, viewer: Viewer, otherId: string): Promise<OpenConversation> {
  const ids = { viewer: viewer.id, other: otherId }
  const other = (await readPeople(ctx, viewer.id, [otherId])).get(otherId)
  const [existing] = await ctx.db.run(conversationByOther, ids)
  // A conversation without messages must not show that there is a block.
  if (existing !== undefined && (existing.last_seq > 0 || other?.chat.reason !== 'blocked'))
    return withMediaTerms(ctx, viewer, presentConversation(ctx, existing, other))
  if (other === undefined || other.username === null || otherId === viewer.id || other.chat.reason === 'blocked')
    throw refuse('not_found')
  return withMediaTerms(ctx, viewer, presentConversation(ctx, { ...withoutMessages, other_id: otherId }, other))
}

async function withMediaTerms<C extends OpenConversation>(ctx: Services, viewer: Viewer, conversation: C): Promise<C> {
  return { ...conversation, ...(await readMediaTerms(ctx, viewer, conversation)) }
}

const withoutMessages = {
  session_id: null,
  unread_count: 0,
  muted: false,
  hidden: false,
  read_seq: 0,
  other_read_seq: 0,
  last_seq: 0,
  last_message: null,
  last_message_type: null,
  last_message_at: null,
  pinned_at: null,
  snoozed_until: null,
}

/** Mutes or unmutes a conversation; answers whether it is muted now. */
export const toggleMute = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  changeFlag(ctx, viewer, toggleMuted, 'chat.mute', sessionId)

export const hideConversation = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  changeFlag(ctx, viewer, setHidden, 'chat.hide', sessionId)

export const unhideConversation = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  changeFlag(ctx, viewer, setShown, 'chat.unhide', sessionId)

async function changeFlag(
  ctx: Services,
  viewer: Viewer,
  setFlag: typeof toggleMuted,
  action: string,
  sessionId: string,
): Promise<boolean> {
  return ctx.db.transact(async (tx) => {
    const [row] = await tx.run(setFlag, { viewer: viewer.id, id: sessionId })
    if (row === undefined) throw refuse('not_found')
    await audit(tx, viewer, action, { kind: 'session', id: sessionId })
    return row.value
  })
}

function presentConversation<Id extends string | null>(
  ctx: Services,
  row: Omit<MemberRow, 'session_id'> & { session_id: Id },
  other: User | undefined,
) {
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
    last_message_type: row.last_message_type ?? 'none',
    last_seq: row.last_seq,
    read_seq: row.read_seq,
    // A blocked user does not learn what has been read since the block.
    other_read_seq: other?.chat.reason === 'blocked' ? 0 : row.other_read_seq,
    unread_count: row.unread_count,
    has_unread_messages: row.unread_count > 0,
    muted: row.muted,
    hidden: row.hidden,
    pinned: row.pinned_at !== null,
    snoozed_until: row.snoozed_until?.toISOString() ?? null,
    chat: other?.chat ?? { allowed: false, reason: 'gone' },
    online: other !== undefined && other.chat.reason !== 'blocked' && ctx.live.isOnline(row.other_id),
  }
}
