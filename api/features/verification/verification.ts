import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { birthdateVerdict } from '../../../contract/policy/birthdate.ts'
import type { Verification } from '../../../contract/verification.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { creatorVerifications } from '../../platform/db/schema/staff.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'

type Row = typeof creatorVerifications.$inferSelect

/** The state of a user's verification (product §20). Creators from before count as approved. */
export async function readVerification(ctx: Services, userId: string): Promise<Verification> {
  const [row] = await ctx.db.select().from(creatorVerifications).where(eq(creatorVerifications.userId, userId))
  if (row !== undefined) return presentVerification(row)
  const [user] = await ctx.db.select({ isCreator: users.isCreator }).from(users).where(eq(users.id, userId))
  return { ...presentVerification(undefined), status: user?.isCreator ? 'approved' : 'none' }
}

export function presentVerification(row: Row | undefined): Verification {
  return {
    status: row?.status ?? 'none',
    reason: row?.reason ?? null,
    legal_name: row?.legalName ?? null,
    birthdate: row?.birthdate ?? null,
    country: row?.country ?? null,
    document_kind: row?.documentKind ?? null,
    has_document: (row?.documentImageId ?? null) !== null,
    has_selfie: (row?.selfieImageId ?? null) !== null,
    submitted_at: row?.submittedAt?.toISOString() ?? null,
  }
}

export type Claim = { legal_name: string; birthdate: string; country: string; document_kind: Row['documentKind'] }

/** Starts a verification, edits it before submission, or starts again after a rejection. */
export async function initVerification(ctx: Services, userId: string, claim: Claim): Promise<Verification> {
  const [user] = await ctx.db
    .select({ isCreator: users.isCreator, refusedBirthdate: users.refusedBirthdate })
    .from(users)
    .where(eq(users.id, userId))
  checkBirthdate(claim.birthdate, user?.refusedBirthdate ?? null, ctx.now())
  if (user?.isCreator) throw refuse('already_done')
  const facts = {
    legalName: claim.legal_name,
    birthdate: claim.birthdate,
    country: claim.country,
    documentKind: claim.document_kind,
  }
  const [row] = await ctx.db
    .insert(creatorVerifications)
    .values({ userId, status: 'started', ...facts })
    .onConflictDoUpdate({
      target: creatorVerifications.userId,
      set: {
        status: 'started',
        ...facts,
        reason: null,
        submittedAt: null,
        decidedAt: null,
        decidedBy: null,
        updatedAt: new Date(),
      },
      setWhere: inArray(creatorVerifications.status, ['started', 'rejected']),
    })
    .returning()
  if (row === undefined) throw refuse('already_done')
  return presentVerification(row)
}

/** Submits the form to staff; both images must be there. */
export async function submitVerification(ctx: Services, userId: string): Promise<Verification> {
  const ready = and(
    eq(creatorVerifications.userId, userId),
    eq(creatorVerifications.status, 'started'),
    isNotNull(creatorVerifications.documentImageId),
    isNotNull(creatorVerifications.selfieImageId),
  )
  const [row] = await ctx.db
    .update(creatorVerifications)
    .set({ status: 'pending', submittedAt: sql`now()`, updatedAt: new Date() })
    .where(ready)
    .returning()
  if (row !== undefined) return presentVerification(row)
  const now = await readVerification(ctx, userId)
  if (now.status !== 'started')
    throw now.status === 'none'
      ? refuse('invalid_input', { fields: { legal_name: ['missing'] } })
      : refuse('already_done')
  throw refuse('invalid_input', { fields: { [now.has_document ? 'selfie' : 'document']: ['missing'] } })
}

/** The birthdate must be an adult's, and none other than one that was refused at onboarding (product §25). */
function checkBirthdate(birthdate: string, refused: string | null, now: number): void {
  const verdict = birthdateVerdict(birthdate, refused, now)
  if (verdict === 'underage') throw refuse('underage')
  if (verdict !== 'allowed') throw refuse('invalid_input', { fields: { birthdate: [verdict] } })
}
