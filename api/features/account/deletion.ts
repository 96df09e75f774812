import { eq, inArray, or, sql } from 'drizzle-orm'
import { deletionGraceDays } from '../../../contract/limits.ts'
import { canonicalUsername } from '../../../contract/username.ts'
import { forgetTrust } from '../../identity/mailbox-trust.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import { endSessions } from '../../identity/sessions.ts'
import type { Db } from '../../platform/db/db.ts'
import { knownDevices, passkeys, twoFactors } from '../../platform/db/schema/account.ts'
import { agencyCreators, agencyMembers } from '../../platform/db/schema/agencies.ts'
import { accounts, sessions, users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import { notifications, pushSubscriptions } from '../../platform/db/schema/notifications.ts'
import { comments, posts } from '../../platform/db/schema/posts.ts'
import { creatorVerifications } from '../../platform/db/schema/staff.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { follows } from '../../platform/db/schema/users.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { transferAgencies } from '../agencies/agencies.ts'
import { dropImages } from '../verification/drop-images.ts'

/**
 * Hides the account at once, signs it out everywhere and stops every renewal; after 30 days it is deleted. Signing in
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

/**
 * Waits for the purchases of this user, and sales to others, that are under way, and has later ones wait (`readSaleTerms`
 * and `movementSql` of the wallet): what they wrote is seen by the statements that follow.
 */
async function lockToClose(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
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

/** Deletes the accounts whose days of grace have passed. Answers how many. */
export async function purgeDeleted(ctx: Services): Promise<number> {
  const due = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.purgeAt} is not null and ${users.purgeAt} <= ${new Date(ctx.now())}`)
    .limit(50)
  for (const { id } of due) await purge(ctx, id)
  return due.length
}

/**
 * Deletes what names or shows the user. What belongs to others stays: the ledger, what fans bought, and the other side
 * of conversations, where the name is gone.
 */
async function purge(ctx: Services, id: string): Promise<void> {
  await dropImages(ctx, id)
  const afterCommit = await ctx.db.transact(async (tx) => {
    const now = new Date()
    const agencyEffects = await transferAgencies(tx, ctx, id)
    const followed = await tx.delete(follows).where(eq(follows.followerId, id)).returning({ id: follows.userId })
    if (followed.length > 0) {
      await tx
        .update(users)
        .set({ followersCount: sql`${users.followersCount} - 1` })
        .where(
          inArray(
            users.id,
            followed.map((it) => it.id),
          ),
        )
    }
    await tx.delete(follows).where(eq(follows.userId, id))
    for (const table of [
      accounts,
      sessions,
      passkeys,
      knownDevices,
      twoFactors,
      notifications,
      pushSubscriptions,
      creatorVerifications,
    ]) {
      await tx.delete(table).where(eq(table.userId, id))
    }
    for (const table of [agencyMembers, agencyCreators])
      await tx.update(table).set({ endedAt: now }).where(eq(table.userId, id))
    await tx.update(agencyCreators).set({ status: 'ended' }).where(eq(agencyCreators.userId, id))
    await tx.update(posts).set({ deletedAt: now }).where(eq(posts.authorId, id))
    await tx.update(comments).set({ deletedAt: now }).where(eq(comments.authorId, id))
    await tx
      .update(media)
      .set({ deletedAt: now, name: null, description: null, folder: null, tags: [] })
      .where(eq(media.ownerId, id))
    await tx
      .update(users)
      .set({
        name: '',
        email: `${id}@deleted.invalid`,
        emailVerified: false,
        image: null,
        username: null,
        birthdate: null,
        displayName: null,
        bio: null,
        location: null,
        links: [],
        avatarMediaId: null,
        coverMediaId: null,
        isCreator: false,
        priceCents: null,
        twoFactorEnabled: false,
        followersCount: 0,
        postsCount: 0,
        purgeAt: null,
        updatedAt: now,
      })
      .where(eq(users.id, id))
    return agencyEffects
  })
  afterCommit()
}
