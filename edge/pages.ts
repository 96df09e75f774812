import start from '@tanstack/react-start/server-entry'
import { edgeHeaders } from '../contract/edge.ts'
import { makeCookiesHostOnly } from './cookies.ts'
import { edgePage } from './edge-page.ts'
import { type Bindings, hostsOf, storeOf, usesTurnstile } from './env.ts'
import { newNonce, setPageHeaders } from './headers.ts'
import { rememberLocale } from './locale.ts'
import { message } from './messages.ts'
import { type CachedPage, cacheKey, findCachedPage, freshMs, staleMs, storePage } from './page-cache.ts'
import { forwardedHeaders, type RequestContext, setEdgeHeaders } from './request-context.ts'

/** Runs work that outlives the response. */
export type WaitUntil = (work: Promise<unknown>) => void

/** A page of the app: from the cache when the request may share one, else rendered. */
export async function page(
  request: Request,
  context: RequestContext,
  env: Bindings,
  waitUntil: WaitUntil,
): Promise<Response> {
  const key = cacheKey(request, context, env)
  return key === null ? renderPersonal(request, context, env) : sharedPage(key, request, context, env, waitUntil)
}

/** The 404 of a path that no page may have, as the app words it (spec §2, §8), with the path as it was written. */
export function notFoundPage(path: string, context: RequestContext, env: Bindings): Response {
  const { locale } = context
  const page = {
    title: message(locale, 'error_not_found_title'),
    text: message(locale, 'error_not_found_description'),
    detail: message(locale, 'error_not_found_message').replace('{path}', () => path),
    action: { href: '/', label: message(locale, 'error_go_home') },
  }
  return edgeError(404, page, context, env)
}

/** The page of a failure of the app or the edge, without anything of the request. */
export function failurePage(context: RequestContext, env: Bindings): Response {
  const { locale } = context
  const page = {
    title: message(locale, 'error_server_title'),
    text: message(locale, 'edge_failure'),
    action: { href: '', label: message(locale, 'ui_retry') },
  }
  return edgeError(500, page, context, env)
}

type ErrorText = Pick<Parameters<typeof edgePage>[0], 'title' | 'text' | 'detail' | 'action'>
function edgeError(status: number, page: ErrorText, context: RequestContext, env: Bindings): Response {
  const nonce = newNonce()
  const html = edgePage({ locale: context.locale, nonce, status, ...page })
  const answer = new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
  return personalPage(answer, nonce, context, env)
}

/**
 * `/_i18n/{locale}/shell.html`: the app without anything on it, which a service worker keeps for time without a connection
 * (docs/decisions/offline.md). The same for everybody but for its nonce. Null for an unsupported locale.
 */
export async function shellPage(
  name: string,
  from: Headers,
  context: RequestContext,
  env: Bindings,
): Promise<Response | null> {
  if (name !== 'en' && name !== 'fr') return null
  const nonce = newNonce()
  const there = { ...context, locale: name, firstDetection: false, url: new URL('/', context.url) } as const
  const answer = await renderShared(nonce, from, there, env, { [edgeHeaders.shell]: '1' })
  return personalPage(answer, nonce, there, env)
}

async function renderPersonal(request: Request, context: RequestContext, env: Bindings): Promise<Response> {
  const nonce = newNonce()
  const headers = forwardedHeaders(request, context, env)
  headers.set(edgeHeaders.nonce, nonce)
  const answer = await start.fetch(new Request(request, { headers }))
  makeCookiesHostOnly(answer.headers, context)
  return personalPage(answer, nonce, context, env)
}

/** Delivers a page that no other visitor may get. */
function personalPage(answer: Response, nonce: string, context: RequestContext, env: Bindings): Response {
  return deliver(answer, { nonce, cacheControl: 'private, no-store', cacheStatus: null }, context, env)
}

async function sharedPage(
  key: string,
  request: Request,
  context: RequestContext,
  env: Bindings,
  waitUntil: WaitUntil,
): Promise<Response> {
  const now = Date.now()
  const cached = await findCachedPage(key)
  const age = cached ? now - cached.at : Number.POSITIVE_INFINITY
  if (cached && age < freshMs) return fromCache(cached, 'hit', context, env)
  if (cached && age < staleMs) {
    waitUntil(refresh(key, context, env))
    return fromCache(cached, 'stale', context, env)
  }
  const nonce = newNonce()
  const answer = await renderShared(nonce, request.headers, context, env)
  if (cached && answer.status >= 500) return fromCache(cached, 'stale', context, env)
  if (!answer.body || !isShareable(answer)) return personalPage(answer, nonce, context, env)
  const [forVisitor, forStore] = answer.body.tee()
  waitUntil(new Response(forStore).text().then((html) => storePage(key, { html, nonce, at: now })))
  return deliver(
    new Response(forVisitor, answer),
    { nonce, cacheControl: sharedCacheControl, cacheStatus: 'miss' },
    context,
    env,
  )
}

/** Renders with nothing of the visitor but address (for rate limits) and locale, so that the page can be shared. */
function renderShared(
  nonce: string,
  from: Headers,
  context: RequestContext,
  env: Bindings,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = setEdgeHeaders(
    new Headers({ accept: 'text/html', host: from.get('host') ?? context.url.host, ...more }),
    context,
    env,
  )
  headers.set(edgeHeaders.nonce, nonce)
  return Promise.resolve(start.fetch(new Request(context.url, { headers })))
}

/** Renders a stale page again after it was served, once at a time for each page. */
async function refresh(key: string, context: RequestContext, env: Bindings): Promise<void> {
  if (refreshing.has(key)) return
  refreshing.add(key)
  try {
    const [nonce, at] = [newNonce(), Date.now()]
    const answer = await renderShared(nonce, new Headers(), context, env)
    const html = await answer.text()
    if (isShareable(answer)) await storePage(key, { html, nonce, at })
  } finally {
    refreshing.delete(key)
  }
}

const refreshing = new Set<string>()
const sharedCacheControl = 'public, max-age=0, must-revalidate'

function isShareable(answer: Response): boolean {
  if (answer.status !== 200 || answer.headers.has('set-cookie')) return false
  if (/private|no-store/.test(answer.headers.get('cache-control') ?? '')) return false
  return (answer.headers.get('content-type') ?? '').startsWith('text/html')
}

function fromCache(cached: CachedPage, cacheStatus: 'hit' | 'stale', context: RequestContext, env: Bindings): Response {
  const nonce = newNonce()
  const html = cached.html.replaceAll(cached.nonce, nonce)
  const answer = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  return deliver(answer, { nonce, cacheControl: sharedCacheControl, cacheStatus }, context, env)
}

type Delivery = { nonce: string; cacheControl: string; cacheStatus: 'hit' | 'stale' | 'miss' | null }

/** Sets the headers on the response itself, because a second `Response` around it would copy all of it. */
function deliver(answer: Response, how: Delivery, context: RequestContext, env: Bindings): Response {
  const { headers } = answer
  const page = { nonce: how.nonce, turnstile: usesTurnstile(env), store: storeOf(env), hosts: hostsOf(env) }
  setPageHeaders(headers, context, page)
  headers.set('cache-control', how.cacheControl)
  if (how.cacheStatus) headers.set('x-fanfare-cache', how.cacheStatus)
  // The cookie is added after the cache, so it is never part of a shared page.
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html')
  if (isPage && context.firstDetection)
    headers.append('set-cookie', rememberLocale(context.locale, context.host.cookieDomain))
  return answer
}
