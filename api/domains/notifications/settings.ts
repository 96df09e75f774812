import {
  type NotificationGroup,
  notificationGroups,
  type NotificationSettings,
  type NotificationType,
} from '../../../contract/notifications.ts'
import type { Db, Statement } from '../../db/db.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../http/refuse.ts'
import type { Services } from '../../http/services.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isPushService, vapidKeys } from './push.ts'

/** Where each group goes; a group that nobody touched goes everywhere. */
export async function readSettings(on: Services, userId: string): Promise<NotificationSettings> {
  const [rows, [habits]] = await Promise.all([
    on.db.run<{ kind: string; app: boolean; push: boolean }>(kinds, [userId]),
    on.db.run<{ discreet: boolean }>(habitsOf, [userId]),
  ])
  const kept = new Map(rows.map((row) => [row.kind, row]))
  return {
    groups: groups.map((group) => ({ group, app: kept.get(group)?.app ?? true, push: kept.get(group)?.push ?? true })),
    discreet: habits?.discreet ?? false,
    push_key: vapidKeys(on.env).publicKey,
  }
}

export async function changeSettings(
  on: Services,
  userId: string,
  it: { group?: NotificationGroup; app?: boolean; push?: boolean; discreet?: boolean },
): Promise<NotificationSettings> {
  if (it.group !== undefined) await on.db.run(keepKind, [userId, it.group, it.app ?? null, it.push ?? null])
  if (it.discreet !== undefined) await on.db.run(keepHabits, [userId, it.discreet])
  return readSettings(on, userId)
}

/** Whether and how somebody wants to hear of a kind of notification. */
export async function wishes(tx: Db, userId: string, type: NotificationType): Promise<Wishes> {
  const group =
    groups.find((name) => (notificationGroups[name] as readonly NotificationType[]).includes(type)) ?? 'account'
  const [row] = await tx.run<Wishes>(wishesOf, [userId, group])
  return row ?? { app: true, push: true, discreet: false, locale: 'en' }
}
export type Wishes = { app: boolean; push: boolean; discreet: boolean; locale: 'en' | 'fr' }

/** A browser takes web push for the one who is signed in there now. */
export async function subscribePush(
  on: Services,
  viewer: Viewer,
  it: { endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  if (!isPushService(it.endpoint)) throw refuse('invalid_input', { fields: { endpoint: ['not a push service'] } })
  await on.db.run(keepBrowser, [newId(), viewer.id, viewer.sessionId, it.endpoint, it.p256dh, it.auth])
}

export const unsubscribePush = (on: Services, viewer: Viewer, endpoint: string): Promise<unknown> =>
  on.db.run(dropBrowser, [viewer.id, endpoint])

const groups = Object.keys(notificationGroups) as NotificationGroup[]

const kinds: Statement = {
  name: 'notifications_kinds',
  text: 'select kind, app, push from notification_settings where user_id = $1::uuid',
}
const habitsOf: Statement = {
  name: 'notifications_habits',
  text: 'select discreet from notification_habits where user_id = $1::uuid',
}
const keepKind: Statement = {
  name: 'notifications_keep_kind',
  text: `insert into notification_settings (user_id, kind, app, push) values ($1::uuid, $2::text, coalesce($3::boolean, true), coalesce($4::boolean, true))
    on conflict (user_id, kind) do update set app = coalesce($3::boolean, notification_settings.app),
      push = coalesce($4::boolean, notification_settings.push)`,
}
const keepHabits: Statement = {
  name: 'notifications_keep_habits',
  text: `insert into notification_habits (user_id, discreet) values ($1::uuid, $2::boolean)
    on conflict (user_id) do update set discreet = excluded.discreet`,
}
const wishesOf: Statement = {
  name: 'notifications_wishes',
  text: `select coalesce(s.app, true) as app, coalesce(s.push, true) as push, coalesce(h.discreet, false) as discreet, u.locale from users u
    left join notification_settings s on s.user_id = u.id and s.kind = $2::text
    left join notification_habits h on h.user_id = u.id where u.id = $1::uuid`,
}
const keepBrowser: Statement = {
  name: 'push_keep_browser',
  text: `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth) values ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::text)
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth`,
}
const dropBrowser: Statement = {
  name: 'push_drop_browser',
  text: 'delete from push_subscriptions where user_id = $1::uuid and endpoint = $2::text',
}
