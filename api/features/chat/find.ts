import type { chatSearch, FoundMessage } from '../../../contract/chat-search.ts'
import type { Answer, Received } from '../../../contract/endpoint.ts'
import { messagesSearched } from '../../../contract/limits.ts'
import { containing } from '../../platform/db/like.ts'
import { cut, fromCursor, toCursor } from '../../platform/db/pages.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { messagesFound, readSearchedTo } from './find-statements.ts'
import { requireOther } from './history.ts'
import { logReading } from './reading-log.ts'

const foundPerPage = 20
const newest = 2 ** 31 - 1
/** Characters of an excerpt before what was found, and all in all. */
const [excerptBefore, excerptLength] = [40, 160]

/** The messages with a user that hold a text, newest first; a deleted message holds none. */
export async function findMessages(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof chatSearch.find>,
): Promise<Answer<typeof chatSearch.find>> {
  const limit = query.limit ?? foundPerPage
  const [before = newest] = fromCursor(query.cursor, 'int') ?? []
  const place = { viewer: viewer.id, other: query.userId, before, looked: messagesSearched }
  const pattern = containing(query.q)
  const found = await ctx.db.run(messagesFound, { ...place, pattern, limit: limit + 1 })
  if (found.length > 0) await logReading(ctx, viewer, query.userId)
  else await requireOther(ctx, viewer, query.userId)
  const { rows, next } = cut(found, limit, (row) => [row.seq])
  const data = rows.map(
    ({ content, ...row }): FoundMessage => ({
      ...row,
      excerpt: excerptOf(content, query.q),
      created_at: row.created_at.toISOString(),
    }),
  )
  if (next !== null) return { data, next, searched_to: data.at(-1)?.created_at ?? null }
  const [left] = await ctx.db.run(readSearchedTo, place)
  if (left === undefined) return { data, next: null, searched_to: null }
  return { data, next: toCursor([left.seq + 1]), searched_to: left.created_at.toISOString() }
}

/** The words around what was found, on one line. */
function excerptOf(content: string, q: string): string {
  const line = content.replaceAll(/\s+/g, ' ')
  const at = Math.max(0, line.toLowerCase().indexOf(q.replaceAll(/\s+/g, ' ').toLowerCase()))
  const from = at <= excerptBefore ? 0 : wordStart(line, at - excerptBefore)
  const end = from + excerptLength
  // A cut within a pair of code units leaves neither.
  const words = line.slice(from, end).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  return `${from > 0 ? '…' : ''}${words.trim()}${end < line.length ? '…' : ''}`
}

/** Where the first word from a place on begins, so that an excerpt does not begin within one. */
function wordStart(line: string, from: number): number {
  const space = line.indexOf(' ', from)
  return space < 0 || space > from + excerptBefore ? from : space + 1
}
