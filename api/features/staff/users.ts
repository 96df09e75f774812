import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { StaffUser } from '../../../contract/staff.ts'
import { lockToClose } from '../../identity/closed-accounts.ts'
import { requireStaffAuth } from '../../identity/recent-auth.ts'
import { endSessions } from '../../identity/sessions.ts'
import { publicMedia } from '../../people/views.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { spanOfBeginning } from './begins-with.ts'
import { areFewUsers, findUsers, readUser, type StaffUserRow, searchUsers } from './statements.ts'

/** Users whose username, name or address starts with the search text, newest first. */
export async function listUsers(
  ctx: Services,
  q: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 'uuid') ?? [null]
  const span = spanOfBeginning(q)
  const search = { ...span, after: after ?? null, limit: limit + 1 }
  const [known] = await ctx.db.run(areFewUsers, span)
  const found = await ctx.db.run(known?.are_few ? findUsers : searchUsers, search)
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map((row) => presentStaffUser(ctx, row)), next }
}

/**
 * Suspends a user and ends their sessions at once; they read the reason when they try to sign in. Throws `staff_account`
 * for a colleague: staff have no ranks, so one stolen account could lock the others out.
 */
export async function suspend(ctx: Services, viewer: Viewer, id: string, reason: string): Promise<StaffUser> {
  requireStaffAuth(ctx, viewer)
  if (id === viewer.id) throw refuse('own_thing')
  const email = await ctx.db.transact(async (tx) => {
    await lockToClose(tx, id)
    const [user] = await tx
      .update(users)
      .set({ suspendedAt: new Date(), suspendedReason: reason, deletedAt: new Date(), updatedAt: new Date() })
      .where(and(eq(users.id, id), isNull(users.suspendedAt), ne(users.role, 'staff')))
      .returning({ email: users.email })
    if (user === undefined) throw await refusalFor(tx, id, { role: 'user' })
    await auditStaff(tx, viewer, 'user.suspend', { kind: 'user', id }, reason)
    return user.email
  })
  await endSessions(ctx, id, null)
  ctx.live.revoke({ userId: id }, 'suspended')
  purgePerson(ctx, id)
  await sendMail(ctx, {
    to: email,
    userId: id,
    kind: 'account_suspended',
    url: `${ctx.env.PUBLIC_ORIGIN}/settings/report`,
    facts: { reason },
  })
  return readOne(ctx, id)
}

/** Lifts a suspension. */
export async function unsuspend(ctx: Services, viewer: Viewer, id: string): Promise<StaffUser> {
  requireStaffAuth(ctx, viewer)
  await ctx.db.transact(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({
        suspendedAt: null,
        suspendedReason: null,
        deletedAt: sql`case when ${users.purgeAt} is null then null else ${users.deletedAt} end`,
        updatedAt: new Date(),
      })
      .where(and(eq(users.id, id), isNotNull(users.suspendedAt)))
      .returning({ id: users.id })
    if (user === undefined) throw await refusalFor(tx, id)
    await auditStaff(tx, viewer, 'user.unsuspend', { kind: 'user', id })
  })
  purgePerson(ctx, id)
  return readOne(ctx, id)
}

/**
 * Clears the birthdate that was refused as a minor's, so that the user may give another one (product §25). The log
 * names the user and not the date, which has to go with the account.
 */
export async function allowBirthdate(ctx: Services, viewer: Viewer, id: string, note: string): Promise<StaffUser> {
  requireStaffAuth(ctx, viewer)
  if (id === viewer.id) throw refuse('own_thing')
  await ctx.db.transact(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ refusedBirthdate: null, updatedAt: new Date() })
      .where(and(eq(users.id, id), isNotNull(users.refusedBirthdate)))
      .returning({ id: users.id })
    if (user === undefined) throw await refusalFor(tx, id)
    await auditStaff(tx, viewer, 'user.allow_birthdate', { kind: 'user', id }, note)
  })
  return readOne(ctx, id)
}

/** Why no row was changed; `role` is the only one that could be. */
async function refusalFor(tx: Db, id: string, only: { role?: 'user' } = {}): Promise<Error> {
  const [known] = await tx.select({ role: users.role }).from(users).where(eq(users.id, id))
  if (known === undefined) return refuse('not_found')
  return refuse(only.role === 'user' && known.role === 'staff' ? 'staff_account' : 'already_done')
}

async function readOne(ctx: Services, id: string): Promise<StaffUser> {
  const [row] = await ctx.db.run(readUser, { user: id })
  if (row === undefined) throw refuse('not_found')
  return presentStaffUser(ctx, row)
}

const presentStaffUser = (ctx: Services, row: StaffUserRow): StaffUser => ({
  id: row.id,
  username: row.username,
  display_name: row.display_name,
  avatar: publicMedia(ctx, row.avatar_media_id, 'thumb'),
  email: row.email,
  email_verified: row.email_verified,
  is_creator: row.is_creator,
  role: row.role,
  created_at: row.created_at.toISOString(),
  suspended_at: row.suspended_at?.toISOString() ?? null,
  suspended_reason: row.suspended_reason,
  deleted_at: row.deleted_at?.toISOString() ?? null,
  refused_birthdate: row.refused_birthdate,
})
