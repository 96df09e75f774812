import type { RequestContext } from './request-context.ts'

/**
 * Removes the `Domain` of every cookie on hosts that share none (previews, this machine), because a browser rejects a
 * cookie for another domain (safety §12).
 */
export function makeCookiesHostOnly(headers: Headers, context: RequestContext): void {
  if (context.host.cookieDomain !== null) return
  const lines = headers.getSetCookie()
  if (!lines.some((line) => domain.test(line))) return
  headers.delete('set-cookie')
  for (const line of lines) headers.append('set-cookie', line.replace(domain, ''))
}

const domain = /;\s*domain=[^;]*/i
