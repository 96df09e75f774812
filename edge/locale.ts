import { type Locale, localeTags } from '../contract/hosts.ts'
import { localeCookie, localeCookieDays } from '../contract/limits.ts'

/**
 * The locale of a request: from the host, else the cookie, else the browser, else English (spec §1, default en-US).
 * Always `en` or `fr` (safety §13).
 */
export function detectLocale(from: {
  host: Locale | null
  cookie: string | null
  acceptLanguage: string | null
}): Locale {
  return from.host ?? cookieLocale(from.cookie) ?? acceptedLocale(from.acceptLanguage) ?? 'en'
}

/** The locale in the cookie header, or null. `en-US` counts as `en`. */
export function cookieLocale(cookie: string | null): Locale | null {
  for (const pair of cookie?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === localeCookie) return lookup(pair.slice(at + 1).trim())
  }
  return null
}

/** The `Set-Cookie` line that stores a detected locale (spec §9: 365 days, shared across subdomains in production). */
export function rememberLocale(locale: Locale, cookieDomain: string | null): string {
  const shared = cookieDomain === null ? '' : `; Domain=${cookieDomain}; Secure`
  return `${localeCookie}=${localeTags[locale]}; Path=/; Max-Age=${localeCookieDays * 86_400}; SameSite=Lax${shared}`
}

/** The browser's preferred supported locale. The first wins among equals; quality 0 excludes one. */
function acceptedLocale(header: string | null): Locale | null {
  let best: { locale: Locale; quality: number } | null = null
  for (const part of (header ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.split(';')
    const locale = lookup(range.trim())
    const quality = qualityOf(parameters)
    if (locale !== null && quality > (best?.quality ?? 0)) best = { locale, quality }
  }
  return best?.locale ?? null
}

function lookup(tag: string): Locale | null {
  const match = /^(en|fr)(?:[-_][a-z0-9-]{1,20})?$/i.exec(tag)
  return match ? (match[1]?.toLowerCase() as Locale) : null
}

function qualityOf(parameters: string[]): number {
  const text = parameters.map((parameter) => parameter.trim()).find((parameter) => /^q=/i.test(parameter))
  if (text === undefined) return 1
  const quality = text.slice(2)
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0
}
