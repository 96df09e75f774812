import type { Received } from '../../../contract/endpoint.ts'
import type { chat, Conversation } from '../../../contract/chat.ts'
import { sessionsPage } from '../../../contract/limits.ts'
import type { User } from '../../../contract/users.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { newId } from '../../platform/db/ids.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { audit } from '../../platform/audit/audit.ts'
import { readPeople } from '../../people/views.ts'
import {
  conversationById,
  conversationByOther,
  conversationList,
  type Filter,
  insertConversation,
  latestOthers,
  type MemberRow,
  type SetFlag,
  setHidden,
  setShown,
  toFlags,
  toggleMuted,
} from './conversation-statements.ts'

type Query = Received<typeof chat.conversations>

/** A page of the list: one statement for the rows, one for the people, whatever the filters (product §27). */
export async function listConversations(
  ctx: Services,
  viewer: Viewer,
  query: Query,
): Promise<{ data: Conversation[]; next: string | null }> {
  const filters = [...new Set([query.filter ?? []].flat())]
  requireRights(viewer, query, filters)
  const limit = query.limit ?? sessionsPage
  const search = query.search ? `%${query.search.replaceAll(/[\\%_]/g, '\\$&')}%` : null
  const last = position(query.cursor)
  const found = await ctx.db.run(conversationList(query.sort, filters), {
    viewer: viewer.id,
    asCreator: query.mode === 'creator',
    now: new Date(ctx.now()),
    search,
    others: filters.includes('online') ? await onlineOthers(ctx, viewer.id) : null,
    ...toFlags(filters),
    ...(last ?? { rank: null, at: null, id: null }),
    limit: limit + 1,
    offset: last === null && query.page !== undefined ? (query.page - 1) * limit : 0,
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
  return { data: rows.map((row) => showSession(ctx, row, people.get(row.other_id))), next }
}

/** Where the page before ended; null at the start, and for a cursor that is not one of this list. */
function position(cursor: string | undefined): { rank: number; at: string; id: string } | null {
  const [rank, at, id] = fromCursor(cursor, 3) ?? []
  if (typeof rank !== 'number' || !Number.isSafeInteger(rank)) return null
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return null
  if (typeof id !== 'string' || !isUuid(id)) return null
  return { rank, at: new Date(at).toISOString(), id }
}

/** Who may ask what: the lists of fans and what they spent are a creator's, and an operator needs their flags. */
function requireRights(viewer: Viewer, query: Query, filters: readonly Filter[]): void {
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
  const rows = await ctx.db.run(latestOthers, { viewer: userId })
  return rows.map((row) => row.other_id).filter((id) => ctx.live.isOnline(id))
}

/** One conversation of the viewer's by its id; someone else's is as missing. */
export async function readConversation(ctx: Services, viewer: Viewer, sessionId: string): Promise<Conversation> {
  const [row] = await ctx.db.run(conversationById, { viewer: viewer.id, id: sessionId })
  if (row === undefined) throw refuse('not_found')
  const people = await readPeople(ctx, viewer.id, [row.other_id])
  return showSession(ctx, row, people.get(row.other_id))
}

/** The conversation with somebody, begun when there is none yet; an empty one is in nobody's list. */
export async function conversationWith(ctx: Services, viewer: Viewer, otherId: string): Promise<Conversation> {
  const other = (await readPeople(ctx, viewer.id, [otherId])).get(otherId)
  const [row] = await ctx.db.run(conversationByOther, { viewer: viewer.id, other: otherId })
  // An empty conversation that was opened before is no knowledge of a block.
  if (row !== undefined && (row.last_seq > 0 || other?.chat.reason !== 'blocked')) return showSession(ctx, row, other)
  const nobody =
    other === undefined || other.username === null || otherId === viewer.id || other.chat.reason === 'blocked'
  if (nobody) throw refuse('not_found')
  await ctx.db.transact((tx) => tx.run(insertConversation, { id: newId(), viewer: viewer.id, other: otherId }))
  const [begun] = await ctx.db.run(conversationByOther, { viewer: viewer.id, other: otherId })
  if (begun === undefined) throw refuse('not_found')
  return showSession(ctx, begun, other)
}

/** Mutes or unmutes; answers what it is now. */
export const toggleMute = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  changeFlag(ctx, viewer, toggleMuted, 'chat.mute', sessionId)

export const hide = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  changeFlag(ctx, viewer, setHidden, 'chat.hide', sessionId)

export const unhide = (ctx: Services, viewer: Viewer, sessionId: string): Promise<boolean> =>
  changeFlag(ctx, viewer, setShown, 'chat.unhide', sessionId)

async function changeFlag(
  ctx: Services,
  viewer: Viewer,
  setFlag: SetFlag,
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
