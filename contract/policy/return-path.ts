/**
 * Reduces a return path to path, query and fragment on this site, from the parsed URL (safety §10). Any other target
 * becomes `/`.
 */
export function appReturnPath(value: string, origin: string): string {
  if (!URL.canParse(value, origin)) return '/'
  const url = new URL(value, origin)
  if (url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return '/'
  const path = url.pathname + url.search + url.hash
  // A parsed path can start with two slashes (`/.//host`), which the next parser would read as another host.
  return URL.canParse(path, origin) && new URL(path, origin).href === url.href ? path : '/'
}
