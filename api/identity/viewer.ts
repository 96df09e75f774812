import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { impersonationMaxMs, sessionDays } from '../../contract/limits.ts'
import type { Db, Statement } from '../platform/db/db.ts'
import { blocks } from '../platform/db/rules.ts'
import { createBatcher } from '../platform/db/batch.ts'
import type { Seen, Viewer } from '../platform/http/viewer.ts'
import type { Services } from '../platform/services.ts'
import { cappedFlags, type FlagRow, flagsOf } from './grants.ts'

const { idle: idleDays } = sessionDays

/** Reads who a request is from its cookie, on every request, in one statement that begins after it. */
export async function readViewer(
  { db, env }: Pick<Services, 'db' | 'env'>,
  cookieHeader: string | null | undefined,
): Promise<Seen> {
  const token = sessionToken(cookieHeader, env.SECRET)
  if (token === null) return nobody
  const row = await sessionsOf(db)(hashToken(token))
  if (row === undefined) return nobody
  if (row.is_stale) touch(db, row.session_id)
  if (row.grant_id === null) return { viewer: asThemselves(row), ended: false }
  if (!grantHolds(row)) return { viewer: null, ended: true }
  return { viewer: asTarget(row), ended: false }
}
const nobody: Seen = { viewer: null, ended: false }

const isCurrent = `s.expires_at > now() and s.updated_at > now() - interval '${idleDays} days'`
const isOnboarded = `u.username is not null and u.birthdate is not null`
const isStale = `s.updated_at < now() - interval '10 minutes'`

/** Requests that ask at the same moment share the round trip, never an answer from before they came. */
const sessionsOf = createBatcher<Db, string, Row | undefined>((db) => ({
  run: async (hashes) => {
    const rows = await db.run<Row>(bySession, [[...new Set(hashes)]])
    const byHash = new Map(rows.map((row) => [row.hash, row]))
    return hashes.map((it) => byHash.get(it))
  },
}))

/** Notes that the session is in use, at most every ten minutes; a note that is lost is made at the next request. */
function touch(db: Db, sessionId: string): void {
  db.run(touchSession, [sessionId]).catch(() => undefined)
}
const touchSession: Statement = {
  name: 'viewer_touch_session',
  text: 'update sessions set updated_at = now() where id = $1',
}

/** What a session token is stored as. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** The names of the session cookie: with the prefix where cookies are `Secure`. */
export const sessionCookies = ['__Secure-fanfare.session_token', 'fanfare.session_token'] as const

/**
 * The session token of a Cookie header when its signature is ours, else null. The prefixed name goes first, wherever it
 * stands: a neighbour on an unsafe connection can plant the other one.
 */
export function sessionToken(cookieHeader: string | null | undefined, secret: string): string | null {
  if (!cookieHeader) return null
  let bare: string | null = null
  for (const part of cookieHeader.split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (name !== sessionCookies[0] && (name !== sessionCookies[1] || bare !== null)) continue
    const token = unsign(part.slice(equals + 1).trim(), secret)
    if (token !== null && name === sessionCookies[0]) return token
    bare ??= token
  }
  return bare
}

function unsign(value: string, secret: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(value)
  } catch {
    return null
  }
  const dot = decoded.lastIndexOf('.')
  if (dot < 1) return null
  const token = decoded.slice(0, dot)
  const given = Buffer.from(decoded.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function asThemselves(row: Row): Viewer {
  return {
    id: row.user_id,
    username: row.username,
    locale: row.locale,
    role: row.role,
    isCreator: row.is_creator,
    emailVerified: row.email_verified,
    onboarded: row.onboarded,
    sessionId: row.session_id,
    signedInAt: row.signed_in_at,
    acting: null,
  }
}

function asTarget(row: Row): Viewer {
  return {
    id: row.target_id ?? '',
    username: row.target_username,
    locale: row.locale,
    role: 'user',
    isCreator: row.target_is_creator === true,
    // The operator's own address must be verified (product §34), which `grantHolds` has seen to.
    emailVerified: true,
    onboarded: true,
    sessionId: row.session_id,
    signedInAt: row.signed_in_at,
    acting: {
      operatorId: row.user_id,
      agencyId: row.agency_id ?? '',
      grantId: row.grant_id ?? '',
      permissions: flagsOf(row),
      reduced: row.reduced === true,
    },
  }
}

function grantHolds(row: Row): boolean {
  const since = row.acting_since === null ? 0 : row.acting_since.getTime()
  return (
    row.grant_active === true && row.email_verified && row.target_id !== null && Date.now() - since < impersonationMaxMs
  )
}

/**
 * The ceiling of the creator caps every flag, whatever the grant says (product §33). Session by session (`offset 0`), so
 * that many are planned as one is.
 */
const bySession: Statement = {
  name: 'viewer_by_session',
  text: `select h.hash, v.* from unnest($1::text[]) as h (hash) cross join lateral (
    select s.id as session_id, coalesce(s.confirmed_at, s.created_at) as signed_in_at,
      ${isStale} as is_stale, s.acting_since, s.acting_grant_id as grant_id,
      u.id as user_id, u.username, u.locale, u.role, u.is_creator, u.email_verified,
      ${isOnboarded} as onboarded,
      g.agency_id, t.id as target_id, t.username as target_username, t.is_creator as target_is_creator,
      g.revoked_at is null and (g.until is null or g.until > now()) and g.starts_at <= now()
        and m.id is not null and m.ended_at is null and l.status = 'active' and a.dissolved_at is null
        and not ${blocks('t.id', 'u.id')} as grant_active,
      ${cappedFlags},
      g.reduced_at > s.acting_since as reduced
    from sessions s
    join users u on u.id = s.user_id and u.deleted_at is null
    left join agency_grants g on g.id = s.acting_grant_id
    left join agency_members m on m.id = g.member_id and m.user_id = u.id
    left join agency_creators l on l.id = g.creator_link_id
    left join agencies a on a.id = g.agency_id
    left join users t on t.id = l.user_id and t.deleted_at is null
    where s.token = h.hash and ${isCurrent}
    offset 0) v`,
}

type Row = FlagRow & {
  hash: string
  session_id: string
  signed_in_at: Date
  is_stale: boolean
  acting_since: Date | null
  grant_id: string | null
  user_id: string
  username: string | null
  locale: 'en' | 'fr'
  role: 'user' | 'staff'
  is_creator: boolean
  email_verified: boolean
  onboarded: boolean
  agency_id: string | null
  target_id: string | null
  target_username: string | null
  target_is_creator: boolean | null
  grant_active: boolean | null
  reduced: boolean | null
}
