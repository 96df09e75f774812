import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { edgeHeaders } from '../../../contract/edge.ts'
import { allowedOrigin, hostsConfig } from '../../../contract/hosts.ts'
import { isUnavailable } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { log, loggable } from '../log.ts'
import type { Services } from '../services.ts'
import { isFromEdge } from './from-edge.ts'
import { mount, type Route, type Vars } from './implement.ts'
import { observe, routeOf } from './observe.ts'
import { bugResponse, type Locale, refusalResponse } from './refusal.ts'
import type { ReadViewer } from './viewer.ts'

/**
 * The HTTP application: security defaults (safety §16), then the routes of every feature, each with the viewer that
 * `readViewer` finds by the cookie.
 */
export function createApp(
  ctx: Services,
  readViewer: ReadViewer,
  features: Route[],
  extra: (app: Hono<Vars>) => void = () => undefined,
): Hono<Vars> {
  const app = new Hono<Vars>()
  const hosts = hostsConfig(ctx.env)

  app.use(observe(ctx))
  app.use(async (c, next) => {
    const headers = c.req.raw.headers
    const url = c.req.url
    // Escapes are refused: the API's paths need none, and `/%75ser` would match `/user`.
    const path = url.slice(url.indexOf('/', 8)).split('?', 1)[0] ?? ''
    const isInside = isFromEdge(headers, ctx.env.EDGE_SECRET)
    c.set('requestId', requestId(headers.get(edgeHeaders.requestId)))
    c.set('locale', localeOf(isInside ? headers.get(edgeHeaders.locale) : null, headers.get('accept-language')))
    c.set('address', (isInside ? headers.get(edgeHeaders.address) : null) ?? socketAddress(c.env))
    if (ctx.env.production && !isInside && !isOperation.test(path))
      return refusalResponse('not_found', {}, c.get('locale'), c.get('requestId'))
    if (/%|\/\/|\\/.test(path)) return refusalResponse('not_found', {}, c.get('locale'), c.get('requestId'))
    if (!safeMethods.has(c.req.method) && path !== appleReturn && !fromOurPages(headers)) {
      return refusalResponse('blocked_origin', {}, c.get('locale'), c.get('requestId'))
    }
    if (path.startsWith('/api/') && isEmbedded(headers)) {
      return refusalResponse('blocked_origin', {}, c.get('locale'), c.get('requestId'))
    }
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
    c.res.headers.set('x-content-type-options', 'nosniff')
  })

  /** Browsers send `Sec-Fetch-Site` or `Origin`. A client that sends neither is no browser and has no ambient cookies. */
  function fromOurPages(headers: Headers): boolean {
    const origin = headers.get('origin')
    if (origin === null) return headers.get('sec-fetch-site') !== 'cross-site'
    const to =
      (isFromEdge(headers, ctx.env.EDGE_SECRET) ? headers.get(edgeHeaders.origin) : null) ?? ctx.env.PUBLIC_ORIGIN
    return allowedOrigin(origin, hosts, to) || allowedOrigin(origin, hosts, ctx.env.PUBLIC_ORIGIN)
  }

  const isFull = mount(app, ctx, readViewer, features)
  extra(app)

  app.notFound((c) => refusalResponse('not_found', {}, c.get('locale') ?? 'en', c.get('requestId') ?? newId()))
  app.onError((error, c) => {
    const id = c.get('requestId') ?? newId()
    if (isUnavailable(error)) return refusalResponse('unavailable', {}, c.get('locale') ?? 'en', id)
    log.error('request failed', { request: id, route: routeOf(c), error: loggable(error) })
    return bugResponse(c.get('locale') ?? 'en', id)
  })

  const { fetch } = app
  app.fetch = (request, ...more) =>
    isFull() && isCall.test(request.url) ? overloaded(ctx, more[0]) : fetch(request, ...more)
  return app
}

/**
 * The answer to a call beyond the concurrency limit, before anything is read. At three times the capacity two of three
 * calls end here, so it must cost next to nothing (safety §P9).
 */
function overloaded({ metrics }: Services, bindings: unknown): Response {
  metrics.overloaded.inc()
  const { headers = {} } = ((bindings ?? {}) as { incoming?: IncomingMessage }).incoming ?? {}
  const locale = localeOf(headers[edgeHeaders.locale], headers['accept-language'])
  return refusalResponse('unavailable', { retry_after: 1 }, locale, newId())
}
const isCall = /^https?:\/\/[^/]+\/api\//

/** What is asked of a node itself and not through the edge (`operations`). In production nothing else answers there. */
const isOperation = /^\/(?:healthz|readyz|metrics)$/

/** Apple's sign-in returns with a form from its own origin; the state cookie of the sign-in protects it. */
const appleReturn = '/api/auth/callback/apple'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** An image, a script, a frame or a call from another site's page. Links and redirects are not meant. */
function isEmbedded(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== 'cross-site' && site !== 'same-site') return false
  return headers.get('sec-fetch-dest') !== 'document' || headers.get('sec-fetch-mode') !== 'navigate'
}

const requestId = (given: string | null): string => (given !== null && /^[\w-]{8,64}$/.test(given) ? given : newId())

/** The peer address of a call that did not pass the edge; tests have no connection. */
function socketAddress(bindings: unknown): string {
  const { incoming } = (bindings ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress ?? 'direct'
}

/** The locale that the edge has chosen, else the client's first one. */
function localeOf(found: unknown, accepted: string | null | undefined): Locale {
  const language = typeof found === 'string' ? found : accepted
  return /^\s*fr\b/i.test(language ?? '') ? 'fr' : 'en'
}
