import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { AccountSession } from '../../contract/account.ts'
import { sessionDays } from '../../contract/limits.ts'
import type { Db } from '../platform/db/db.ts'
import { sessions } from '../platform/db/schema/identity.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { Services } from '../platform/services.ts'
import { deviceOf } from './device-name.ts'
import { newSessionToken } from './session-token.ts'

/** The sessions of a user, last used first. */
export async function listSessions(ctx: Services, viewer: Viewer): Promise<AccountSession[]> {
  const idleSince = new Date(Date.now() - sessionDays.idle * 86_400_000)
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, new Date()), gt(sessions.updatedAt, idleSince)))
    .orderBy(desc(sessions.updatedAt))
    .limit(100)
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.userAgent),
    address: row.ipAddress || null,
    started_at: row.createdAt.toISOString(),
    last_seen_at: row.updatedAt.toISOString(),
    current: row.id === viewer.sessionId,
  }))
}

/** Ends one session of the user and its sockets; false when it is none of theirs. */
export async function endSession(ctx: Services, userId: string, id: string): Promise<boolean> {
  const gone = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  if (gone.length > 0) ctx.live.revoke({ sessionId: id }, 'signed_out')
  return gone.length > 0
}

/** Ends all sessions of a user but one, and their sockets. Answers how many. */
export async function endSessions(
  ctx: Services,
  userId: string,
  exceptId: string | null,
  db: Db = ctx.db,
): Promise<number> {
  const others =
    exceptId === null ? eq(sessions.userId, userId) : and(eq(sessions.userId, userId), ne(sessions.id, exceptId))
  const gone = await db.delete(sessions).where(others).returning({ id: sessions.id })
  for (const { id } of gone) ctx.live.revoke({ sessionId: id }, 'signed_out')
  return gone.length
}

/**
 * Gives the session a new token because its rights have changed, and records the authentication. Answers the Set-Cookie
 * header.
 */
export async function renewSession(ctx: Services, viewer: Viewer, headers: Headers): Promise<string> {
  const token = newSessionToken(ctx.env, headers)
  const [row] = await ctx.db
    .update(sessions)
    .set({ token: token.hash, confirmedAt: new Date(), updatedAt: new Date() })
    .where(eq(sessions.id, viewer.sessionId))
    .returning({ expiresAt: sessions.expiresAt })
  return token.setCookie(row?.expiresAt ?? new Date())
}
