import { appName } from '../../../contract/limits.ts'
import type { NotificationGroup, NotificationType } from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'
import { readPeople } from '../../people/views.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { groupOf } from './groups.ts'
import { appIcon, discreetNews, type PushReader, push } from './push.ts'
import {
  type contentParameters,
  insertNotification,
  type NotificationRow,
  readNotificationsById,
} from './statements.ts'
import { notificationText, notificationUrl } from './views.ts'

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
  if (hasBrowser && !ctx.live.isOnline(notification.userId)) void pushNotification(ctx, pushOf(notification, id))
}

/**
 * Pushes a stored notification with the address of its thing. Pushes of one kind about one thing have one tag, with
 * which the later takes the place of the earlier. In discreet mode the push names neither users nor things. `actorOf`
 * reads the actor.
 */
export async function pushNotification(
  ctx: Services,
  { userId, group, id, tag }: { userId: string; group: NotificationGroup; id: string; tag: string },
  { mayWait = true, actorOf = (actorId: string | null) => readActor(ctx, { actorId }) } = {},
): Promise<void> {
  const write = async (reader: PushReader) => {
    if (reader.discreet) return discreetNews(reader)
    const row = await batched(ctx, notificationsById, id)
    if (row === undefined) return null
    const actor = await actorOf(row.actor_id)
    const [body, url] = [notificationText(row, actor, reader.locale), notificationUrl(row, actor)]
    return { title: appName, body, url, tag, icon: actor?.avatar ?? appIcon }
  }
  await push(ctx, userId, group, write, mayWait ? { kind: 'notification', id, tag } : null)
}

/** What `pushNotification` has to know of a notification that was just written. */
export const pushOf = ({ userId, type, object, actorId }: NewNotification, id: string) => ({
  ...{ userId, id, group: groupOf(type) },
  tag: `${type} ${object?.id ?? actorId ?? ''}`,
})

/** Pushes of one moment share a statement. */
const notificationsById: Batched<string, NotificationRow | undefined> = {
  run: async (ctx, ids) => {
    const rows = await ctx.db.run(readNotificationsById, { ids })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  },
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
  happensAt: notification.happensAt ?? null,
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
  /** When that will be of which a notification tells in advance. */
  happensAt?: Date
}
