import start from '@tanstack/react-start/server-entry'
import { edgeHeaders } from '../contract/edge.ts'
import { keepCookiesHere } from './cookies.ts'
import { type Bindings, hostsOf, usesTurnstile } from './env.ts'
import { dressPage, newNonce } from './headers.ts'
import { rememberLocale } from './locale.ts'
import { say } from './messages.ts'
import { ownPage } from './own-page.ts'
import { cacheKey, findPage, freshMs, type KeptPage, keepPage, staleMs } from './page-cache.ts'
import { innerHeaders, tellInside, type Visit } from './request-context.ts'

/** Runs work that outlives the answer. */
export type Later = (work: Promise<unknown>) => void

/** Any page of the app: from the cache where nobody's in particular is asked for, else rendered. */
export async function page(request: Request, visit: Visit, env: Bindings, later: Later): Promise<Response> {
  const key = cacheKey(request, visit, env)
  return key === null ? renderFor(request, visit, env) : sharedPage(key, request, visit, env, later)
}

/** A page that the edge writes itself where the app cannot: a refusal or a failure, without a word of the request. */
export function plainPage(
  status: number,
  key: 'edge_not_found' | 'edge_failure',
  visit: Visit,
  env: Bindings,
): Response {
  const { locale } = visit
  const nonce = newNonce()
  const html = ownPage({
    locale,
    nonce,
    title: String(status),
    text: say(locale, key),
    action:
      status === 404 ? { href: '/', words: say(locale, 'edge_go_home') } : { href: '', words: say(locale, 'ui_retry') },
  })
  const answer = new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
  return personal(answer, nonce, visit, env)
}

async function renderFor(request: Request, visit: Visit, env: Bindings): Promise<Response> {
  const nonce = newNonce()
  const headers = innerHeaders(request, visit, env)
  headers.set(edgeHeaders.nonce, nonce)
  const answer = await start.fetch(new Request(request, { headers }))
  keepCookiesHere(answer.headers, visit)
  return personal(answer, nonce, visit, env)
}

/** An answer for this visitor alone. */
function personal(answer: Response, nonce: string, visit: Visit, env: Bindings): Response {
  return deliver(answer, { nonce, cacheControl: 'private, no-store', note: null }, visit, env)
}

async function sharedPage(key: string, request: Request, visit: Visit, env: Bindings, later: Later): Promise<Response> {
  const now = Date.now()
  const kept = await findPage(key)
  const age = kept ? now - kept.at : Number.POSITIVE_INFINITY
  if (kept && age < freshMs) return fromKept(kept, 'hit', visit, env)
  if (kept && age < staleMs) {
    later(renew(key, visit, env))
    return fromKept(kept, 'stale', visit, env)
  }
  const nonce = newNonce()
  const answer = await renderShared(nonce, request.headers, visit, env)
  if (kept && answer.status >= 500) return fromKept(kept, 'stale', visit, env)
  if (!answer.body || !shareable(answer)) return personal(answer, nonce, visit, env)
  const [forVisitor, forStore] = answer.body.tee()
  later(new Response(forStore).text().then((html) => keepPage(key, { html, nonce, at: now })))
  return deliver(new Response(forVisitor, answer), { nonce, cacheControl: shared, note: 'miss' }, visit, env)
}

/** Renders without anything of the visitor but address and language, so that the result is everybody's. */
function renderShared(nonce: string, from: Headers, visit: Visit, env: Bindings): Promise<Response> {
  const headers = tellInside(new Headers({ accept: 'text/html', host: from.get('host') ?? visit.url.host }), visit, env)
  headers.set(edgeHeaders.nonce, nonce)
  return Promise.resolve(start.fetch(new Request(visit.url, { headers })))
}

/** Renders a page again behind the visitor's back; one at a time for each page. */
async function renew(key: string, visit: Visit, env: Bindings): Promise<void> {
  if (renewing.has(key)) return
  renewing.add(key)
  try {
    const [nonce, at] = [newNonce(), Date.now()]
    const answer = await renderShared(nonce, new Headers(), visit, env)
    const html = await answer.text()
    if (shareable(answer)) await keepPage(key, { html, nonce, at })
  } finally {
    renewing.delete(key)
  }
}

const renewing = new Set<string>()
const shared = 'public, max-age=0, must-revalidate'

function shareable(answer: Response): boolean {
  if (answer.status !== 200 || answer.headers.has('set-cookie')) return false
  if (/private|no-store/.test(answer.headers.get('cache-control') ?? '')) return false
  return (answer.headers.get('content-type') ?? '').startsWith('text/html')
}

function fromKept(kept: KeptPage, note: 'hit' | 'stale', visit: Visit, env: Bindings): Response {
  const nonce = newNonce()
  const html = kept.html.replaceAll(kept.nonce, nonce)
  const answer = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  return deliver(answer, { nonce, cacheControl: shared, note }, visit, env)
}

type Delivery = { nonce: string; cacheControl: string; note: 'hit' | 'stale' | 'miss' | null }

/** Dresses an answer of the app's or of ours where it is: a second `Response` around it would copy all it has. */
function deliver(answer: Response, how: Delivery, visit: Visit, env: Bindings): Response {
  const { headers } = answer
  dressPage(headers, visit, { nonce: how.nonce, turnstile: usesTurnstile(env), hosts: hostsOf(env) })
  headers.set('cache-control', how.cacheControl)
  if (how.note) headers.set('x-fanfare-cache', how.note)
  // The cookie joins after the cache, so it is never part of what others get.
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html')
  if (isPage && visit.firstDetection)
    headers.append('set-cookie', rememberLocale(visit.locale, visit.facts.cookieDomain))
  return answer
}
