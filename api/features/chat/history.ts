import type { chat, Message } from '../../../contract/chat.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { messagesPage } from '../../../contract/limits.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../identity/viewer.ts'
import { readPeople } from '../users/views.ts'
import { messageColumns, type MessageRow, messageTables, readerOf, presentMessage } from './views.ts'

/** The history with somebody, newest first; with `after_seq` what came after it, oldest first, for catching up. */
export async function history(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof chat.messages>,
): Promise<{ data: Message[]; next: string | null }> {
  const limit = query.limit ?? messagesPage
  const cursor = fromCursor(query.cursor, 1)?.[0]
  const from = typeof cursor === 'number' && Number.isInteger(cursor) && cursor > 0 && cursor < 2 ** 31 ? cursor : null
  const forward = query.after_seq !== undefined
  const found = forward
    ? await ctx.db.run<MessageRow>(after, [
        viewer.id,
        query.userId,
        Math.max(query.after_seq ?? 0, from ?? 0),
        limit + 1,
      ])
    : await ctx.db.run<MessageRow>(before, [
        viewer.id,
        query.userId,
        from,
        limit + 1,
        from === null ? ((query.page ?? 1) - 1) * limit : 0,
      ])
  if (found.length === 0) await reachOther(ctx, viewer, query.userId)
  const { rows, next } = cut(found, limit, (row) => [row.seq])
  return { data: rows.map((row) => presentMessage(ctx, readerOf(viewer), row)), next }
}

/** Nothing was written yet; a stranger whom one may not know of is not found, as is one who does not exist. */
async function reachOther(ctx: Services, viewer: Viewer, otherId: string): Promise<void> {
  const [known] = await ctx.db.run<{ known: number }>(isKnown, [viewer.id, otherId])
  if (known !== undefined) return
  const other = (await readPeople(ctx, viewer.id, [otherId])).get(otherId)
  if (other === undefined || other.username === null || otherId === viewer.id || other.chat.reason === 'blocked')
    throw refuse('not_found')
}

/** The conversation is found through the viewer's own membership. */
const ofSession = `
  from ${messageTables}
  where m.session_id = (select k.session_id from chat_members k where k.user_id = $1::uuid and k.other_id = $2::uuid)`
const before: Statement = {
  name: 'chat_history_before',
  text: `select ${messageColumns} ${ofSession} and ($3::int is null or m.seq < $3::int) order by m.seq desc limit $4::int offset $5::int`,
}
const after: Statement = {
  name: 'chat_history_after',
  text: `select ${messageColumns} ${ofSession} and m.seq > $3::int order by m.seq limit $4::int`,
}
const isKnown: Statement = {
  name: 'chat_is_known',
  text: `select 1 as known from chat_members k join chat_sessions c on c.id = k.session_id and c.last_seq > 0
    where k.user_id = $1::uuid and k.other_id = $2::uuid`,
}
