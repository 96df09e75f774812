import { notifications } from '../../../contract/notifications.ts'
import { readPeople } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { changeSettings, readSettings, subscribePush, unsubscribePush } from './settings.ts'
import { markRead, readNotifications } from './statements.ts'
import { presentNotification, visibleTypes } from './views.ts'

export const notificationRoutes = (ctx: Services) =>
  implement(notifications)({
    list: async (query, { viewer, locale }) => {
      const limit = query.limit ?? 30
      const [after = null] = fromCursor(query.cursor, 'uuid') ?? []
      const found = await ctx.db.run(readNotifications, {
        user: viewer.id,
        types: visibleTypes(viewer),
        after,
        unreadOnly: query.unread === 'true',
        limit: limit + 1,
      })
      const { rows, next } = cut(found, limit, (row) => [row.id])
      const people = await readPeople(
        ctx,
        viewer.id,
        rows.flatMap((row) => row.actor_id ?? []),
      )
      return {
        data: rows.map((row) =>
          presentNotification(row, people.get(row.actor_id ?? '') ?? null, locale, viewer.username),
        ),
        next,
      }
    },
    read: async ({ ids }, { viewer }) => {
      const marked = await ctx.db.transact(async (tx) => {
        const rows = await tx.run(markRead, { user: viewer.id, types: visibleTypes(viewer), ids: ids ?? null })
        if (rows.length > 0) await audit(tx, viewer, 'notifications.read')
        return rows.length
      })
      // Updates the badge of the reader's other tabs.
      if (marked > 0) ctx.live.publish({ userId: viewer.id, type: 'new_notification', payload: {} })
      return { ok: true }
    },
    settings: (_, { viewer }) => readSettings(ctx, viewer),
    setSettings: (input, { viewer }) => changeSettings(ctx, viewer, input),
    subscribePush: async (input, { viewer }) => {
      await subscribePush(ctx, viewer, input)
      return { ok: true }
    },
    unsubscribePush: async ({ endpoint }, { viewer }) => {
      await unsubscribePush(ctx, viewer, endpoint)
      return { ok: true }
    },
  })
