import type { Locale } from '../contract/hosts.ts'
import { deviceCookies, localeCookie } from '../contract/limits.ts'
import type { Bindings } from './env.ts'
import type { Visit } from './request-context.ts'

/**
 * Rendered public pages, kept with the nonce they were rendered with so that delivery can put a fresh one in
 * its place (docs/decisions/cached-pages-and-nonces.md). On Cloudflare the store is the data centre's cache,
 * on bare workerd a small Worker beside this one.
 */
export type KeptPage = { html: string; nonce: string; at: number }

/** Milliseconds: fresh, then served while a new one is made, then only if no new one can be made. */
export const freshMs = 30_000
export const staleMs = 600_000
const keptMs = 86_400_000

/** The page's key if this visit may be answered from the cache, else null: no cookie but those that say nothing of who asks. */
export function cacheKey(request: Request, visit: Visit, env: Bindings): string | null {
  if (env.EDGE_CACHE === 'off' || (request.method !== 'GET' && request.method !== 'HEAD')) return null
  const { url } = visit
  if (!publicPage.test(url.pathname) || url.search.length > 200) return null
  if (request.headers.has('authorization') || !isNobodys(request.headers.get('cookie'))) return null
  // Bots are told errors differently, so what they get is never shared.
  if (/bot|crawl|spider|slurp|preview|facebookexternalhit/i.test(request.headers.get('user-agent') ?? '')) return null
  return keyOf(url, visit.locale)
}

/** The kept page, unless its profile was purged after its rendering began. */
export async function findPage(key: string): Promise<KeptPage | null> {
  const [page, ...purges] = await Promise.all([store().match(key), ...subjects(new URL(key).pathname).map(purgedAt)])
  const nonce = page?.headers.get(nonceHeader)
  if (!page || !nonce) return null
  const at = Number(page.headers.get(atHeader))
  return purges.some((purged) => purged >= at) ? null : { html: await page.text(), nonce, at }
}

export async function keepPage(key: string, page: KeptPage): Promise<void> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': `public, max-age=${keptMs / 1000}`,
    'cache-tag': subjects(new URL(key).pathname).join(','),
    [nonceHeader]: page.nonce,
    [atHeader]: String(page.at),
  }
  await store().put(key, new Response(page.html, { headers }))
}

/** From now on nothing rendered before counts for these subjects: `profile:alice` or `page:/about`. */
export async function purgeSubjects(names: string[], now: number): Promise<void> {
  const headers = { 'cache-control': `public, max-age=${keptMs / 1000}` }
  await Promise.all(names.map((name) => store().put(purgeKeyOf(name), new Response(String(now), { headers }))))
}

/** What a page shows and what its purge is called by. */
export function subjects(path: string): string[] {
  const username = /^\/@([^/]+)/.exec(path)?.[1]
  return username ? [`profile:${decodeURIComponent(username).toLowerCase()}`] : [`page:${path}`]
}

const publicPage = /^\/(?:about|@[\w.]{1,40}(?:\/[\w-]{1,64})?)?$/
const nonceHeader = 'x-fanfare-kept-nonce'
const atHeader = 'x-fanfare-kept-at'

function isNobodys(cookie: string | null): boolean {
  return (cookie ?? '').split(';').every((pair) => nobodys.has(pair.split('=', 1)[0]?.trim() ?? ''))
}
const nobodys = new Set<string>(['', localeCookie, ...deviceCookies])

/** Every host keeps its own copy, since pages name their own address. */
function keyOf(url: URL, locale: Locale): string {
  return `${url.origin}${url.pathname}?${locale}&${url.search.slice(1)}`
}

async function purgedAt(subject: string): Promise<number> {
  const mark = await store().match(purgeKeyOf(subject))
  return mark ? Number(await mark.text()) : 0
}

const purgeKeyOf = (subject: string) => `https://purged.fanfare.internal/${encodeURIComponent(subject)}`
const store = () => (caches as unknown as { default: Cache }).default
