import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { impersonationMaxMs } from '../../contract/limits.ts'
import { type Batched, batched } from '../platform/db/batch.ts'
import type { Db } from '../platform/db/db.ts'
import type { Seen, Viewer } from '../platform/http/viewer.ts'
import { type Secrets, secretsOf } from '../platform/keys.ts'
import type { Services } from '../platform/services.ts'
import { flagsOf } from './grants.ts'
import { readSessions, type SessionRow, touchSession } from './statements.ts'

/** Reads the viewer of a request from its cookie, on every request, in one statement that starts after the request. */
export async function readViewer(ctx: Services, cookieHeader: string | null | undefined): Promise<Seen> {
  const token = sessionToken(cookieHeader, ctx.env)
  if (token === null) return noViewer
  const row = await batched(ctx, sessionsByHash, hashToken(token))
  if (row === undefined) return noViewer
  if (row.is_stale) touch(ctx.db, row.session_id)
  if (row.grant_id === null) return { viewer: asThemselves(row), ended: false }
  if (!grantHolds(row)) return { viewer: null, ended: true }
  return { viewer: asTarget(row), ended: false }
}
const noViewer: Seen = { viewer: null, ended: false }

/** Requests of the same moment share a statement, which never started before they came. */
const sessionsByHash: Batched<string, SessionRow | undefined> = {
  run: async (ctx, hashes) => {
    const rows = await ctx.db.run(readSessions, { hashes: [...new Set(hashes)] })
    const byHash = new Map(rows.map((row) => [row.hash, row]))
    return hashes.map((it) => byHash.get(it))
  },
}

/** Records that the session is in use, at most every ten minutes; a failed update is repeated at the next request. */
function touch(db: Db, sessionId: string): void {
  db.run(touchSession, { session: sessionId }).catch(() => undefined)
}

/** The stored form of a session token. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** The names of the session cookie: with the prefix where cookies are `Secure`. */
export const sessionCookies = ['__Secure-fanfare.session_token', 'fanfare.session_token'] as const

/**
 * The session token of a Cookie header when its signature is ours, else null. The prefixed name takes precedence at any
 * position, because a site on an insecure connection can set the other one.
 */
export function sessionToken(cookieHeader: string | null | undefined, secrets: Secrets): string | null {
  if (!cookieHeader) return null
  let bare: string | null = null
  for (const part of cookieHeader.split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (name !== sessionCookies[0] && (name !== sessionCookies[1] || bare !== null)) continue
    const token = unsign(part.slice(equals + 1).trim(), secrets)
    if (token !== null && name === sessionCookies[0]) return token
    bare ??= token
  }
  return bare
}

function unsign(value: string, secrets: Secrets): string | null {
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
  const isOurs = secretsOf(secrets).some((secret) => {
    const expected = createHmac('sha256', secret).update(token).digest()
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isOurs ? token : null
}

function asThemselves(row: SessionRow): Viewer {
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
    hasSecondFactor: row.has_second_factor,
    acting: null,
  }
}

function asTarget(row: SessionRow): Viewer {
  return {
    id: row.target_id ?? '',
    username: row.target_username,
    locale: row.locale,
    role: 'user',
    isCreator: row.target_is_creator === true,
    // The operator's own address must be verified (product §34), which `grantHolds` checks.
    emailVerified: true,
    onboarded: true,
    sessionId: row.session_id,
    signedInAt: row.signed_in_at,
    hasSecondFactor: row.has_second_factor,
    acting: {
      operatorId: row.user_id,
      agencyId: row.agency_id ?? '',
      grantId: row.grant_id ?? '',
      permissions: flagsOf(row),
      reduced: row.reduced === true,
      rules: { restrictedWords: row.restricted_words ?? [], asksAboveCents: row.asks_above_cents },
    },
  }
}

function grantHolds(row: SessionRow): boolean {
  const since = row.acting_since === null ? 0 : row.acting_since.getTime()
  return (
    row.grant_active === true && row.email_verified && row.target_id !== null && Date.now() - since < impersonationMaxMs
  )
}
