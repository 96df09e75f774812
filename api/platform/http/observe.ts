import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Services } from '../services.ts'
import type { Vars } from './implement.ts'

/** Measures every request, by the pattern of its route: what a client writes into a path is in no label. */
export function observe({ metrics }: Services): MiddlewareHandler<Vars> {
  return async (c, next) => {
    const began = performance.now()
    await next()
    const seconds = (performance.now() - began) / 1_000
    metrics.requests.observe({ route: routeOf(c), method: methodOf(c), status: statusClass(c.res.status) }, seconds)
  }
}

/** The pattern that answered, as the contract writes it; `none` for a request that was refused before any, or has none. */
function routeOf(c: Context<Vars>): string {
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
