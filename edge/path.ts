/** What to do with a path as it was written: take it, send to the one right spelling, or refuse. */
export type PathVerdict = { is: 'canonical' } | { is: 'elsewhere'; path: string } | { is: 'nowhere' }

/**
 * Every page has one spelling. A path is decoded once, here; dot segments, doubled and trailing slashes and
 * needless escapes redirect to it, and what could mean two things to two readers (escaped slashes,
 * backslashes, control characters, broken escapes) is nowhere. `written` is the path as it came, undecoded.
 */
export function canonicalPath(written: string): PathVerdict {
  if (ordinary.test(written)) return { is: 'canonical' }
  const names: string[] = []
  for (const segment of written.split('/')) {
    const name = decodeOnce(segment)
    if (name === null || forbidden.test(name)) return { is: 'nowhere' }
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  const path = `/${names.map(encode).join('/')}`
  return path === written ? { is: 'canonical' } : { is: 'elsewhere', path }
}

/** What nearly all paths are: names of plain letters, none of which begins with a dot. */
const ordinary = /^(?:\/[\w@~-][\w@~.-]*)+$/

/**
 * Whether a call's path means the same to everybody who reads it. Calls are made by programs, so instead of a
 * redirect they get a refusal; escapes that `encodeURIComponent` makes are fine, escaped letters are not.
 */
export function plainCallPath(written: string): boolean {
  if (/\/(?:\.|%2e){0,2}\//i.test(written) || /\/(?:\.|%2e){1,2}$/i.test(written)) return false
  if (/%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|2e|5f|7e)/i.test(written)) return false
  const decoded = decodeOnce(written)
  return decoded !== null && !/%2f|%5c/i.test(written) && !forbidden.test(decoded.replaceAll('/', ''))
}

/** The path of a request as the client wrote it: `URL` would tidy it up before anybody could look. */
export function writtenPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start < 0) return '/'
  const end = url.slice(start).search(/[?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const forbidden = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Escapes only what a path segment cannot hold, so that `@alice` stays as it is. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(/%(?:40|3A|24|26|2B|2C|3B|3D)/g, (escaped) => decodeURIComponent(escaped))
}
