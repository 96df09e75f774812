import type { Locale } from '../contract/hosts.ts'
import { deviceCookies, localeCookie, trackingCookies } from '../contract/limits.ts'
import { trustPages } from '../contract/trust-pages.ts'
import type { Bindings } from './env.ts'
import type { RequestContext } from './request-context.ts'

/**
 * A rendered public page with the nonce it was rendered with, which each delivery replaces by a fresh one
 * (docs/decisions/cached-pages-and-nonces.md). The store is the data centre's cache on Cloudflare, and a small Worker
 * beside this one on bare workerd. `at` is when rendering began.
 */
export type CachedPage = { html: string; nonce: string; at: number }

/** Milliseconds: a page is fresh, then served while a new one is rendered, then served only if rendering fails. */
export const freshMs = 30_000
export const staleMs = 600_000
const maxAgeMs = 86_400_000

/** The page's cache key, or null when the request may not share a page, because it carries a personal cookie for example. */
export function cacheKey(request: Request, context: RequestContext, env: Bindings): string | null {
  if (env.EDGE_CACHE === 'off' || (request.method !== 'GET' && request.method !== 'HEAD')) return null
  const { url } = context
  if (!publicPage.test(url.pathname) || url.search.length > 200) return null
  if (request.headers.has('authorization') || !isAnonymous(request.headers.get('cookie'))) return null
  // Bots get different error pages, so theirs are never shared.
  if (/bot|crawl|spider|slurp|preview|facebookexternalhit/i.test(request.headers.get('user-agent') ?? '')) return null
  return keyOf(url, context.locale)
}

/** The cached page, unless one of its tags was purged after its rendering began. */
export async function findCachedPage(key: string): Promise<CachedPage | null> {
  const [page, ...purges] = await Promise.all([store().match(key), ...cacheTags(new URL(key).pathname).map(purgedAt)])
  const nonce = page?.headers.get(nonceHeader)
  if (!page || !nonce) return null
  const at = Number(page.headers.get(atHeader))
  return purges.some((purged) => purged >= at) ? null : { html: await page.text(), nonce, at }
}

export async function storePage(key: string, page: CachedPage): Promise<void> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': `public, max-age=${maxAgeMs / 1000}`,
    'cache-tag': cacheTags(new URL(key).pathname).join(','),
    [nonceHeader]: page.nonce,
    [atHeader]: String(page.at),
  }
  await store().put(key, new Response(page.html, { headers }))
}

/** Invalidates every page with one of these tags (`profile:alice`, `page:/about`) whose rendering began before `now`. */
export async function purgeTags(names: string[], now: number): Promise<void> {
  const headers = { 'cache-control': `public, max-age=${maxAgeMs / 1000}` }
  await Promise.all(names.map((name) => store().put(purgeKeyOf(name), new Response(String(now), { headers }))))
}

/** The tags under which a page is purged. */
export function cacheTags(path: string): string[] {
  const username = /^\/@([^/]+)/.exec(path)?.[1]
  return username ? [`profile:${decodeURIComponent(username).toLowerCase()}`] : [`page:${path}`]
}

const publicPage = new RegExp(`^/(?:about|${trustPages.join('|')}|@[\\w.]{1,40}(?:/[\\w-]{1,64})?)?$`)
const nonceHeader = 'x-fanfare-cached-nonce'
const atHeader = 'x-fanfare-cached-at'

function isAnonymous(cookie: string | null): boolean {
  return (cookie ?? '').split(';').every((pair) => anonymousCookies.has(pair.split('=', 1)[0]?.trim() ?? ''))
}
const anonymousCookies = new Set<string>(['', localeCookie, ...trackingCookies, ...deviceCookies])

/** The key includes the host, because pages contain their own address. */
function keyOf(url: URL, locale: Locale): string {
  return `${url.origin}${url.pathname}?${locale}&${url.search.slice(1)}`
}

async function purgedAt(subject: string): Promise<number> {
  const mark = await store().match(purgeKeyOf(subject))
  return mark ? Number(await mark.text()) : 0
}

const purgeKeyOf = (subject: string) => `https://purged.fanfare.internal/${encodeURIComponent(subject)}`
const store = () => (caches as unknown as { default: Cache }).default
