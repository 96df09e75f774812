import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { minimumAge } from '../../../contract/limits.ts'
import type { Verification } from '../../../contract/verification.ts'
import { creatorVerifications } from '../../platform/db/schema/staff.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'

type Row = typeof creatorVerifications.$inferSelect

/** Where a person's verification stands (product §20). Creators of before count as approved. */
export async function readVerification(on: Services, userId: string): Promise<Verification> {
  const [row] = await on.db.select().from(creatorVerifications).where(eq(creatorVerifications.userId, userId))
  if (row !== undefined) return showVerification(row)
  const [user] = await on.db.select({ isCreator: users.isCreator }).from(users).where(eq(users.id, userId))
  return { ...showVerification(undefined), status: user?.isCreator ? 'approved' : 'none' }
}

export function showVerification(row: Row | undefined): Verification {
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

/** Begins, corrects while nothing is handed in, or begins again after a rejection. */
export async function initVerification(on: Services, userId: string, claim: Claim): Promise<Verification> {
  checkAge(claim.birthdate, on.now())
  const facts = {
    legalName: claim.legal_name,
    birthdate: claim.birthdate,
    country: claim.country,
    documentKind: claim.document_kind,
  }
  const [user] = await on.db.select({ isCreator: users.isCreator }).from(users).where(eq(users.id, userId))
  if (user?.isCreator) throw refuse('already_done')
  const [row] = await on.db
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
  return showVerification(row)
}

/** Hands the form to staff; both images must be there. */
export async function submitVerification(on: Services, userId: string): Promise<Verification> {
  const ready = and(
    eq(creatorVerifications.userId, userId),
    eq(creatorVerifications.status, 'started'),
    isNotNull(creatorVerifications.documentImageId),
    isNotNull(creatorVerifications.selfieImageId),
  )
  const [row] = await on.db
    .update(creatorVerifications)
    .set({ status: 'pending', submittedAt: sql`now()`, updatedAt: new Date() })
    .where(ready)
    .returning()
  if (row !== undefined) return showVerification(row)
  const now = await readVerification(on, userId)
  if (now.status !== 'started')
    throw now.status === 'none'
      ? refuse('invalid_input', { fields: { legal_name: ['missing'] } })
      : refuse('already_done')
  throw refuse('invalid_input', { fields: { [now.has_document ? 'selfie' : 'document']: ['missing'] } })
}

function checkAge(birthdate: string, now: number): void {
  const born = new Date(`${birthdate}T00:00:00Z`)
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== birthdate || born.getUTCFullYear() < 1900) {
    throw refuse('invalid_input', { fields: { birthdate: ['not a day'] } })
  }
  if (Date.UTC(born.getUTCFullYear() + minimumAge, born.getUTCMonth(), born.getUTCDate()) > now)
    throw refuse('underage')
}
