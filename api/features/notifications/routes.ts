import { notifications } from '../../../contract/notifications.ts'
import { readPeople } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { noId } from '../../platform/db/ids.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readBell, setBell } from './bells.ts'
import { changeSettings, readSettings, subscribePush, unsubscribePush } from './settings.ts'
import {
  findSettledId,
  markRead,
  markReadThrough,
  markSomeRead,
  type NotificationRow,
  readNotifications,
  readUnread,
} from './statements.ts'
import { readThumbnails, type ThumbnailSources } from './thumbnails.ts'
import { presentNotification, visibleTypes } from './views.ts'

export const notificationRoutes = (ctx: Services, sources: ThumbnailSources) =>
  implement(notifications)({
    list: async (query, { viewer, locale }) => {
      const limit = query.limit ?? 30
      const [after = null] = fromCursor(query.cursor, 'uuid') ?? []
      const page = { user: viewer.id, types: visibleTypes(viewer), after, limit: limit + 1 }
      const found = await ctx.db.run(query.unread === 'true' ? readUnread : readNotifications, page)
      const { rows, next } = cut(found, limit, (row) => [row.id])
      const actors = rows.flatMap((row) => row.actor_id ?? [])
      const [people, thumbnails] = await Promise.all([
        readPeople(ctx, viewer.id, actors),
        readThumbnails(sources, viewer, rows),
      ])
      const seesAmounts = viewer.acting === null || viewer.acting.permissions.can_payment === true
      const present = (row: NotificationRow) =>
        presentNotification(
          row,
          people.get(row.actor_id ?? '') ?? null,
          { locale, seesAmounts },
          thumbnails.get(row.object_id ?? '') ?? null,
        )
      return { data: rows.map(present), next }
    },
    read: async ({ ids }, { viewer }) => {
      const which = { user: viewer.id, types: visibleTypes(viewer) }
      const marked = await (ids === undefined
        ? markAllRead(ctx, viewer, which)
        : mark(ctx, viewer, (tx) => tx.run(markRead, { ...which, ids })))
      // Updates the badge of the reader's other tabs.
      if (marked > 0) ctx.live.publish({ userId: viewer.id, type: 'new_notification', payload: {} })
      return { ok: true }
    },
    settings: (_, { viewer }) => readSettings(ctx, viewer),
    setSettings: (input, { viewer }) => changeSettings(ctx, viewer, input),
    bell: async ({ id }, { viewer }) => ({ on: (await readBell(ctx, viewer.id, id)).on }),
    setBell: ({ id, on }, { viewer }) => setBell(ctx, viewer.id, id, on),
    subscribePush: async (input, { viewer }) => {
      await subscribePush(ctx, viewer, input)
      return { ok: true }
    },
    unsubscribePush: async ({ endpoint }, { viewer }) => {
      await unsubscribePush(ctx, viewer, endpoint)
      return { ok: true }
    },
  })

type Which = { user: string; types: readonly string[] | null }

/**
 * One mark for all that came until a moment ago, which costs the same for a hundred thousand. The newest, which others may
 * still be writing beside, are marked each by itself: a thousand at a time, so that none is locked for long.
 */
async function markAllRead(ctx: Services, viewer: Viewer, which: Which): Promise<number> {
  const now = new Date(ctx.now())
  const [settled] = await ctx.db.run(findSettledId, { now })
  const through = settled?.through ?? noId
  const chunk = { ...which, until: now, limit: markedAtOnce }
  let all = await mark(ctx, viewer, async (tx) => [
    ...(await tx.run(markReadThrough, { ...which, through, now })),
    ...(await tx.run(markSomeRead, chunk)),
  ])
  for (let marked = all; marked >= markedAtOnce; all += marked)
    marked = await mark(ctx, viewer, (tx) => tx.run(markSomeRead, chunk))
  return all
}
const markedAtOnce = 1_000

const mark = (ctx: Services, viewer: Viewer, run: (tx: Db) => Promise<unknown[]>): Promise<number> =>
  ctx.db.transact(async (tx) => {
    const rows = await run(tx)
    if (rows.length > 0) await audit(tx, viewer, 'notifications.read')
    return rows.length
  })
