import type { Visit } from './request-context.ts'

/**
 * Where hosts share no cookies (previews, this machine) every cookie is the host's alone, whatever domain the API has
 * written into it: a browser would throw away one for another domain (safety §12).
 */
export function keepCookiesHere(headers: Headers, visit: Visit): void {
  if (visit.facts.cookieDomain !== null) return
  const lines = headers.getSetCookie()
  if (!lines.some((line) => domain.test(line))) return
  headers.delete('set-cookie')
  for (const line of lines) headers.append('set-cookie', line.replace(domain, ''))
}

const domain = /;\s*domain=[^;]*/i
