import type { NotificationType } from '../../../contract/notifications.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/ids.ts'
import { notifications } from '../../db/schema/notifications.ts'
import type { Services } from '../../http/services.ts'

/**
 * Leaves a notification as part of the caller's transaction and answers a function that tells the sockets, to be
 * called after the commit. Nobody is notified of what they did themselves.
 */
export async function notify(tx: Db, on: Services, it: NewNotification): Promise<() => void> {
  if (it.userId === it.actorId) return () => undefined
  const id = newId()
  await tx.insert(notifications).values({
    id,
    userId: it.userId,
    type: it.type,
    actorId: it.actorId,
    objectKind: it.object?.kind ?? null,
    objectId: it.object?.id ?? null,
    amountCents: it.amountCents ?? null,
  })
  return on.live.record(tx, [
    { userId: it.userId, type: 'new_notification', payload: { notification_id: id, kind: it.type } },
  ])
}

export type NewNotification = {
  userId: string
  type: NotificationType
  /** Who caused it; null for the platform. */
  actorId: string | null
  object: {
    kind:
      | 'user'
      | 'post'
      | 'comment'
      | 'message'
      | 'media'
      | 'subscription'
      | 'payout'
      | 'agency'
      | 'topup'
      | 'report'
      | 'broadcast'
    id: string
  } | null
  /** The sum that a money notification names, in cents. */
  amountCents?: number | null
}
