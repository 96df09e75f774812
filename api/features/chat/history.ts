import type { chat, Message } from '../../../contract/chat.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { messagesPage } from '../../../contract/limits.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readSeqAt } from './find-statements.ts'
import { historyAfter, historyBefore, type MessageRow, readHasMessages } from './message-statements.ts'
import { logReading } from './reading-log.ts'
import { presentMessage, readerOf } from './views.ts'

/**
 * The messages with a user, newest first; with `after_seq` the later ones, oldest first, for a client that catches up;
 * around a number or a time as many from there on as before it.
 */
export async function listMessages(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof chat.messages>,
): Promise<{ data: Message[]; next: string | null }> {
  const limit = query.limit ?? messagesPage
  const around = await readPlace(ctx, viewer, query)
  const read = around === null ? readPage : readAround
  const found = await read(ctx, { viewer: viewer.id, other: query.userId, limit, around: around ?? 0 }, query)
  if (found.rows.length === 0) await requireOther(ctx, viewer, query.userId)
  else await logReading(ctx, viewer, query.userId)
  const { rows, next } = cut(found.rows, found.limit, (row) => [row.seq])
  return { data: rows.map((row) => presentMessage(ctx, readerOf(viewer), row)), next }
}

type Query = Received<typeof chat.messages>
type Place = { viewer: string; other: string; limit: number; around: number }
/** Rows of a page, and how many of them it holds at most. */
type Found = { rows: MessageRow[]; limit: number }

async function readPage(ctx: Services, { viewer, other, limit }: Place, query: Query): Promise<Found> {
  const [cursor = null] = fromCursor(query.cursor, 'int') ?? []
  const conversation = { viewer, other, limit: limit + 1 }
  if (query.after_seq !== undefined) {
    const after = Math.max(query.after_seq, cursor ?? 0)
    return { limit, rows: await ctx.db.run(historyAfter, { ...conversation, after }) }
  }
  const before = cursor ?? query.before_seq ?? null
  const offset = before === null ? ((query.page ?? 1) - 1) * limit : 0
  return { limit, rows: await ctx.db.run(historyBefore, { ...conversation, before, offset }) }
}

async function readAround(ctx: Services, { viewer, other, limit, around }: Place): Promise<Found> {
  const half = Math.floor(limit / 2)
  const [later, earlier] = await Promise.all([
    ctx.db.run(historyAfter, { viewer, other, limit: half, after: around - 1 }),
    ctx.db.run(historyBefore, { viewer, other, limit: limit - half + 1, before: around, offset: 0 }),
  ])
  return { limit: later.length + limit - half, rows: [...later.toReversed(), ...earlier] }
}

/** The number around which the messages are asked for, or null: that of a time is its first message's from then on. */
async function readPlace(ctx: Services, viewer: Viewer, query: Query): Promise<number | null> {
  if (query.around_seq !== undefined) return query.around_seq
  if (query.around_time === undefined) return null
  const at = new Date(query.around_time)
  const [row] = await ctx.db.run(readSeqAt, { viewer: viewer.id, other: query.userId, at })
  return row?.seq ?? 0
}

/** The history is empty: refuses with `not_found` if the viewer may not know of the other user, or there is none. */
export async function requireOther(ctx: Services, viewer: Viewer, otherId: string): Promise<void> {
  const [found] = await ctx.db.run(readHasMessages, { viewer: viewer.id, other: otherId })
  if (found !== undefined) return
  const other = (await readPeople(ctx, viewer.id, [otherId])).get(otherId)
  if (other === undefined || other.username === null || otherId === viewer.id || other.chat.reason === 'blocked')
    throw refuse('not_found')
}
