import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'
import {
  publishNotification,
  type NewNotification,
  notificationParts,
  pushNotification,
  readActor,
  notificationSql,
  notificationValues,
} from './notify.ts'

/**
 * Leaves the same notification with some people, at most `chunkSize`, as `notify` does with one: in one statement of the
 * caller's transaction. Answers a function that tells sockets and browsers, to be awaited after the commit, so that
 * there are never more pushes under way than a chunk has people.
 */
export async function notifyMany(
  tx: Db,
  ctx: Services,
  userIds: readonly string[],
  it: Omit<NewNotification, 'userId'>,
): Promise<() => Promise<void>> {
  const noted = await tx.run<{ user_id: string; id: string; event_id: string; has_browser: boolean }>(noting, [
    userIds,
    userIds.map(() => newId()),
    userIds.map(() => newId()),
    ...notificationValues(ctx, it),
  ])
  return async () => {
    let actor: ReturnType<typeof readActor> | undefined
    const actorOf = () => (actor ??= readActor(ctx, it))
    for (const row of noted)
      publishNotification(ctx, { ...it, userId: row.user_id }, { id: row.id, eventId: row.event_id, hasBrowser: false })
    const away = noted.filter((row) => row.has_browser && !ctx.live.isOnline(row.user_id))
    await Promise.all(away.map((row) => pushNotification(ctx, { ...it, userId: row.user_id }, actorOf)))
  }
}

export const chunkSize = 200

const noting: Statement = {
  name: 'notifications_note_many',
  text: `with readers as (
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as g (user_id, id, event_id)
    ), ${notificationParts({ ...notificationSql, given: 'readers g', id: 'g.id', user: 'g.user_id', event: 'g.event_id' }).trim()}
    select w.user_id, w.id, w.event_id,
      exists (select 1 from push_subscriptions b where b.user_id = w.user_id) as has_browser
    from wished w`,
}
