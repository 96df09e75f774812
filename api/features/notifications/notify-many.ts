import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'
import { contentOf, type NewNotification, publishNotification, pushNotification, pushOf, readActor } from './notify.ts'
import { insertNotifications } from './statements.ts'

/**
 * Writes the same notification for up to `chunkSize` readers in one statement of the caller's transaction, as `notify`
 * does for one. Returns a function that publishes it to sockets and browsers; await it after the commit, so that a
 * chunk bounds the pushes in progress.
 */
export async function notifyMany(
  tx: Db,
  ctx: Services,
  userIds: readonly string[],
  notification: Omit<NewNotification, 'userId'>,
): Promise<() => Promise<void>> {
  const readers = userIds.map((userId) => ({ user_id: userId, id: newId(), event_id: newId() }))
  const written = await tx.run(insertNotifications, { readers, ...contentOf(ctx, notification) })
  return async () => {
    let actor: ReturnType<typeof readActor> | undefined
    const options = { actorOf: () => (actor ??= readActor(ctx, notification)) }
    for (const row of written)
      publishNotification(
        ctx,
        { ...notification, userId: row.user_id },
        { id: row.id, eventId: row.event_id, hasBrowser: false },
      )
    const away = written.filter((row) => row.has_browser && !ctx.live.isOnline(row.user_id))
    await Promise.all(
      away.map((row) => pushNotification(ctx, pushOf({ ...notification, userId: row.user_id }, row.id), options)),
    )
  }
}

export const chunkSize = 200
