import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequestHeader, setResponseStatus } from '@tanstack/react-start/server'
import { edgeHeaders } from '../../contract/edge.ts'
import { cookieDomain } from './hosts.server.ts'

/** What is known about the request behind a page; in the browser, what the page itself says. */
export const requestOrigin = createIsomorphicFn()
  .server(() => getRequestHeader(edgeHeaders.origin) ?? 'http://localhost:8787')
  .client(() => location.origin)

export const requestNonce = createIsomorphicFn()
  .server(() => getRequestHeader(edgeHeaders.nonce))
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content)

/** Whether the page is asked for to be kept for time without a connection: it is empty then, and the same for everybody. */
export const isShell = createIsomorphicFn()
  .server(() => getRequestHeader(edgeHeaders.shell) === '1')
  .client(() => false)

/** The domain whose hosts share cookies, for choosing a language; none outside production. */
export const sharedCookieDomain = createIsomorphicFn()
  .server(() => cookieDomain(getRequestHeader(edgeHeaders.origin)))
  .client(() => document.documentElement.dataset.cookieDomain)

/** Whether a session can exist at all: without its cookie no call is made. The browser cannot see it and says null. */
export const hasSessionCookie = createIsomorphicFn()
  .server((): boolean | null => /(?:^|;\s*)[\w.-]*session_token=./.test(getRequestHeader('cookie') ?? ''))
  .client((): boolean | null => null)

/**
 * The answer's HTTP status when a page turns out to be an error while it is rendered, with its own name: the router has
 * rendered it as a 500, and without a name the answer would keep "Internal Server Error".
 */
export const answerStatus = createIsomorphicFn()
  .server((status: number) => setResponseStatus(status, statusNames[status] ?? `Status ${status}`))
  .client((_status: number) => {})

/** Bots get the status and an empty error (spec §8). */
export const isBot = createIsomorphicFn()
  .server(() => botPattern.test(getRequestHeader('user-agent') ?? ''))
  .client(() => botPattern.test(navigator.userAgent))

const botPattern = /bot\b|crawl|spider|slurp|facebookexternalhit|embedly|bingpreview/i

const statusNames: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
