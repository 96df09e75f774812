import { APIError } from 'better-auth/api'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { lockUserAndReferences } from '../platform/db/lock-user.ts'
import { users } from '../platform/db/schema/identity.ts'
import { purgePerson } from '../platform/http/purge.ts'
import { sendMail } from '../platform/mail/mail.ts'
import type { Services } from '../platform/services.ts'

/** Refuses a session for a suspended account, with the reason (spec §5), or for a deleted one. */
export async function admitSession(ctx: Services, userId: string): Promise<void> {
  const [user] = await ctx.db
    .select({
      deletedAt: users.deletedAt,
      purgeAt: users.purgeAt,
      suspendedAt: users.suspendedAt,
      reason: users.suspendedReason,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (user?.suspendedAt)
    throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED', message: user.reason ?? 'suspended' })
  const isGone =
    user === undefined || (user.deletedAt !== null && (user.purgeAt === null || user.purgeAt.getTime() < Date.now()))
  if (isGone)
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' })
}

/**
 * Waits for the purchases of this user, and sales to others, that are under way, and has later ones wait (`readSaleTerms`
 * and `movementSql` of the wallet): what they wrote is seen by the statements that follow.
 */
export async function lockToClose(tx: Db, userId: string): Promise<void> {
  await tx.run(lockUserAndReferences, { id: userId })
}

/** Signing in within the days of grace cancels a deletion (product §38). */
export async function restoreOnSignIn(ctx: Services, userId: string): Promise<void> {
  const [user] = await ctx.db
    .update(users)
    .set({ deletedAt: null, purgeAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.purgeAt), isNull(users.suspendedAt)))
    .returning({ email: users.email })
  if (user === undefined) return
  purgePerson(ctx, userId)
  await sendMail(ctx, { to: user.email, userId, kind: 'account_restored', url: ctx.env.PUBLIC_ORIGIN })
}
