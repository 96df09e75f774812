import type { Db } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { type NewNotification, notify } from './notify.ts'
import { findSameSince } from './statements.ts'

/** Notifies of repeatable actions (a like, a follow) once a day for the same actor and object. */
export async function notifyOnce(tx: Db, ctx: Services, notification: NewNotification): Promise<() => void> {
  const since = new Date(ctx.now() - 86_400_000)
  const same = {
    user: notification.userId,
    type: notification.type,
    actor: notification.actorId,
    object: notification.object?.id ?? null,
    since,
  }
  const known = await tx.run(findSameSince, same)
  return known.length > 0 ? () => undefined : notify(tx, ctx, notification)
}
