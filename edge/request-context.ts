import { edgeHeaders } from '../contract/edge.ts'
import { type HostFacts, host, type Locale } from '../contract/hosts.ts'
import { type Bindings, hostsOf } from './env.ts'
import { cookieLocale, detectLocale } from './locale.ts'

/** What the edge knows about a request before it is handled. */
export type RequestContext = {
  id: string
  host: HostFacts
  /** Scheme, host and port as the visitor sees them. */
  origin: string
  /** The visitor's address from the socket or Cloudflare, never from a header that the client can set. */
  address: string
  locale: Locale
  /** Whether the locale was detected by this request and is not in the cookie yet. */
  firstDetection: boolean
  url: URL
}

/** Null for an unknown host. */
export function resolveRequestContext(request: Request, env: Bindings): RequestContext | null {
  const url = new URL(request.url)
  const facts = host(url.host, hostsOf(env))
  if (facts === null) return null
  const cookie = request.headers.get('cookie')
  return {
    id: crypto.randomUUID(),
    host: facts,
    origin: url.origin,
    address: addressOf(request, env),
    locale: detectLocale({ host: facts.locale, cookie, acceptLanguage: request.headers.get('accept-language') }),
    firstDetection: cookieLocale(cookie) === null,
    url,
  }
}

/** The request's headers without those that only the edge may set, plus the edge's own. */
export function forwardedHeaders(request: Request, context: RequestContext, env: Bindings): Headers {
  const headers = new Headers(request.headers)
  for (const name of request.headers.keys()) if (isInternal(name)) headers.delete(name)
  return setEdgeHeaders(headers, context, env)
}

/** Sets the edge's own headers. `headers` must hold none of the client's under these names. */
export function setEdgeHeaders(headers: Headers, context: RequestContext, env: Bindings): Headers {
  headers.set(edgeHeaders.requestId, context.id)
  headers.set(edgeHeaders.locale, context.locale)
  headers.set(edgeHeaders.address, context.address)
  headers.set(edgeHeaders.origin, context.origin)
  if (env.EDGE_SECRET) headers.set(edgeHeaders.proof, env.EDGE_SECRET)
  return headers
}

function isInternal(name: string): boolean {
  return name.startsWith('x-')
    ? /^x-(?:fanfare-|forwarded|real-ip|request-id|client-ip|original-|rewrite-|host|http-method)/.test(name)
    : /^(?:cf-|forwarded$|true-client-ip$|fastly-client-ip$|cdn-loop$)/.test(name)
}

function addressOf(request: Request, env: Bindings): string {
  if (env.ADDRESS_HEADER) return request.headers.get(env.ADDRESS_HEADER) ?? unknownAddress
  const peer = (request as Request & { cf?: { clientIp?: unknown } }).cf?.clientIp
  return typeof peer === 'string' ? withoutPort(peer) : unknownAddress
}

const unknownAddress = '0.0.0.0'

/** `[::ffff:127.0.0.1]:4711` → `127.0.0.1`. */
function withoutPort(peer: string): string {
  const port = peer.lastIndexOf(':')
  if (port > 0 && peer.indexOf(':') === port) return peer.slice(0, port)
  const address = /^\[(.+)\](?::\d+)?$/.exec(peer)?.[1] ?? peer
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
