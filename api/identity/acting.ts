import type { Permissions } from '../../contract/profile.ts'
import { publishAuditEntry, writeAuditEntry } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/db/ids.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { Services } from '../platform/services.ts'
import { flagsOf } from './grants.ts'
import { newSessionToken } from './session-token.ts'
import { presentShift } from './shifts.ts'
import {
  beginActingSession,
  type EndedActing,
  endActingSession,
  findPlainSession,
  movePush,
  readHeldGrant,
} from './statements.ts'
import { hashToken, sessionToken } from './viewer.ts'

/**
 * Points this browser's session at the viewer's grant on the target, under a new token, and closes its sockets. The old
 * token is invalid from then on. Throws `forbidden` without a grant, and `off_shift` between its shifts.
 */
export async function beginActing(ctx: Services, viewer: Viewer, headers: Headers, target: Target): Promise<Begun> {
  const old = ownToken(ctx, headers)
  const renewed = newSessionToken(ctx.env, headers)
  const { grant, expiresAt } = await ctx.db.transact(async (tx) => {
    const [held] = await tx.run(readHeldGrant, { operator: viewer.id, creator: target.id, agency: target.agencyId })
    if (held === undefined) throw refuse('forbidden')
    const shift = presentShift(held, ctx.now())
    if (!held.is_on) throw refuse('off_shift', shift === null ? {} : { begins_at: shift.changes_at })
    const [session] = await tx.run(beginActingSession, {
      session: viewer.sessionId,
      token: hashToken(old),
      newToken: renewed.hash,
      grant: held.id,
      newSession: renewed.id,
    })
    // A concurrent call was faster, so this token is no longer valid.
    if (session === undefined) throw refuse('unauthorised')
    await tx.run(movePush, { session: viewer.sessionId, newSession: renewed.id })
    await writeAuditEntry(tx, {
      agencyId: held.agency_id,
      grantId: held.id,
      actorId: viewer.id,
      subjectId: target.id,
      action: 'acting.start',
    })
    return { grant: held, expiresAt: session.expires_at }
  })
  ctx.live.revoke({ sessionId: viewer.sessionId }, 'identity_changed')
  publishAuditEntry(ctx, target.id)
  return { agencyId: grant.agency_id, permissions: flagsOf(grant), setCookie: renewed.setCookie(expiresAt) }
}
export type Target = { id: string; agencyId: string | null }
type Begun = { agencyId: string; permissions: Permissions; setCookie: string }

/**
 * Returns this browser's session to its owner under a new token, whether or not the grant still holds. A session that
 * does not act stays as it is; without a session it refuses `unauthorised`.
 */
export async function stopActing(
  ctx: Services,
  headers: Headers,
): Promise<{ agencyId: string | null; setCookie: string | null }> {
  const old = ownToken(ctx, headers)
  const renewed = newSessionToken(ctx.env, headers)
  const stopped = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run(endActingSession, {
      token: hashToken(old),
      newToken: renewed.hash,
      newSession: renewed.id,
    })
    if (row !== undefined) {
      await tx.run(movePush, { session: row.session_id, newSession: renewed.id })
      await writeEnd(tx, row, 'acting.stop')
    }
    return row
  })
  if (stopped !== undefined) {
    ctx.live.revoke({ sessionId: stopped.session_id }, 'identity_changed')
    if (stopped.target_id !== null) publishAuditEntry(ctx, stopped.target_id)
    return { agencyId: stopped.agency_id, setCookie: renewed.setCookie(stopped.expires_at) }
  }
  const [plain] = await ctx.db.run(findPlainSession, { token: hashToken(old) })
  if (plain === undefined) throw refuse('unauthorised')
  return { agencyId: null, setCookie: null }
}

/** Ends acting at sign-out and logs it; does nothing for a session that does not act. */
export async function endActingBySignOut(ctx: Services, cookieHeader: string | null): Promise<void> {
  const token = sessionToken(cookieHeader, ctx.env)
  if (token === null) return
  const ended = await ctx.db.transact(async (tx) => {
    // Keeps the token, because better-auth is about to delete the session by it.
    const same = hashToken(token)
    const [row] = await tx.run(endActingSession, { token: same, newToken: same, newSession: newId() })
    if (row !== undefined) await writeEnd(tx, row, 'acting.sign_out')
    return row
  })
  if (ended === undefined) return
  ctx.live.revoke({ sessionId: ended.session_id }, 'session_ended')
  if (ended.target_id !== null) publishAuditEntry(ctx, ended.target_id)
}

function ownToken(ctx: Services, headers: Headers): string {
  const token = sessionToken(headers.get('cookie'), ctx.env)
  if (token === null) throw refuse('unauthorised')
  return token
}

const writeEnd = async (tx: Db, row: EndedActing, action: string): Promise<void> => {
  if (row.agency_id === null || row.target_id === null) return
  await writeAuditEntry(tx, {
    agencyId: row.agency_id,
    grantId: row.grant_id,
    actorId: row.user_id,
    subjectId: row.target_id,
    action,
  })
}
