import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { isFilmVariant } from './film-sizes.ts'

const BOUND_TTL_MS = 5 * 60_000
const PUBLIC_TTL_MS = 24 * 3_600_000
/** A player asks for the playlists of a film once, and for its parts until it has been seen, pauses included. */
const FILM_TTL_MS = 12 * 3_600_000

/**
 * To whom an address is bound: a user, or with `viewerId: null` everyone. With a grant it is an operator in person, who
 * sees what a creator sees under that grant, for as long as it holds with the flag (product §57).
 */
export type AddressHolder = { viewerId: string | null; grant?: AddressGrant | null }
export type AddressGrant = { id: string; flag: AddressFlag }
const addressFlags = ['can_chat', 'can_medias'] as const
export type AddressFlag = (typeof addressFlags)[number]

/**
 * The path under which one viewer may fetch one variant of one media, for at most five minutes (safety
 * §P5), or for half a day where it is a part of a film: the right to it is asked at each use either way. With `viewerId: null` the path is public (`v=p`: avatars, covers, public posts) and lives up to a day.
 * Expiries are rounded, so the same path comes out for about two minutes (bound) or half a day (public).
 */
export function signMediaUrl(
  what: AddressHolder & { mediaId: string; variant: string; now: number; secret: string; ttlMs?: number },
): string {
  if (!MEDIA_ID.test(what.mediaId) || !VARIANT.test(what.variant)) throw new TypeError('not a media id and a variant')
  const kind = kindOf(what)
  if (!KIND.test(kind)) throw new TypeError('not a grant')
  const longest = longestOf(kind === 'p', what.variant)
  const ttl = Math.min(what.ttlMs ?? longest, longest)
  const step = what.viewerId === null ? ttl / 2 : Math.min(120_000, ttl / 2)
  const expires = Math.floor((Math.floor(what.now / step) * step + ttl) / 1000)
  const signature = sign(what.mediaId, what.variant, { kind, viewerId: what.viewerId }, expires, what.secret)
  return `/media/${what.mediaId}/${what.variant}?v=${kind}&e=${expires}&s=${signature}`
}

/** The same path bound to another holder, in an answer that was made for one viewer; one that is public stays as it is. */
export function rebindMediaUrl(url: string, to: AddressHolder & { now: number; secret: string }): string | null {
  const [, mediaId = '', variant = '', kind] = SIGNED.exec(url) ?? []
  if (kind === 'p') return url
  return kind === 'u' ? signMediaUrl({ ...to, mediaId, variant }) : null
}

/**
 * What a signed path (or a whole URL) gives access to, or null when it is expired, altered, or made for another user.
 * A public path is good for every viewer; a bound one only for the viewer it was made for. Whether the `grant` of one
 * still holds is for the caller to ask.
 */
export function verifyMediaUrl(
  url: string,
  who: { viewerId: string | null; now: number; secret: string },
): { mediaId: string; variant: string; grant: AddressGrant | null } | null {
  const match = SIGNED.exec(url)
  if (!match) return null
  const [, mediaId = '', variant = '', kind = '', e, s = ''] = match
  if (kind !== 'p' && who.viewerId === null) return null
  const expires = Number(e)
  const longest = longestOf(kind === 'p', variant)
  const left = expires * 1000 - who.now
  if (left <= 0 || left > longest) return null
  const expected = sign(mediaId, variant, { kind, viewerId: who.viewerId }, expires, who.secret)
  const isOurs = timingSafeEqual(Buffer.from(expected, 'latin1'), Buffer.from(s, 'latin1'))
  return isOurs ? { mediaId, variant, grant: grantIn(kind) } : null
}

/** How a path says for whom it is; the grant stands in it, because an operator may hold several. */
const kindOf = ({ viewerId, grant }: AddressHolder): string => {
  if (viewerId === null) return 'p'
  return grant ? `${grant.flag}.${grant.id}` : 'u'
}

function grantIn(kind: string): AddressGrant | null {
  const [flag, id] = kind.split('.')
  const known = addressFlags.find((it) => it === flag)
  return known === undefined || id === undefined ? null : { id, flag: known }
}

function longestOf(isPublic: boolean, variant: string): number {
  if (isPublic) return PUBLIC_TTL_MS
  return isFilmVariant(variant) ? FILM_TTL_MS : BOUND_TTL_MS
}

const MEDIA_ID = /^[A-Za-z0-9_-]{1,64}$/
const VARIANT = /^[a-z0-9_-]{1,32}$/
const KIND = /^(?:[pu]|can_(?:chat|medias)\.[0-9a-f-]{36})$/
// One exact spelling only: a reordered, doubled or extra parameter is not a path this file made.
const SIGNED =
  /^(?:https?:\/\/[^/?#]+)?\/media\/([A-Za-z0-9_-]{1,64})\/([a-z0-9_-]{1,32})\?v=([pu]|can_(?:chat|medias)\.[0-9a-f-]{36})&e=(\d{10})&s=([A-Za-z0-9_-]{43})$/

type Bound = { kind: string; viewerId: string | null }

function sign(mediaId: string, variant: string, { kind, viewerId }: Bound, expires: number, secret: string): string {
  // The viewer comes last and everything before it has a closed alphabet, so no two claims share one text.
  const claim = `${expires}/${mediaId}/${variant}/${kind === 'p' ? 'p' : `${kind}${viewerId}`}`
  const before = signed.get(claim)
  if (before !== undefined && known?.secret === secret) return before
  const signature = createHmac('sha256', keyOf(secret)).update(claim).digest('base64url')
  // A page signs the same two dozen claims again and again while their rounded expiry stands.
  if (signed.size > 20_000) signed.clear()
  signed.set(claim, signature)
  return signature
}

const signed = new Map<string, string>()

let known: { secret: string; key: KeyObject } | null = null

function keyOf(secret: string): KeyObject {
  // Deriving the key object costs more than the signature; a process has one secret, so one is remembered.
  if (known?.secret !== secret) signed.clear()
  if (known?.secret !== secret) known = { secret, key: createSecretKey(Buffer.from(secret, 'utf8')) }
  return known.key
}
