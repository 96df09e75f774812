import type { NotificationType } from '../../../contract/notifications.ts'
import { appName } from '../../../contract/limits.ts'
import type { User } from '../../../contract/users.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ValuesOf } from '../../platform/db/statement.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'
import { readPeople } from '../../people/views.ts'
import { groupOf } from './groups.ts'
import { push } from './push.ts'
import { type contentParameters, noteOne } from './statements.ts'
import { notificationText } from './views.ts'

/**
 * Leaves a notification as part of the caller's transaction, in one statement with its event, and answers a function
 * that tells sockets and browsers, to be called after the commit. Nobody is notified of what they did themselves, by
 * somebody whom they block or who blocks them (product §16), nor of a group they have turned off; who wants the group by
 * mail gets it after half a minute, unless they have read it.
 */
export async function notify(tx: Db, ctx: Services, it: NewNotification): Promise<() => void> {
  if (it.userId === it.actorId) return () => undefined
  const [id, eventId] = [newId(), newId()]
  const noted = await tx.run(noteOne, { id, user: it.userId, event: eventId, ...contentOf(ctx, it) })
  return noted.length === 0 ? () => undefined : () => publishNotification(ctx, it, { id, eventId })
}

/**
 * Tells of a notification whose rows `notificationParts` has written, after the commit. Who is known to have no browser that
 * could be pushed to is not looked up.
 */
export function publishNotification(
  ctx: Services,
  it: NewNotification,
  { id, eventId, hasBrowser = true }: { id: string; eventId: string; hasBrowser?: boolean },
): void {
  ctx.live.publish({
    id: eventId,
    userId: it.userId,
    type: 'new_notification',
    payload: { notification_id: id, kind: it.type },
  })
  // Who is here sees it; the others hear of it from their browser.
  if (hasBrowser && !ctx.live.isOnline(it.userId)) void pushNotification(ctx, it)
}

/** In discreet mode the words name neither people nor things. `actorOf` reads who caused it. */
export async function pushNotification(
  ctx: Services,
  it: NewNotification,
  actorOf = () => readActor(ctx, it),
): Promise<void> {
  await push(ctx, it.userId, groupOf(it.type), async ({ discreet, locale }) => {
    const actor = discreet ? null : await actorOf()
    const about = discreet
      ? { type: 'other', amount_cents: null }
      : { type: it.type, amount_cents: it.amountCents ?? null }
    return { title: appName, body: notificationText(about, actor, locale), url: '/notifications' }
  })
}

/** Who caused it, as anybody may see them; null for the platform. */
export const readActor = async (ctx: Services, { actorId }: Pick<NewNotification, 'actorId'>): Promise<User | null> =>
  actorId === null ? null : ((await readPeople(ctx, null, [actorId])).get(actorId) ?? null)

/** What a notification says, as the statements that write it take it. */
export const contentOf = (ctx: Services, it: Omit<NewNotification, 'userId'>): ValuesOf<typeof contentParameters> => ({
  type: it.type,
  actor: it.actorId,
  objectKind: it.object?.kind ?? null,
  objectId: it.object?.id ?? null,
  cents: it.amountCents ?? null,
  now: new Date(ctx.now()),
  group: groupOf(it.type),
})

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
      | 'gift'
      | 'request'
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
