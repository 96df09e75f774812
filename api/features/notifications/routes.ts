import { notifications } from '../../../contract/notifications.ts'
import type { Statement } from '../../platform/db/db.ts'
import { noBlockBetween } from '../../platform/db/rules.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { audit } from '../../platform/audit/audit.ts'
import { readPeople } from '../../people/views.ts'
import { changeSettings, readSettings, subscribePush, unsubscribePush } from './settings.ts'
import { type NotificationRow, presentNotification, visibleTypes } from './views.ts'

export const notificationRoutes = (ctx: Services) =>
  implement(notifications)({
    list: async (query, { viewer, locale }) => {
      const limit = query.limit ?? 30
      const after = fromCursor(query.cursor, 1)?.[0]
      const position = typeof after === 'string' && uuid.test(after) ? after : null
      const found = await ctx.db.run<NotificationRow>(page, [
        viewer.id,
        visibleTypes(viewer),
        position,
        query.unread === 'true',
        limit + 1,
      ])
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
        const rows = await tx.run<{ id: string }>(markRead, [viewer.id, visibleTypes(viewer), ids ?? null])
        if (rows.length > 0) await audit(tx, viewer, 'notifications.read')
        return rows.length
      })
      // The other tabs empty their badge.
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Who is blocked, either way, is no longer heard of. */
const page: Statement = {
  name: 'notifications_page',
  text: `
    select n.id, n.type, n.actor_id, n.object_kind, n.object_id, n.amount_cents, n.created_at, n.read_at,
      case when n.object_kind = 'report' then (select r.ticket from reports r where r.id = n.object_id) end as ticket
    from notifications n
    where n.user_id = $1::uuid and ($2::text[] is null or n.type = any($2::text[])) and ($3::uuid is null or n.id < $3::uuid)
      and (not $4::boolean or n.read_at is null)
      and ${noBlockBetween('$1::uuid', 'n.actor_id')}
    order by n.id desc limit $5::int`,
}
const markRead: Statement = {
  name: 'notifications_mark_read',
  text: `
    update notifications set read_at = now() where user_id = $1::uuid and read_at is null
      and ($2::text[] is null or type = any($2::text[])) and ($3::uuid[] is null or id = any($3::uuid[])) returning id`,
}
