import { and, eq } from 'drizzle-orm'
import type { StaffVerification } from '../../../contract/staff.ts'
import { requireStaffAuth } from '../../identity/recent-auth.ts'
import { publicMedia } from '../../people/views.ts'
import { auditStaff } from '../../platform/audit/staff-audit.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { creatorVerifications } from '../../platform/db/schema/staff.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { readVerificationOfUser, readVerifications, type VerificationRow } from './statements.ts'

/** Verifications in one state, longest waiting first. */
export async function listVerifications(
  ctx: Services,
  status: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
) {
  const limit = page.limit ?? 30
  const [at = null, user = null] = fromCursor(page.cursor, 'time', 'uuid') ?? []
  const found = await ctx.db.run(readVerifications, { status, at, user, limit: limit + 1 })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  return { data: rows.map((row) => presentForStaff(ctx, row)), next }
}

/** Approves a verification: the user is a creator from this commit on. Staff members cannot approve their own. */
export async function approve(ctx: Services, viewer: Viewer, userId: string): Promise<StaffVerification> {
  await decide(ctx, viewer, userId, 'approved', null)
  purgePerson(ctx, userId)
  return readOne(ctx, userId)
}

export async function reject(
  ctx: Services,
  viewer: Viewer,
  userId: string,
  reason: string,
): Promise<StaffVerification> {
  await decide(ctx, viewer, userId, 'rejected', reason)
  return readOne(ctx, userId)
}

async function decide(
  ctx: Services,
  viewer: Viewer,
  userId: string,
  status: 'approved' | 'rejected',
  reason: string | null,
): Promise<void> {
  requireStaffAuth(ctx, viewer)
  if (userId === viewer.id) throw refuse('own_thing')
  const email = await ctx.db.transact(async (tx) => {
    const [row] = await tx
      .update(creatorVerifications)
      .set({ status, reason, decidedAt: new Date(), decidedBy: viewer.id, updatedAt: new Date() })
      .where(and(eq(creatorVerifications.userId, userId), eq(creatorVerifications.status, 'pending')))
      .returning()
    if (row === undefined) {
      const [known] = await tx
        .select({ id: creatorVerifications.userId })
        .from(creatorVerifications)
        .where(eq(creatorVerifications.userId, userId))
      throw refuse(known === undefined ? 'not_found' : 'already_done')
    }
    const change =
      status === 'approved' ? { isCreator: true, priceCents: 0, updatedAt: new Date() } : { updatedAt: new Date() }
    const [user] = await tx.update(users).set(change).where(eq(users.id, userId)).returning({ email: users.email })
    await auditStaff(tx, viewer, `verification.${status}`, { kind: 'user', id: userId }, reason)
    return user?.email
  })
  const url = `${ctx.env.PUBLIC_ORIGIN}/creator${status === 'approved' ? '' : '/verification'}`
  if (email)
    await sendMail(ctx, { to: email, userId, kind: `verification_${status}`, url, facts: { reason: reason ?? '' } })
}

async function readOne(ctx: Services, userId: string): Promise<StaffVerification> {
  const [row] = await ctx.db.run(readVerificationOfUser, { user: userId })
  if (row === undefined) throw refuse('not_found')
  return presentForStaff(ctx, row)
}

function presentForStaff(ctx: Services, row: VerificationRow): StaffVerification {
  const image = (kind: string) => `/api/staff/verifications/${row.id}/images/${kind}`
  return {
    user: {
      id: row.id,
      username: row.username,
      display_name: row.display_name,
      avatar: publicMedia(ctx, row.avatar_media_id, 'thumb'),
    },
    status: row.status,
    legal_name: row.legal_name,
    birthdate: row.birthdate,
    onboarding_birthdate: row.onboarding_birthdate,
    country: row.country,
    document_kind: row.document_kind,
    document: row.document_image_id === null ? null : image('document'),
    selfie: row.selfie_image_id === null ? null : image('selfie'),
    reason: row.reason,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}
