import { eq, or, sql } from 'drizzle-orm'
import { deletionGraceDays } from '../../../contract/limits.ts'
import { canonicalUsername } from '../../../contract/username.ts'
import { lockToClose } from '../../identity/closed-accounts.ts'
import { forgetTrust } from '../../identity/mailbox-trust.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import { endSessions } from '../../identity/sessions.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Hides the account at once, signs it out everywhere and stops every renewal; after 30 days it is erased (`erasure.ts`). Signing in
 * before that restores it (`api/identity/closed-accounts.ts`).
 */
export async function requestDeletion(ctx: Services, viewer: Viewer, typed: string): Promise<Date> {
  requireRecentAuth(viewer)
  const [user] = await ctx.db
    .select({ email: users.email, username: users.username, locale: users.locale })
    .from(users)
    .where(eq(users.id, viewer.id))
  if (user === undefined) throw refuse('unauthorised')
  if (canonicalUsername(typed) !== (user.username ?? user.email))
    throw refuse('invalid_input', { fields: { username: ['not yours'] } })
  const purgeAt = new Date(Date.now() + deletionGraceDays * 86_400_000)
  await ctx.db.transact(async (tx) => {
    await lockToClose(tx, viewer.id)
    await tx.update(users).set({ deletedAt: new Date(), purgeAt, updatedAt: new Date() }).where(eq(users.id, viewer.id))
    await stopRenewals(tx, viewer.id)
    await forgetTrust(tx, viewer.id)
  })
  await endSessions(ctx, viewer.id, null)
  ctx.live.revoke({ userId: viewer.id }, 'deleted')
  purgeProfile(ctx, user.username)
  const date = purgeAt.toLocaleDateString(user.locale === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long' })
  await sendMail(ctx, {
    to: user.email,
    userId: viewer.id,
    kind: 'deletion_asked',
    url: `${ctx.env.PUBLIC_ORIGIN}/login`,
    facts: { date },
  })
  return purgeAt
}

/** A hidden account neither pays nor earns: paid subscriptions run out, and free ones end. */
async function stopRenewals(tx: Db, userId: string): Promise<void> {
  await tx
    .update(subscriptions)
    .set({
      renewsAt: null,
      status: sql`case when ${subscriptions.status} = 'ended' or ${subscriptions.activeUntil} is null then 'ended' else 'cancelled' end`,
      updatedAt: new Date(),
    })
    .where(or(eq(subscriptions.fanId, userId), eq(subscriptions.creatorId, userId)))
}
