import type { Permissions } from '../../contract/profile.ts'
import { publishAuditEntry, writeAuditEntry } from '../platform/audit/audit.ts'
import type { Db, Statement } from '../platform/db/db.ts'
import { newId } from '../platform/db/ids.ts'
import { blocks } from '../platform/db/rules.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { Services } from '../platform/services.ts'
import { cappedFlags, type FlagRow, flagsOf, grantHolds, grantTables } from './grants.ts'
import { newSessionToken } from './session-token.ts'
import { hashToken, sessionToken } from './viewer.ts'

/**
 * Points this browser's session at the viewer's grant on the target, under a new token, and closes its sockets. The old
 * token is nobody's. Throws `forbidden` without a grant that holds.
 */
export async function beginActing(ctx: Services, viewer: Viewer, headers: Headers, target: Target): Promise<Begun> {
  const old = ownToken(ctx, headers)
  const renewed = newSessionToken(ctx.env, headers)
  const { grant, expiresAt } = await ctx.db.transact(async (tx) => {
    const [held] = await tx.run<HeldRow>(heldGrant, [viewer.id, target.id, target.agencyId])
    if (held === undefined) throw refuse('forbidden')
    const [session] = await tx.run<{ expires_at: Date }>(begin, [
      viewer.sessionId,
      hashToken(old),
      renewed.hash,
      held.id,
      renewed.id,
    ])
    // A twin of this call was faster; this token is nobody's any more.
    if (session === undefined) throw refuse('unauthorised')
    await tx.run(movePush, [viewer.sessionId, renewed.id])
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
 * Makes this browser's session its owner's again, under a new token, whether or not the grant still holds. A session
 * that acts as nobody stays as it is; without a session it refuses `unauthorised`.
 */
export async function stopActing(
  ctx: Services,
  headers: Headers,
): Promise<{ agencyId: string | null; setCookie: string | null }> {
  const old = ownToken(ctx, headers)
  const renewed = newSessionToken(ctx.env, headers)
  const stopped = await ctx.db.transact(async (tx) => {
    const [row] = await tx.run<StoppedRow>(end, [hashToken(old), renewed.hash, renewed.id])
    if (row !== undefined) {
      await tx.run(movePush, [row.session_id, renewed.id])
      await writeEnd(tx, row, 'acting.stop')
    }
    return row
  })
  if (stopped !== undefined) {
    ctx.live.revoke({ sessionId: stopped.session_id }, 'identity_changed')
    if (stopped.target_id !== null) publishAuditEntry(ctx, stopped.target_id)
    return { agencyId: stopped.agency_id, setCookie: renewed.setCookie(stopped.expires_at) }
  }
  const [plain] = await ctx.db.run(plainSession, [hashToken(old)])
  if (plain === undefined) throw refuse('unauthorised')
  return { agencyId: null, setCookie: null }
}

/** Signing out while acting ends both at once; the log says so (nothing for a session that acts as nobody). */
export async function endActingBySignOut(ctx: Services, cookieHeader: string | null): Promise<void> {
  const token = sessionToken(cookieHeader, ctx.env.SECRET)
  if (token === null) return
  const ended = await ctx.db.transact(async (tx) => {
    // The token stays: better-auth is about to delete the session by it.
    const [row] = await tx.run<StoppedRow>(end, [hashToken(token), hashToken(token), newId()])
    if (row !== undefined) await writeEnd(tx, row, 'acting.sign_out')
    return row
  })
  if (ended === undefined) return
  ctx.live.revoke({ sessionId: ended.session_id }, 'session_ended')
  if (ended.target_id !== null) publishAuditEntry(ctx, ended.target_id)
}

function ownToken(ctx: Services, headers: Headers): string {
  const token = sessionToken(headers.get('cookie'), ctx.env.SECRET)
  if (token === null) throw refuse('unauthorised')
  return token
}

const writeEnd = async (tx: Db, row: StoppedRow, action: string): Promise<void> => {
  if (row.agency_id === null || row.target_id === null) return
  await writeAuditEntry(tx, {
    agencyId: row.agency_id,
    grantId: row.grant_id,
    actorId: row.user_id,
    subjectId: row.target_id,
    action,
  })
}

/** The oldest grant of operator `$1` on target `$2` that holds now, in agency `$3` when one is named. */
const heldGrant: Statement = {
  name: 'acting_held_grant',
  text: `select g.id, g.agency_id, ${cappedFlags} from ${grantTables}
    where m.user_id = $1::uuid and l.user_id = $2::uuid and ${grantHolds} and ($3::uuid is null or g.agency_id = $3::uuid)
      and not ${blocks('l.user_id', 'm.user_id')}
    order by g.id limit 1`,
}

/** Only the session that still has the token it came with, and acts as nobody: nothing nests, and twins lose. */
const begin: Statement = {
  name: 'acting_begin',
  text: `update sessions set id = $5::uuid, token = $3, acting_grant_id = $4::uuid, acting_since = now(), updated_at = now()
    where id = $1::uuid and token = $2 and acting_grant_id is null and expires_at > now() returning expires_at`,
}

const end: Statement = {
  name: 'acting_end',
  text: `
    with s as (
      select id, user_id, acting_grant_id, expires_at from sessions
      where token = $1 and acting_grant_id is not null and expires_at > now() for update
    ), changed as (
      update sessions set id = $3::uuid, token = $2, acting_grant_id = null, acting_since = null, updated_at = now()
      from s where sessions.id = s.id returning s.id
    )
    select s.id as session_id, s.user_id, s.expires_at, s.acting_grant_id as grant_id, g.agency_id, l.user_id as target_id
    from s join changed on changed.id = s.id
    left join agency_grants g on g.id = s.acting_grant_id left join agency_creators l on l.id = g.creator_link_id`,
}

/** Web push belongs to the browser session, under whatever id. */
const movePush: Statement = {
  name: 'acting_move_push',
  text: `update push_subscriptions set session_id = $2::uuid where session_id = $1::uuid`,
}

const plainSession: Statement = {
  name: 'acting_plain_session',
  text: `select 1 from sessions where token = $1 and acting_grant_id is null and expires_at > now()`,
}

type HeldRow = FlagRow & { id: string; agency_id: string }
type StoppedRow = {
  session_id: string
  user_id: string
  expires_at: Date
  grant_id: string | null
  agency_id: string | null
  target_id: string | null
}
