import type { chat, Message } from '../../../contract/chat.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { messagesPage } from '../../../contract/limits.ts'
import { readPeople } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { historyAfter, historyBefore, readHasMessages } from './message-statements.ts'
import { logReading } from './reading-log.ts'
import { presentMessage, readerOf } from './views.ts'

/** The messages with a user, newest first; with `after_seq` the later ones, oldest first, for a client that catches up. */
export async function listMessages(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof chat.messages>,
): Promise<{ data: Message[]; next: string | null }> {
  const limit = query.limit ?? messagesPage
  const [from = null] = fromCursor(query.cursor, 'int') ?? []
  const forward = query.after_seq !== undefined
  const conversation = { viewer: viewer.id, other: query.userId, limit: limit + 1 }
  const found = forward
    ? await ctx.db.run(historyAfter, { ...conversation, after: Math.max(query.after_seq ?? 0, from ?? 0) })
    : await ctx.db.run(historyBefore, {
        ...conversation,
        before: from,
        offset: from === null ? ((query.page ?? 1) - 1) * limit : 0,
      })
  if (found.length === 0) await requireOther(ctx, viewer, query.userId)
  else await logReading(ctx, viewer, query.userId)
  const { rows, next } = cut(found, limit, (row) => [row.seq])
  return { data: rows.map((row) => presentMessage(ctx, readerOf(viewer), row)), next }
}

/** The history is empty: refuses with `not_found` if the viewer may not know of the other user, or there is none. */
async function requireOther(ctx: Services, viewer: Viewer, otherId: string): Promise<void> {
  const [found] = await ctx.db.run(readHasMessages, { viewer: viewer.id, other: otherId })
  if (found !== undefined) return
  const other = (await readPeople(ctx, viewer.id, [otherId])).get(otherId)
  if (other === undefined || other.username === null || otherId === viewer.id || other.chat.reason === 'blocked')
    throw refuse('not_found')
}
