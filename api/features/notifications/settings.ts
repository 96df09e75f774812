import {
  type NotificationGroup,
  notificationGroups,
  type NotificationSettings,
} from '../../../contract/notifications.ts'
import type { Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isPushService, vapidKeys } from './push.ts'

/** Where each group goes; a group that nobody touched goes everywhere but to mail. */
export async function readSettings(ctx: Services, { id, sessionId }: Viewer): Promise<NotificationSettings> {
  const [rows, [habits], here] = await Promise.all([
    ctx.db.run<{ kind: string; app: boolean; email: boolean; push: boolean }>(kinds, [id]),
    ctx.db.run<{ discreet: boolean; digest: Digest }>(habitsOf, [id]),
    ctx.db.run(browserHere, [id, sessionId]),
  ])
  const kept = new Map(rows.map((row) => [row.kind, row]))
  return {
    groups: groups.map((group) => {
      const { app = true, email = false, push = true } = kept.get(group) ?? {}
      return { group, app, email, push }
    }),
    discreet: habits?.discreet ?? false,
    digest: habits?.digest ?? 'off',
    push_key: vapidKeys(ctx.env).publicKey,
    push_here: here.length > 0,
  }
}

export async function changeSettings(
  ctx: Services,
  viewer: Viewer,
  it: {
    group?: NotificationGroup
    app?: boolean
    email?: boolean
    push?: boolean
    discreet?: boolean
    digest?: Digest
  },
): Promise<NotificationSettings> {
  if (it.group !== undefined)
    await ctx.db.run(keepKind, [viewer.id, it.group, it.app ?? null, it.email ?? null, it.push ?? null])
  if (it.discreet !== undefined || it.digest !== undefined)
    await ctx.db.run(keepHabits, [viewer.id, it.discreet ?? null, it.digest ?? null, new Date(ctx.now())])
  return readSettings(ctx, viewer)
}

/** A browser takes web push for the one who is signed in there now. */
export async function subscribePush(
  ctx: Services,
  viewer: Viewer,
  it: { endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  if (!isPushService(it.endpoint)) throw refuse('invalid_input', { fields: { endpoint: ['not a push service'] } })
  await ctx.db.run(keepBrowser, [newId(), viewer.id, viewer.sessionId, it.endpoint, it.p256dh, it.auth])
}

export const unsubscribePush = (ctx: Services, viewer: Viewer, endpoint: string): Promise<unknown> =>
  ctx.db.run(dropBrowser, [viewer.id, endpoint])

type Digest = NotificationSettings['digest']
const groups = Object.keys(notificationGroups) as NotificationGroup[]

const kinds: Statement = {
  name: 'notifications_kinds',
  text: 'select kind, app, email, push from notification_settings where user_id = $1::uuid',
}
const habitsOf: Statement = {
  name: 'notifications_habits',
  text: 'select discreet, digest from notification_habits where user_id = $1::uuid',
}
/** A browser that was subscribed under a session that has ended is told nothing. */
const browserHere: Statement = {
  name: 'push_browser_here',
  text: 'select 1 from push_subscriptions where user_id = $1::uuid and session_id = $2::uuid limit 1',
}
const keepKind: Statement = {
  name: 'notifications_keep_kind',
  text: `insert into notification_settings as s (user_id, kind, app, email, push)
    values ($1::uuid, $2::text, coalesce($3::boolean, true), coalesce($4::boolean, false), coalesce($5::boolean, true))
    on conflict (user_id, kind) do update set app = coalesce($3::boolean, s.app), email = coalesce($4::boolean, s.email),
      push = coalesce($5::boolean, s.push)`,
}
/** The first digest tells from the moment on at which digests were asked for. */
const keepHabits: Statement = {
  name: 'notifications_keep_habits',
  text: `insert into notification_habits as h (user_id, discreet, digest, digested_at)
    values ($1::uuid, coalesce($2::boolean, false), coalesce($3::text, 'off'), $4::timestamptz)
    on conflict (user_id) do update set discreet = coalesce($2::boolean, h.discreet), digest = coalesce($3::text, h.digest),
      digested_at = case when h.digest = 'off' then $4::timestamptz else h.digested_at end`,
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
