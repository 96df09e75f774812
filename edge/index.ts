import { Hono } from 'hono'
import { purgePath } from '../contract/edge.ts'
import { allowedOrigin } from '../contract/hosts.ts'
import { builtFile } from './assets.ts'
import { boundedRequest } from './body.ts'
import { type Bindings, hostsOf } from './env.ts'
import { setCommonHeaders } from './headers.ts'
import { message, messagesFile } from './messages.ts'
import { offlinePage } from './offline.ts'
import { failurePage, notFoundPage, page, shellPage } from './pages.ts'
import { forwardSocket, forwardToApi } from './passthrough.ts'
import { canonicalPath, isPlainApiPath, rawPath } from './path.ts'
import { purge } from './purge.ts'
import { type RequestContext, resolveRequestContext } from './request-context.ts'
import { robots } from './robots.ts'
import { sitemapFile } from './sitemap.ts'

/** The middleware chain: every request passes it from top to bottom, and the first step that answers wins. */
const edge = new Hono<{ Bindings: Bindings; Variables: { context: RequestContext } }>({
  getPath: ({ url }) => rawPath(url),
})

// 1. Refuse unknown hosts, and redirect production hosts to HTTPS, because their cookies are `Secure`.
edge.use(async (c, next) => {
  const context = resolveRequestContext(c.req.raw, c.env)
  if (context === null) return unknownHost()
  c.set('context', context)
  const isInsecure = context.host.kind === 'production' && context.url.protocol === 'http:'
  if (isInsecure && c.env.HTTPS_ONLY === 'on')
    return redirect(context, `https://${context.url.host}${c.req.path}${context.url.search}`)
  return next()
})

// 2. Forward API calls, sockets, media and the development mailbox.
edge.use(async (c, next) => {
  const path = c.req.path
  if (!isApiCall(path, c.get('context'))) return next()
  if (!isPlainApiPath(path)) return refuse(c.get('context'), 404, 'not_found', 'edge_not_found')
  return path === '/ws'
    ? forwardSocket(c.req.raw, c.get('context'), c.env)
    : forwardToApi(c.req.raw, c.get('context'), c.env)
})

// 3. Redirect every other path to its canonical spelling.
edge.use(async (c, next) => {
  const spelling = canonicalPath(c.req.path)
  if (spelling.is === 'canonical') return next()
  const mayRedirect = spelling.is === 'redirect' && (c.req.method === 'GET' || c.req.method === 'HEAD')
  if (!mayRedirect) return notFoundPage(c.req.path, c.get('context'), c.env)
  return redirect(c.get('context'), spelling.path + c.get('context').url.search)
})

// 4. Accept signed purges of cached pages from the API.
edge.post(purgePath, async (c) => {
  const request = await boundedRequest(c.req.raw)
  return request === null ? tooLarge(c.get('context')) : purge(request, c.env)
})

// 5. Refuse writes from other origins and bodies that are too large.
edge.use(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS') return next()
  const context = c.get('context')
  if (!allowedOrigin(c.req.header('origin'), hostsOf(c.env), context.origin))
    return refuse(context, 403, 'blocked_origin', 'edge_blocked_origin')
  const request = await boundedRequest(c.req.raw)
  if (request === null) return tooLarge(context)
  c.req.raw = request
  return next()
})

// 6. Serve the message catalogues and the pages for time without a connection.
edge.get('/_i18n/:locale/messages.json', async (c) => {
  const file = await messagesFile(c.req.param('locale'), c.req.raw)
  return finish(file ?? new Response(null, { status: 404 }), c.req.raw, c.get('context'), c.env)
})
edge.get('/_i18n/:locale/offline.html', (c) =>
  finish(offlinePage(c.req.param('locale')) ?? new Response(null, { status: 404 }), c.req.raw, c.get('context'), c.env),
)
edge.get('/_i18n/:locale/shell.html', async (c) => {
  const shell = await shellPage(c.req.param('locale'), c.req.raw.headers, c.get('context'), c.env)
  return finish(shell ?? new Response(null, { status: 404 }), c.req.raw, c.get('context'), c.env)
})
edge.all('/_i18n/*', (c) => finish(new Response(null, { status: 404 }), c.req.raw, c.get('context'), c.env))

