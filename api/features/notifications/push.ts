import { createECDH, hkdfSync } from 'node:crypto'
import webpush from 'web-push'
import type { NotificationGroup } from '../../../contract/notifications.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import type { Env } from '../../platform/env.ts'
import { log, reasonOf } from '../../platform/log.ts'
import type { Services } from '../../platform/services.ts'
import { type Browser, forgetBrowser, readBrowsers } from './settings-statements.ts'

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
 */
export async function push(
  ctx: Services,
  userId: string,
  group: NotificationGroup,
  write: (reader: { discreet: boolean; locale: 'en' | 'fr' }) => Promise<News | null>,
): Promise<void> {
  try {
    const browsers = await batched(ctx, browsersByReader, { userId, group })
    const [reader] = browsers
    if (reader === undefined) return
    const news = await write(reader)
    if (news === null) return
    const text = JSON.stringify(news)
    await Promise.all(browsers.map((it) => pushTo(ctx, it, text)))
  } catch (error) {
    log.warn('push', { error: reasonOf(error) })
  }
}

type News = { title: string; body: string; url: string }

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
