import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { StaffUser } from '../../../contract/staff.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { endSessions } from '../../identity/sessions.ts'
import { publicMedia } from '../../people/views.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'

/** People whose username, name or address begins with the words, newest first. */
export async function listUsers(
  ctx: Services,
  q: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
) {
  const limit = page.limit ?? 30
  const [after] = fromCursor(page.cursor, 1) ?? [null]
  const begins = `${q
    .replace(/^@/, '')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const found = await ctx.db.run<Row>(list, [begins, after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map((row) => show(ctx, row)), next }
}

/** Hides a person and ends their sessions at once, with a reason that they read at the door. */
export async function suspend(ctx: Services, viewer: Viewer, id: string, reason: string): Promise<StaffUser> {
  if (id === viewer.id) throw refuse('own_thing')
  const email = await ctx.db.transact(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ suspendedAt: new Date(), suspendedReason: reason, deletedAt: new Date(), updatedAt: new Date() })
      .where(and(eq(users.id, id), isNull(users.suspendedAt)))
      .returning({ email: users.email })
    if (user === undefined) throw await whyNot(tx, id)
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

export async function unsuspend(ctx: Services, viewer: Viewer, id: string): Promise<StaffUser> {
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
    if (user === undefined) throw await whyNot(tx, id)
    await auditStaff(tx, viewer, 'user.unsuspend', { kind: 'user', id })
  })
  purgePerson(ctx, id)
  return readOne(ctx, id)
}

async function whyNot(tx: Db, id: string): Promise<Error> {
  const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id))
  return refuse(known === undefined ? 'not_found' : 'already_done')
}

async function readOne(ctx: Services, id: string): Promise<StaffUser> {
  const [row] = await ctx.db.run<Row>(one, [id])
  if (row === undefined) throw refuse('not_found')
  return show(ctx, row)
}

const show = (ctx: Services, row: Row): StaffUser => ({
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
})

const columns = `id, username, display_name, avatar_media_id, email, email_verified, is_creator, role, created_at, suspended_at, suspended_reason, deleted_at from users`
const list: Statement = {
  name: 'staff_users',
  text: `select ${columns} where (username like $1 or lower(email) like $1 or lower(display_name) like $1) and ($2::uuid is null or id < $2::uuid) order by id desc limit $3`,
}
const one: Statement = { name: 'staff_user', text: `select ${columns} where id = $1` }

type Row = {
  id: string
  username: string | null
  display_name: string | null
  avatar_media_id: string | null
  email: string
  email_verified: boolean
  is_creator: boolean
  role: 'user' | 'staff'
  created_at: Date
  suspended_at: Date | null
  suspended_reason: string | null
  deleted_at: Date | null
}
