import { appName } from '../../../contract/limits.ts'
import type { NotificationType } from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { groupOf } from './groups.ts'
import { push } from './push.ts'
import { type contentParameters, insertNotification } from './statements.ts'
import { notificationText } from './views.ts'

/**
 * Writes a notification and its event in one statement of the caller's transaction. Returns a function that publishes
 * it to sockets and browsers, to call after the commit. Skips the actor's own actions, readers on either side of a
 * block (product §16) and groups that the reader has turned off. A reader who wants the group by mail gets it after
 * half a minute unless they have read it.
 */
export async function notify(tx: Db, ctx: Services, notification: NewNotification): Promise<() => void> {
  if (notification.userId === notification.actorId) return () => undefined
  const [id, eventId] = [newId(), newId()]
  const written = await tx.run(insertNotification, {
    id,
    user: notification.userId,
    event: eventId,
    ...contentOf(ctx, notification),
  })
  return written.length === 0 ? () => undefined : () => publishNotification(ctx, notification, { id, eventId })
}

/**
 * Publishes a notification that `notificationParts` has written, after the commit. Readers without a browser that takes
 * pushes are not looked up.
 */
export function publishNotification(
  ctx: Services,
  notification: NewNotification,
  { id, eventId, hasBrowser = true }: { id: string; eventId: string; hasBrowser?: boolean },
): void {
  ctx.live.publish({
    id: eventId,
    userId: notification.userId,
    type: 'new_notification',
    payload: { notification_id: id, kind: notification.type },
  })
  // A connected reader sees it in the app; the others get a push.
  if (hasBrowser && !ctx.live.isOnline(notification.userId)) void pushNotification(ctx, notification)
}

/** In discreet mode the text names neither users nor content. `actorOf` reads the actor. */
export async function pushNotification(
  ctx: Services,
  notification: NewNotification,
  actorOf = () => readActor(ctx, notification),
): Promise<void> {
  await push(ctx, notification.userId, groupOf(notification.type), async ({ discreet, locale }) => {
    const actor = discreet ? null : await actorOf()
    const about = discreet
      ? { type: 'other', amount_cents: null }
      : { type: notification.type, amount_cents: notification.amountCents ?? null }
    return { title: appName, body: notificationText(about, actor, locale), url: '/notifications' }
  })
}

/** The actor as visitors see them; null for the platform. */
export const readActor = async (ctx: Services, { actorId }: Pick<NewNotification, 'actorId'>): Promise<User | null> =>
  actorId === null ? null : ((await readPeople(ctx, null, [actorId])).get(actorId) ?? null)

/** The parameters of a notification, as the statements that write it take them. */
export const contentOf = (
  ctx: Services,
  notification: Omit<NewNotification, 'userId'>,
): ValuesOf<typeof contentParameters> => ({
  type: notification.type,
  actor: notification.actorId,
  objectKind: notification.object?.kind ?? null,
  objectId: notification.object?.id ?? null,
  cents: notification.amountCents ?? null,
  now: new Date(ctx.now()),
  group: groupOf(notification.type),
})

export type NewNotification = {
  userId: string
  type: NotificationType
  /** The user who caused it; null for the platform. */
  actorId: string | null
  object: {
    kind:
      | 'user'
      | 'post'
      | 'comment'
      | 'message'
      | 'media'
      | 'subscription'
      | 'gift'
      | 'request'
      | 'payout'
      | 'agency'
      | 'topup'
      | 'report'
      | 'broadcast'
    id: string
  } | null
  /** The amount that a money notification names, in cents. */
  amountCents?: number | null
}
