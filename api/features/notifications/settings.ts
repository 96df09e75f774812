import {
  mailedByDefault,
  type NotificationSettings,
  type SettableGroup,
  settableGroups,
} from '../../../contract/notifications.ts'
import { quietUntil } from '../../../contract/policy/quiet-hours.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { isPushService, vapidKeys } from './push.ts'
import { type QuietColumns, toQuietHours } from './quiet.ts'
import {
  findBrowser,
  readGroupSettings,
  readHabits,
  removeBrowser,
  saveBrowser,
  saveGroupSettings,
  saveHabits,
  saveQuietHours,
} from './settings-statements.ts'
import { moveWaiting } from './waiting-statements.ts'

/** Where each group goes; a group that was never changed goes everywhere, to mail only if it is mailed by default. */
export async function readSettings(ctx: Services, { id, sessionId }: Viewer): Promise<NotificationSettings> {
  const [rows, [habits], browsers] = await Promise.all([
    ctx.db.run(readGroupSettings, { user: id }),
    ctx.db.run(readHabits, { user: id }),
    ctx.db.run(findBrowser, { user: id, session: sessionId }),
  ])
  const settingsOf = new Map(rows.map((row) => [row.kind, row]))
  return {
    groups: settableGroups.map((group) => {
      const { app = true, email = mailedByDefault.includes(group), push = true } = settingsOf.get(group) ?? {}
      return { group, app, email, push }
    }),
    discreet: habits?.discreet ?? false,
    digest: habits?.digest ?? 'off',
    quiet: habits === undefined ? null : toQuietSetting(habits),
    push_key: vapidKeys(ctx.env).publicKey,
    push_here: browsers.length > 0,
  }
}

export async function changeSettings(
  ctx: Services,
  viewer: Viewer,
  change: {
    group?: SettableGroup
    app?: boolean
    email?: boolean
    push?: boolean
    discreet?: boolean
    digest?: Digest
    quiet?: NotificationSettings['quiet']
  },
): Promise<NotificationSettings> {
  const { group, app = null, email = null, push = null, discreet = null, digest = null, quiet } = change
  const user = viewer.id
  if (group !== undefined) await ctx.db.run(saveGroupSettings, { user, kind: group, app, email, push })
  if (discreet !== null || digest !== null)
    await ctx.db.run(saveHabits, { user, discreet, digest, now: new Date(ctx.now()) })
  if (quiet !== undefined) await changeQuietHours(ctx, user, quiet)
  return readSettings(ctx, viewer)
}

/** What waits already waits until the end of the new hours; without any it is pushed with the next run of the job. */
async function changeQuietHours(ctx: Services, user: string, quiet: NotificationSettings['quiet']): Promise<void> {
  const { from = null, to = null, time_zone: zone = null } = quiet ?? {}
  const now = ctx.now()
  const until = quietUntil(toQuietHours({ quiet_from: from, quiet_to: to, time_zone: zone }), now)
  await ctx.db.transact(async (tx) => {
    await tx.run(saveQuietHours, { user, from, to, zone })
    await tx.run(moveWaiting, { user, due: new Date(until ?? now) })
  })
}

function toQuietSetting(habits: QuietColumns): NotificationSettings['quiet'] {
  const hours = toQuietHours(habits)
  return hours && { from: hours.from, to: hours.to, time_zone: hours.timeZone }
}

/** A browser takes web push for the user who is signed in there now. */
export async function subscribePush(
  ctx: Services,
  viewer: Viewer,
  browser: { endpoint: string; p256dh: string; auth: string },
): Promise<void> {
  if (!isPushService(browser.endpoint)) throw refuse('invalid_input', { fields: { endpoint: ['not a push service'] } })
  await ctx.db.run(saveBrowser, { id: newId(), user: viewer.id, session: viewer.sessionId, ...browser })
}

export const unsubscribePush = (ctx: Services, viewer: Viewer, endpoint: string): Promise<unknown> =>
  ctx.db.run(removeBrowser, { user: viewer.id, endpoint })

type Digest = NotificationSettings['digest']
