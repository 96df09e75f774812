import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { emailCode } from '../../contract/limits.ts'
import { emailCodes } from '../platform/db/schema/account.ts'
import { users } from '../platform/db/schema/identity.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { secretsOf } from '../platform/keys.ts'
import { sendMailIn } from '../platform/mail/mail.ts'
import type { Services } from '../platform/services.ts'
import { cancelEmailChange } from './email-change.ts'

type Owner = { id: string; email: string }

/** Mails a link and a six-digit code that confirm the address; a code that was mailed before is void from now on. */
export async function mailEmailCode(ctx: Services, { id, email }: Owner, url: string): Promise<void> {
  const code = String(randomInt(10 ** emailCode.digits)).padStart(emailCode.digits, '0')
  const now = ctx.now()
  const row = {
    email,
    codeHash: hashOf({ id, email }, code, ctx.env.SECRET),
    attempts: 0,
    expiresAt: new Date(now + emailCode.minutes * 60_000),
    createdAt: new Date(now),
  }
  await ctx.db.transact(async (tx) => {
    await tx
      .insert(emailCodes)
      .values({ userId: id, ...row })
      .onConflictDoUpdate({ target: emailCodes.userId, set: row })
    await sendMailIn(tx, ctx, { to: email, userId: id, kind: 'verify_email', url, facts: { code } })
  })
}

/**
 * Confirms the address of the caller by the code that was mailed to it. A wrong code counts as an attempt; wrong, used,
 * expired and missing ones are all answered with `invalid_code`.
 */
export async function confirmEmailCode(ctx: Services, viewer: Viewer, typed: string): Promise<void> {
  if (viewer.emailVerified) return
  // Counted before it is compared, so that attempts at the same moment cannot be more than the limit.
  const [row] = await ctx.db
    .update(emailCodes)
    .set({ attempts: sql`${emailCodes.attempts} + 1` })
    .where(
      and(
        eq(emailCodes.userId, viewer.id),
        lt(emailCodes.attempts, emailCode.attempts),
        gt(emailCodes.expiresAt, new Date(ctx.now())),
      ),
    )
    .returning()
  const code = typed.replaceAll(/\D/g, '')
  if (row === undefined || !isCode({ id: viewer.id, email: row.email }, code, row.codeHash, ctx))
    throw refuse('invalid_code')
  await ctx.db.transact(async (tx) => {
    await dropEmailCode({ db: tx }, viewer.id)
    const confirmed = await tx
      .update(users)
      .set({ emailVerified: true, updatedAt: new Date(ctx.now()) })
      .where(and(eq(users.id, viewer.id), eq(users.email, row.email)))
      .returning({ id: users.id })
    if (confirmed.length === 0) throw refuse('invalid_code')
    await cancelEmailChange({ db: tx }, viewer.id)
  })
}

/** The address is confirmed. */
export async function dropEmailCode(ctx: Pick<Services, 'db'>, userId: string): Promise<void> {
  await ctx.db.delete(emailCodes).where(eq(emailCodes.userId, userId))
}

function isCode(owner: Owner, code: string, stored: string, { env }: Pick<Services, 'env'>): boolean {
  return secretsOf(env).some((secret) => timingSafeEqual(Buffer.from(hashOf(owner, code, secret)), Buffer.from(stored)))
}

/** A plain hash of six digits could be found by trying them all, so it is keyed. */
const hashOf = ({ id, email }: Owner, code: string, secret: string): string =>
  createHmac('sha256', secret).update(`email code ${id} ${email} ${code}`).digest('base64url')
