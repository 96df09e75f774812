import { appName } from '../../../contract/limits.ts'
import type { NotificationType } from '../../../contract/notifications.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/ids.ts'
import { notifications } from '../../db/schema/notifications.ts'
import type { Services } from '../../http/services.ts'
import { readPeople } from '../users/views.ts'
import { push } from './push.ts'
import { type Wishes, wishes } from './settings.ts'
import { notificationText } from './views.ts'

/**
 * Leaves a notification as part of the caller's transaction and answers a function that tells sockets and browsers, to
 * be called after the commit. Nobody is notified of what they did themselves, nor of a group they have turned off.
 */
export async function notify(tx: Db, on: Services, it: NewNotification): Promise<() => void> {
  if (it.userId === it.actorId) return () => undefined
  const wanted = await wishes(tx, it.userId, it.type)
  if (!wanted.app) return () => undefined
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
  const tell = await on.live.record(tx, [
    { userId: it.userId, type: 'new_notification', payload: { notification_id: id, kind: it.type } },
  ])
  return () => {
    tell()
    // Who is here sees it; the others hear of it from their browser.
    if (wanted.push && !on.live.isOnline(it.userId)) void pushNotification(on, it, wanted)
  }
}

/** In discreet mode the words name neither people nor things. */
async function pushNotification(on: Services, it: NewNotification, wanted: Wishes): Promise<void> {
  const people = it.actorId === null ? null : await readPeople(on, null, [it.actorId]).catch(() => null)
  const actor = people?.get(it.actorId ?? '') ?? null
  const body = wanted.discreet
    ? notificationText({ type: 'other', amount_cents: null }, null, wanted.locale)
    : notificationText({ type: it.type, amount_cents: it.amountCents ?? null }, actor, wanted.locale)
  await push(on, it.userId, { title: appName, body, url: '/notifications' })
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
