import type { HostsConfig } from '../contract/hosts.ts'
import { localeHosts, localeTags } from '../contract/hosts.ts'
import type { RequestContext } from './request-context.ts'

/** 128 random bits in characters that need no escaping in HTML and headers. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Sets the headers of every page, errors included. */
export function setPageHeaders(
  headers: Headers,
  context: RequestContext,
  page: { nonce: string; turnstile: boolean; store: string | null; hosts: HostsConfig },
): void {
  setCommonHeaders(headers, context)
  headers.set('content-security-policy', contentPolicy(context, page))
  headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('x-frame-options', 'DENY')
  headers.set('permissions-policy', permissions)
  headers.set('content-language', localeTags[context.locale])
  headers.set('vary', 'Accept-Encoding, Accept-Language, Cookie')
  if (context.host.kind === 'preview') headers.set('x-robots-tag', 'noindex')
  if (context.host.kind === 'production') headers.append('link', alternates(context, page.hosts))
}

/** Sets the headers of every response. */
export function setCommonHeaders(headers: Headers, context: RequestContext): void {
  headers.set('x-request-id', context.id)
  headers.set('x-content-type-options', 'nosniff')
  if (context.host.kind === 'production')
    headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
}

function contentPolicy(
  { url }: RequestContext,
  { nonce, turnstile, store }: { nonce: string; turnstile: boolean; store: string | null },
): string {
  const widget = turnstile ? ' https://challenges.cloudflare.com' : ''
  const socket = `${url.protocol === 'https:' ? 'wss:' : 'ws:'}//${url.host}`
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${widget}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Rendered HTML has style attributes for virtual lists and progress bars.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}${store === null ? '' : ` ${store}`}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src 'self'${widget}`,
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(url.protocol === 'https:' ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const permissions = [
  'camera=()',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'serial=()',
  'browsing-topics=()',
  // For recording voice notes.
  'microphone=(self)',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ')

/** Links to the page in each language, for search engines. */
function alternates({ url }: RequestContext, hosts: HostsConfig): string {
  const path = url.pathname + url.search
  const links = localeHosts(hosts).map(
    ([locale, name]) => `<https://${name}${path}>; rel="alternate"; hreflang="${locale}"`,
  )
  return [...links, `<https://${hosts.productionDomain}${path}>; rel="alternate"; hreflang="x-default"`].join(', ')
}