// 7. Serve the files for search engines and those of the build.
edge.get('/robots.txt', (c) => finish(robots(c.get('context')), c.req.raw, c.get('context'), c.env))
edge.use(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
  const file = await sitemapFile(c.req.path, c.get('context'), c.env, (work) => c.executionCtx.waitUntil(work))
  return file === null ? next() : finish(file, c.req.raw, c.get('context'), c.env)
})
edge.use(async (c, next) => {
  const file = await builtFile(c.req.raw, c.req.path, c.env)
  if (file) setCommonHeaders(file.headers, c.get('context'))
  return file ?? next()
})

// 8. Lead a tracking link to its profile. The API counts the visit, so that the page needs no code for it and is the
// same for everyone (product §81).
edge.get('/l/:code', async (c) => {
  const context = c.get('context')
  const answer = await forwardToApi(c.req.raw, context, c.env, `/api/links/${encodeURIComponent(c.req.param('code'))}`)
  if (answer.status === 303) return answer
  return answer.status < 500 ? notFoundPage(c.req.path, context, c.env) : failurePage(context, c.env)
})

// 9. Serve everything else as a page of the app.
edge.all('*', async (c) => {
  const answer = await page(c.req.raw, c.get('context'), c.env, (work) => c.executionCtx.waitUntil(work))
  return compressed(answer, c.req.raw, c.env)
})

edge.onError((error, c) => {
  console.error(error)
  return failurePage(c.get('context'), c.env)
})

export default edge

/** Checks the canonical spelling too, so that no odd spelling of an API path reaches the app. */
function isApiCall(path: string, context: RequestContext): boolean {
  const first = canonicalPath(path)
  const spellings = first.is === 'redirect' ? [path, first.path] : [path]
  const apiPaths =
    context.host.kind === 'production'
      ? /^\/(?:(?:api|media)(?:\/|$)|ws$)/
      : /^\/(?:(?:api|media|dev\/mail)(?:\/|$)|ws$)/
  return spellings.some((spelling) => apiPaths.test(spelling))
}

/** Always in English, because the locale of an unknown host cannot be resolved. */
function unknownHost(): Response {
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  return Response.json({ error: 'wrong_host', message: message('en', 'edge_wrong_host') }, { status: 421, headers })
}

function redirect(context: RequestContext, location: string): Response {
  const answer = new Response(null, { status: 308, headers: { location } })
  setCommonHeaders(answer.headers, context)
  return answer
}

const tooLarge = (context: RequestContext): Response => refuse(context, 413, 'too_large', 'refusal_too_large')

type MessageKey = 'edge_not_found' | 'edge_blocked_origin' | 'refusal_too_large'
function refuse(context: RequestContext, status: number, error: string, key: MessageKey): Response {
  const answer = Response.json({ error, message: message(context.locale, key), request_id: context.id }, { status })
  setCommonHeaders(answer.headers, context)
  return answer
}

function finish(answer: Response, request: Request, context: RequestContext, env: Bindings): Response {
  setCommonHeaders(answer.headers, context)
  return compressed(answer, request, env)
}

/** On bare workerd nothing behind the Worker compresses, and the runtime does when the header is set. */
function compressed(answer: Response, request: Request, env: Bindings): Response {
  if (env.COMPRESS !== 'on' || !wantsGzip.test(request.headers.get('accept-encoding') ?? '')) return answer
  const fits = answer.body !== null && !answer.headers.has('content-encoding')
  if (!fits || !/^(?:text\/|application\/(?:json|xml))/.test(answer.headers.get('content-type') ?? '')) return answer
  answer.headers.set('content-encoding', 'gzip')
  return new Response(answer.body, answer)
}

const wantsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
