/**
 * Where a page is read in another language when its host asks for one itself (`fr.fanfare.example`), which counts before
 * the cookie (spec §1); null where the cookie decides. `cookieDomain` is what the hosts of production share.
 */
export function addressIn(locale: string, href: string, cookieDomain: string | undefined): string | null {
  if (cookieDomain === undefined) return null
  const url = new URL(href)
  const requested = ['en', 'fr'].find((it) => url.hostname === it + cookieDomain)
  if (requested === undefined || requested === locale) return null
  url.hostname = locale + cookieDomain
  return url.href
}
