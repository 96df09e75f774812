import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { newId } from '../platform/db/ids.ts'
import { accounts, users } from '../platform/db/schema/identity.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { sendMail } from '../platform/mail/mail.ts'
import type { Services } from '../platform/services.ts'
import { forgetTrust } from './mailbox-trust.ts'
import { requireRecentAuth } from './recent-auth.ts'
import { endSessions } from './sessions.ts'

/**
 * Throws `invalid_input` at the field unless this is the user's password; attempts are counted like those at sign-in.
 */
export async function checkPassword(ctx: Services, viewer: Viewer, password: string, field: string): Promise<void> {
  const rates = ctx.rates
  await rates.take('guess', viewer.id)
  const hash = await passwordHash(ctx, viewer.id)
  if (hash === null || !(await verifyPassword({ hash, password })))
    throw refuse('invalid_input', { fields: { [field]: ['wrong_password'] } })
  await rates.forgive('guess', viewer.id)
}

/** Changes the password, or sets the first one after recent authentication; every other session ends. */
export async function changePassword(
  ctx: Services,
  viewer: Viewer,
  current: string | undefined,
  next: string,
): Promise<void> {
  const hasOne = (await passwordHash(ctx, viewer.id)) !== null
  if (hasOne) await checkPassword(ctx, viewer, current ?? '', 'current_password')
  else requireRecentAuth(viewer)
  const password = await hashPassword(next)
  const ofPassword = and(eq(accounts.userId, viewer.id), eq(accounts.providerId, 'credential'))
  await ctx.db.transact(async (tx) => {
    if (hasOne) await tx.update(accounts).set({ password, updatedAt: new Date() }).where(ofPassword)
    else
      await tx
        .insert(accounts)
        .values({ id: newId(), accountId: viewer.id, providerId: 'credential', userId: viewer.id, password })
    await forgetTrust(tx, viewer.id)
  })
  await endSessions(ctx, viewer.id, viewer.sessionId)
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, viewer.id))
  if (user)
    await sendMail(ctx, {
      to: user.email,
      userId: viewer.id,
      kind: 'password_changed',
      url: `${ctx.env.PUBLIC_ORIGIN}/forgot-password`,
    })
}

/** The hash of the user's password; null when they use other sign-in methods only. */
async function passwordHash(ctx: Services, userId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return row?.password ?? null
}
