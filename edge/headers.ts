import type { HostsConfig } from '../contract/hosts.ts'
import { localeHosts } from '../contract/hosts.ts'
import type { Visit } from './request-context.ts'

/** 128 random bits, in letters that HTML and headers take as they are. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The headers of every page, errors included. */
export function dressPage(
  headers: Headers,
  visit: Visit,
  page: { nonce: string; turnstile: boolean; hosts: HostsConfig },
): void {
  dressAnswer(headers, visit)
  headers.set('content-security-policy', contentPolicy(visit, page.nonce, page.turnstile))
  headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('x-frame-options', 'DENY')
  headers.set('permissions-policy', permissions)
  headers.set('content-language', visit.locale)
  headers.set('vary', 'Accept-Encoding, Accept-Language, Cookie')
  if (visit.facts.kind === 'preview') headers.set('x-robots-tag', 'noindex')
  if (visit.facts.kind === 'production') headers.append('link', alternates(visit, page.hosts))
}

/** The headers of every answer whatsoever. */
export function dressAnswer(headers: Headers, visit: Visit): void {
  headers.set('x-request-id', visit.id)
  headers.set('x-content-type-options', 'nosniff')
  if (visit.facts.kind === 'production')
    headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains; preload')
}

function contentPolicy({ url }: Visit, nonce: string, turnstile: boolean): string {
  const widget = turnstile ? ' https://challenges.cloudflare.com' : ''
  const socket = `${url.protocol === 'https:' ? 'wss:' : 'ws:'}//${url.host}`
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${widget}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Positions of virtual lists and progress bars arrive as style attributes in rendered HTML.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${socket}`,
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
  // Voice notes are recorded in the conversation.
  'microphone=(self)',
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
].join(', ')

/** The same page in each language, for search engines. */
function alternates({ url }: Visit, hosts: HostsConfig): string {
  const path = url.pathname + url.search
  const links = localeHosts(hosts).map(
    ([locale, name]) => `<https://${name}${path}>; rel="alternate"; hreflang="${locale}"`,
  )
  return [...links, `<https://${hosts.productionDomain}${path}>; rel="alternate"; hreflang="x-default"`].join(', ')
}
