import fc from 'fast-check'

/**
 * Values that an attacker could write into a return path to lead off the site; 20,000 of them cover unusual spellings.
 */
export const returnPaths = (): fc.Arbitrary<string> => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...['/', '\\', '//', '.', '..', '@', ':', '?', '#', '%2f', '%5c', '\t', '\n', '\r', ' ', '\u0000', '\u2028'],
    ),
    fc.constantFrom(
      ...['／', 'https:', 'javascript:', 'data:', 'evil.test', 'fanfare.example', '[', ']', '127.0.0.1', ';'],
    ),
    fc.string({ maxLength: 6, unit: 'binary' }),
  )
  return fc.oneof(
    fc.array(piece, { maxLength: 9 }).map((values) => values.join('')),
    fc.webUrl(),
  )
}

/**
 * Every letter escaped, every slash doubled, dotted, escaped once and twice, in combination: more than 400 for a path.
 */
export function* spellings(path: string): Generator<string> {
  const slashes = ['//', '/./', '/x/../', '/%2e/', '/x/%2e%2e/', '%2f', '%252f', '\\', '%5c', '/;/', '/.%00/']
  for (let at = 0; at < path.length; at += 1) {
    const [before, letter = '', after] = [path.slice(0, at), path[at], path.slice(at + 1)]
    const hex = letter.charCodeAt(0).toString(16)
    const others =
      letter === '/'
        ? slashes
        : [`%${hex}`, `%${hex.toUpperCase()}`, `%25${hex}`, letter.toUpperCase(), `%u00${hex}`, `%c0%${hex}`]
    for (const other of others)
      for (const end of ['', '/', '//', '/.', '%2f', '%00', ';x']) yield before + other + after + end
  }
}
