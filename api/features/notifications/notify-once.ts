import type { Db, Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { type NewNotification, notify } from './notify.ts'

/** Notifies of what can be done and undone at will (a like, a follow) once a day for the same person and object. */
export async function notifyOnce(tx: Db, ctx: Services, it: NewNotification): Promise<() => void> {
  const since = new Date(ctx.now() - 86_400_000)
  const known = await tx.run(sameToday, [it.userId, it.type, it.actorId, it.object?.id ?? null, since])
  return known.length > 0 ? () => undefined : notify(tx, ctx, it)
}

const sameToday: Statement = {
  name: 'notifications_same_today',
  text: `select 1 from notifications where user_id = $1::uuid and type = $2 and actor_id = $3::uuid
    and object_id is not distinct from $4::uuid and created_at > $5::timestamptz limit 1`,
}
