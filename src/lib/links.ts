import { usernamePattern } from '../../contract/limits.ts'
import { parseUuid } from '../../contract/uuid.ts'

/**
 * A piece of a text: plain text, or a link with its shown address. `inside` is its path when it leads into this site.
 */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'link'; href: string; shown: string; inside: string | null }

/**
 * Splits a written text into plain text and links. Only whole http and https addresses become links; one with a name
 * and a password in it stays plain text, because its real host is disguised. Addresses are never fetched.
 */
export function piecesOf(text: string, here: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const typed = withoutTail(found)
    const link = linkOf(typed, here)
    if (link === null) continue
    if (index > from) pieces.push({ kind: 'text', text: text.slice(from, index) })
    pieces.push(link)
    from = index + typed.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/**
 * The same with `@names` and `#tags`, which lead to a profile and to the posts with that tag. Both are links of ours, made
 * only of letters that a name or a tag may have.
 */
export const socialPiecesOf = (text: string, here: string): Piece[] =>
  piecesOf(text, here).flatMap((piece) => (piece.kind === 'text' ? namesIn(piece.text) : [piece]))

function namesIn(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(nameOrTag)) {
    const shown = found.startsWith('@') ? found.replace(/\.+$/, '') : found
    const path = pathOf(shown)
    if (path === null) continue
    if (index > from) pieces.push({ kind: 'text', text: text.slice(from, index) })
    pieces.push({ kind: 'link', href: path, shown, inside: path })
    from = index + shown.length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

/** Neither begins inside a word, an address or a mail address. */
const nameOrTag = /(?<![\p{L}\p{N}_@#&./])(?:@[a-z0-9_.]{3,60}|#[\p{L}\p{N}_]{1,50})(?![\p{L}\p{N}_@])/giu

function pathOf(shown: string): string | null {
  const name = shown.slice(1).toLowerCase()
  if (shown.startsWith('@')) return usernamePattern.test(name) ? `/@${name}` : null
  return /\p{L}/u.test(name) ? `/search?type=posts&q=${encodeURIComponent(`#${name}`)}` : null
}

/** What of this site a path shows as a card: a person or a post; null for every other page. */
export function cardOf(path: string): { username: string; postId: string | null } | null {
  const [, name = '', id = null, ...rest] = path.split(/[?#]/, 1)[0]?.split('/') ?? []
  const username = name.slice(1).toLowerCase()
  if (!name.startsWith('@') || !usernamePattern.test(username) || rest.length > 0) return null
  if (id === null || id === '') return { username, postId: null }
  const postId = parseUuid(id)
  return postId === null ? null : { username, postId }
}

const address = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>"'`´“”«»]+/giu

/** The full stop of a sentence and a bracket around an address are no part of it. */
function withoutTail(found: string): string {
  let text = found
  for (;;) {
    const last = text.at(-1) ?? ''
    const isLoose =
      /[.,;:!?…]/.test(last) || (last === ')' && !text.includes('(')) || (last === ']' && !text.includes('['))
    if (!isLoose) return text
    text = text.slice(0, -1)
  }
}

function linkOf(typed: string, here: string): Piece | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hostname === '') return null
  const rest = `${url.pathname}${url.search}${url.hash}`
  const isOurs = bareHost(url.host) === bareHost(new URL(here).host)
  const port = url.port === '' ? '' : `:${url.port}`
  return {
    kind: 'link',
    href: url.href,
    shown: `${shownHost(typed, url.hostname)}${port}${rest === '/' ? '' : readable(rest)}`,
    // A tracking link leaves the page, because the server leads it on.
    inside: isOurs && leadsTo(rest, url) && !url.pathname.startsWith('/l/') ? rest : null,
  }
}

/** Whether a browser follows the path to where the whole address leads: `//host` and `/\host` name another host. */
const leadsTo = (path: string, url: URL): boolean =>
  URL.canParse(path, url.origin) && new URL(path, url.origin).href === url.href

/** Our names in production share one site (`contract/hosts.ts`). */
const bareHost = (host: string): string => host.replace(/^(?:www|en|fr|app)\./, '')

/** A path as its writer meant it, unless something invisible is in it. */
function readable(rest: string): string {
  try {
    const read = decodeURI(rest)
    return /[\p{C}\p{Z}]/u.test(read) ? rest : read
  } catch {
    return rest
  }
}

/**
 * The host as it was typed when each of its words keeps to one script and does not look like another word in Latin
 * letters; else in the letters in which it is really asked for (`xn--…`).
 */
function shownHost(typed: string, hostname: string): string {
  if (!hostname.includes('xn--')) return hostname
  const host = /^https?:\/\/([^/?#:]+)/i.exec(typed)?.[1]?.toLowerCase().normalize('NFKC') ?? hostname
  return host.split('.').every(isTrustworthy) ? host : hostname
}

function isTrustworthy(word: string): boolean {
  // Japanese and Korean are written in several scripts; everything else in one.
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー0-9-]+$/u.test(word)) return true
  if (/^[\p{Script=Han}\p{Script=Hangul}0-9-]+$/u.test(word)) return true
  if (/^[a-z0-9\u00df-\u00f6\u00f8-\u017e-]+$/.test(word)) return !word.startsWith('xn--')
  return scripts.some((script) => script.test(word)) && !looksLatin.test(word)
}

const scripts = [
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Armenian',
  'Georgian',
  'Thai',
  'Devanagari',
  'Bengali',
  'Tamil',
].map((name) => new RegExp(`^[\\p{Script=${name}}\\p{Mn}0-9-]+$`, 'u'))
/** Words that consist only of letters that also exist in Latin by their looks: `аррӏе`. */
const looksLatin = /^[асԁеѐёһіїјӏорԛѕԝхуўѵαικνορτυχ0-9-]+$/
