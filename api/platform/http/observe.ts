import { type Span, SpanStatusCode } from '@opentelemetry/api'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { isLogged, log } from '../log.ts'
import type { Services } from '../services.ts'
import { traceRequest } from '../tracing.ts'
import type { Vars } from './implement.ts'

/**
 * Measures every request and writes a line about it, by the pattern of its route: nothing that a client writes into a
 * path, a query, a header or a body is in a label or in the line.
 * The line and the span have the same request id.
 */
export function observe({ metrics }: Services): MiddlewareHandler<Vars> {
  return async (c, next) => {
    const began = performance.now()
    await traceRequest(c.req.raw.headers, async (span) => {
      await next()
      if (span.isRecording()) describeRequest(span, c)
    })
    const ms = performance.now() - began
    const [route, method, status] = [routeOf(c), methodOf(c), c.res.status]
    metrics.requests.observe({ route, method, status: statusClass(status) }, ms / 1_000)
    const level = probes.has(route) ? 'debug' : 'info'
    if (isLogged(level)) log[level]('request', { ...callerOf(c), route, method, status, ms: Math.round(ms * 10) / 10 })
  }
}
function describeRequest(span: Span, c: Context<Vars>): void {
  const [route, method, { status }] = [routeOf(c), methodOf(c), c.res]
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'fanfare.request_id': c.get('requestId'),
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Asked every few seconds, and of no interest as long as they answer. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** An operator who acts for a creator is the actor, and the creator the subject. */
function callerOf(c: Context<Vars>): { request: string; actor?: string; subject?: string } {
  const [request, viewer] = [c.get('requestId'), c.get('viewer')]
  if (viewer == null) return { request }
  return viewer.acting === null
    ? { request, actor: viewer.id }
    : { request, actor: viewer.acting.operatorId, subject: viewer.id }
}

/** The pattern that answered, as the contract writes it; `none` for a request that was refused before any, or has none. */
export function routeOf(c: Context<Vars>): string {
  const path = matchedRoutes(c)[c.req.routeIndex]?.path ?? everything
  if (path === everything) return 'none'
  const known = patterns.get(path) ?? path.replaceAll(/:(\w+)/g, '{$1}')
  patterns.set(path, known)
  return known
}
const everything = '/*'
const patterns = new Map<string, string>()

const methodOf = ({ req: { method } }: Context<Vars>): string => (methods.has(method) ? method : 'other')
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`
