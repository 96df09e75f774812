/**
 * A return path that stays on this site (safety §10): what was parsed is what is used, as path, query and fragment.
 * Anything that leads elsewhere, or nowhere, becomes `/`.
 */
export function appReturnPath(value: string, origin: string): string {
  if (!URL.canParse(value, origin)) return '/'
  const url = new URL(value, origin)
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return '/'
  const path = url.pathname + url.search + url.hash
  // A parsed path may begin with two slashes (`/.//host`, `/.//`), which the next parser would read as another host, or not at all.
  return URL.canParse(path, origin) && new URL(path, origin).href === url.href ? path : '/'
}
