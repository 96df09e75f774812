import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { EmailChange } from '../../contract/account.ts'
import { emailCode } from '../../contract/limits.ts'
import { emailChanges, emailCodes } from '../platform/db/schema/account.ts'
import { users } from '../platform/db/schema/identity.ts'
import { refuse } from '../platform/http/refusal.ts'
import { refuseViolated } from '../platform/http/refuse-violated.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { sendMail } from '../platform/mail/mail.ts'
import type { Services } from '../platform/services.ts'
import { forgetTrust } from './mailbox-trust.ts'
import { requireRecentAuth } from './recent-auth.ts'
import { hashToken } from './viewer.ts'

/** The user's address, and its pending change. */
export async function readEmail(ctx: Services, viewer: Viewer): Promise<EmailChange> {
  const [user] = await ctx.db
    .select({ email: users.email, verified: users.emailVerified })
    .from(users)
    .where(eq(users.id, viewer.id))
  const [pending] = await ctx.db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, viewer.id), gt(emailChanges.expiresAt, new Date())))
  const [code] = await ctx.db
    .select({ sentAt: emailCodes.createdAt })
    .from(emailCodes)
    .where(
      and(
        eq(emailCodes.userId, viewer.id),
        gt(emailCodes.expiresAt, new Date(ctx.now())),
        lt(emailCodes.attempts, emailCode.attempts),
      ),
    )
  return {
    email: user?.email ?? '',
    email_verified: user?.verified ?? false,
    code_sent_at: code?.sentAt.toISOString() ?? null,
    pending: pending
      ? {
          email: pending.email,
          old_confirmed: pending.oldConfirmedAt !== null,
          new_confirmed: pending.newConfirmedAt !== null,
          expires_at: pending.expiresAt.toISOString(),
        }
      : null,
  }
}

/**
 * Asks both addresses to confirm. A taken address is answered like a free one and only gets no mail, so that accounts
 * cannot be discovered. An unverified old address need not confirm.
 */
export async function requestEmailChange(ctx: Services, viewer: Viewer, email: string): Promise<void> {
  requireRecentAuth(viewer)
  const [user] = await ctx.db
    .select({ email: users.email, verified: users.emailVerified })
    .from(users)
    .where(eq(users.id, viewer.id))
  if (user === undefined) throw refuse('unauthorised')
  if (user.email === email) throw refuse('own_thing')
  await ctx.rates.take('mail', email)
  const [oldToken, newToken] = [makeToken(), makeToken()]
  const change = {
    email,
    oldTokenHash: hashToken(oldToken),
    newTokenHash: hashToken(newToken),
    oldConfirmedAt: user.verified ? null : new Date(),
    newConfirmedAt: null,
    expiresAt: new Date(Date.now() + 24 * 3_600_000),
    createdAt: new Date(),
  }
  await ctx.db
    .insert(emailChanges)
    .values({ userId: viewer.id, ...change })
    .onConflictDoUpdate({ target: emailChanges.userId, set: change })
  const [owner] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const link = (token: string) => `${ctx.env.PUBLIC_ORIGIN}/auth/verify-email?change=${token}`
  if (user.verified)
    await sendMail(ctx, {
      to: user.email,
      userId: viewer.id,
      kind: 'email_change_old',
      url: link(oldToken),
      facts: { email },
    })
  if (owner === undefined)
    await sendMail(ctx, { to: email, userId: viewer.id, kind: 'email_change_new', url: link(newToken) })
}

/** Forgets a change of address that was asked for and is not confirmed. */
export async function cancelEmailChange(ctx: Pick<Services, 'db'>, userId: string): Promise<void> {
  await ctx.db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Records a confirmation by the token of a mail; the second one changes the address and notifies the old one. */
export async function confirmEmailChange(
  ctx: Services,
  token: string,
): Promise<{ changed: boolean; waiting_for: 'old' | 'new' | null }> {
  const hash = hashToken(token)
  const result = await ctx.db.transact(async (tx): Promise<Confirmed> => {
    const [change] = await tx
      .update(emailChanges)
      .set({
        oldConfirmedAt: sql`case when ${emailChanges.oldTokenHash} = ${hash} then now() else ${emailChanges.oldConfirmedAt} end`,
        newConfirmedAt: sql`case when ${emailChanges.newTokenHash} = ${hash} then now() else ${emailChanges.newConfirmedAt} end`,
      })
      .where(
        and(
          or(eq(emailChanges.oldTokenHash, hash), eq(emailChanges.newTokenHash, hash)),
          gt(emailChanges.expiresAt, new Date()),
        ),
      )
      .returning()
    if (change === undefined) throw refuse('invalid_token')
    if (change.oldConfirmedAt === null || change.newConfirmedAt === null) {
      return { waitingFor: change.oldConfirmedAt === null ? 'old' : 'new', changed: null }
    }
    const [before] = await tx.select({ email: users.email }).from(users).where(eq(users.id, change.userId))
    await tx
      .update(users)
      .set({ email: change.email, emailVerified: true, updatedAt: new Date() })
      .where(eq(users.id, change.userId))
      .catch(refuseViolated('users_email', 'gone'))
    await forgetTrust(tx, change.userId)
    return { waitingFor: null, changed: { userId: change.userId, before: before?.email ?? '', email: change.email } }
  })
  const { changed } = result
  if (changed !== null) {
    const url = `${ctx.env.PUBLIC_ORIGIN}/settings/report`
    await sendMail(ctx, {
      to: changed.before,
      userId: changed.userId,
      kind: 'email_changed',
      url,
      facts: { email: changed.email },
    })
  }
  return { changed: changed !== null, waiting_for: result.waitingFor }
}
type Confirmed = { waitingFor: 'old' | 'new' | null; changed: null | { userId: string; before: string; email: string } }

const makeToken = (): string => randomBytes(24).toString('base64url')
