import { createECDH, hkdfSync } from 'node:crypto'
import webpush from 'web-push'
import { appName } from '../../../contract/limits.ts'
import type { NotificationGroup } from '../../../contract/notifications.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { type Batched, batched } from '../../platform/db/batch.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Env } from '../../platform/env.ts'
import { log, reasonOf } from '../../platform/log.ts'
import type { Services } from '../../platform/services.ts'
import { waitsUntil } from './quiet.ts'
import { type Browser, forgetBrowser, readBrowsers } from './settings-statements.ts'
import { keepWaiting } from './waiting-statements.ts'

/** The VAPID keys of this installation, derived from its secret, so that every node has the same and none is stored. */
export function vapidKeys(env: Env): { publicKey: string; privateKey: string } {
  const known = derived.get(env.SECRET)
  if (known !== undefined) return known
  const curve = createECDH('prime256v1')
  // 32 bytes exceed the curve's order once in four billion; the next salt is tried then.
  for (let salt = 0; ; salt++) {
    const scalar = Buffer.from(hkdfSync('sha256', env.SECRET, `${salt}`, 'vapid', 32))
    try {
      curve.setPrivateKey(scalar)
    } catch {
      continue
    }
    const keys = { publicKey: curve.getPublicKey().toString('base64url'), privateKey: scalar.toString('base64url') }
    derived.set(env.SECRET, keys)
    return keys
  }
}
const derived = new Map<string, { publicKey: string; privateKey: string }>()

/** Whether an address belongs to a browser's push service; the API calls no other host (SSRF). */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '') return false
  return services.some((it) => (it.startsWith('.') ? hostname.endsWith(it) : hostname === it))
}
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.notify.windows.com',
  '.push.apple.com',
]

/**
 * Pushes to the browsers of a reader who is not connected and wants pushes of this group, in their language. A browser
 * that its service no longer knows is forgotten; nothing is thrown. `write` answers null when there is nothing to push.
 * In the reader's quiet hours the push waits if it says what it is `about`; what reports a theft never does.
 */
export async function push(
  ctx: Services,
  userId: string,
  group: NotificationGroup,
  write: (reader: PushReader) => Promise<News | null>,
  about: About | null,
): Promise<void> {
  try {
    const browsers = await batched(ctx, browsersByReader, { userId, group })
    const [reader] = browsers
    if (reader === undefined) return
    const until = about === null || group === 'security' ? null : waitsUntil(reader, ctx.now())
    if (about !== null && until !== null) return await batched(ctx, waiting, { userId, group, about, until })
    const news = await write(reader)
    if (news === null) return
    const text = JSON.stringify(news)
    await Promise.all(browsers.map((it) => pushTo(ctx, it, text)))
  } catch (error) {
    log.warn('push', { error: reasonOf(error) })
  }
}

/** What a push is about, to write it later: pushes with the same tag replace each other. */
export type About = { kind: 'notification' | 'message'; id: string; tag: string }

/** Pushes of one moment share a statement. */
const waiting: Batched<{ userId: string; group: NotificationGroup; about: About; until: Date }, void> = {
  run: async (ctx, all) => {
    const pushes = all.map(({ userId, group, about: { kind, id, tag }, until }) => ({
      ...{ id: newId(), user_id: userId, tag, setting: group },
      ...{ kind, thing_id: id, due_at: until },
    }))
    await ctx.db.run(keepWaiting, { pushes })
    return all.map(() => undefined)
  },
}

/** How a reader wants pushes written. */
export type PushReader = { discreet: boolean; locale: 'en' | 'fr' }

/**
 * What a push shows and where a tap leads; a later one takes the place of an earlier one with the same `tag`. Without an
 * icon it shows the browser's own.
 */
export type News = { title: string; body: string; url: string; tag: string; icon: string | null }

export const appIcon = '/favicon.png'

/** That there is something, and nothing of what or where: for the lock screen of a reader in discreet mode. */
export const discreetNews = ({ locale }: PushReader, url = '/notifications'): News => ({
  title: { en, fr }[locale].notifications_discreet_title,
  body: { en, fr }[locale].notifications_discreet_body,
  url,
  tag: 'news',
  icon: null,
})

/** How many things wait, where one push stands for several; it names none of them. */
export const severalNews = ({ locale, discreet }: PushReader, count: number, isChat: boolean): News => ({
  title: discreet ? { en, fr }[locale].notifications_discreet_title : appName,
  body: { en, fr }[locale].notifications_push_several.replace('{count}', String(count)),
  url: isChat ? '/chat' : '/notifications',
  tag: 'news',
  icon: discreet ? null : appIcon,
})

async function pushTo(ctx: Services, browser: Browser, text: string): Promise<void> {
  const { publicKey, privateKey } = vapidKeys(ctx.env)
  try {
    await webpush.sendNotification(
      { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
      text,
      {
        vapidDetails: {
          subject: ctx.env.PUBLIC_ORIGIN.startsWith('https:') ? ctx.env.PUBLIC_ORIGIN : 'mailto:hello@fanfare.test',
          publicKey,
          privateKey,
        },
        TTL: 86_400,
        timeout: 5_000,
      },
    )
  } catch (error) {
    const isGone = error instanceof webpush.WebPushError && (error.statusCode === 404 || error.statusCode === 410)
    if (isGone) await ctx.db.run(forgetBrowser, { browser: browser.id })
  }
}

/** Pushes of one moment share a statement. */
const browsersByReader: Batched<Reader, Browser[]> = {
  run: async (ctx, all) => {
    const readers = all.map(({ userId, group }) => ({ user_id: userId, kind: group }))
    const byReader = Map.groupBy(await ctx.db.run(readBrowsers, { readers }), (row) => row.n)
    return all.map((_, index) => byReader.get(index + 1) ?? [])
  },
}
type Reader = { userId: string; group: NotificationGroup }
