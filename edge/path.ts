/** Whether a path is canonical, redirects to its canonical spelling, or is invalid. */
export type PathSpelling = { is: 'canonical' } | { is: 'redirect'; path: string } | { is: 'invalid' }

/**
 * Finds the canonical spelling of a page's path. A path is decoded once, here. Dot segments, doubled and trailing
 * slashes and needless escapes redirect. A path that two programs could read differently (escaped slashes, backslashes,
 * control characters, broken escapes) is invalid. `written` is the path as it arrived, undecoded.
 */
export function canonicalPath(written: string): PathSpelling {
  if (ordinary.test(written)) return { is: 'canonical' }
  const names: string[] = []
  for (const segment of written.split('/')) {
    const name = decodeOnce(segment)
    if (name === null || forbidden.test(name)) return { is: 'invalid' }
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  const path = `/${names.map(encode).join('/')}`
  return path === written ? { is: 'canonical' } : { is: 'redirect', path }
}

/** Nearly all paths: segments of plain characters, none of which begins with a dot. */
const ordinary = /^(?:\/[\w@~-][\w@~.-]*)+$/

/**
 * Whether every program reads an API path the same way. Programs call the API, so they get a refusal instead of a
 * redirect. Escapes that `encodeURIComponent` writes are allowed, escaped letters are not.
 */
export function isPlainApiPath(written: string): boolean {
  if (/\/(?:\.|%2e){0,2}\//i.test(written) || /\/(?:\.|%2e){1,2}$/i.test(written)) return false
  if (/%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|2e|5f|7e)/i.test(written)) return false
  const decoded = decodeOnce(written)
  return decoded !== null && !/%2f|%5c/i.test(written) && !forbidden.test(decoded.replaceAll('/', ''))
}

/** The path of a request as the client wrote it, which `URL` would normalise. */
export function rawPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start < 0) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them.
const forbidden = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Escapes only what a path segment cannot contain, so that `@alice` stays as it is. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(/%(?:40|3A|24|26|2B|2C|3B|3D)/g, (escaped) => decodeURIComponent(escaped))
}
