import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { staffAuditEntries } from '../../platform/db/schema/staff.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../identity/viewer.ts'

/** Writes what staff do into the append-only log, in the transaction that does it (PRODUCT 26). */
export async function auditStaff(
  tx: Db,
  viewer: Viewer,
  action: string,
  object: { kind: string; id: string },
  note: string | null = null,
): Promise<void> {
  await tx.insert(staffAuditEntries).values({
    id: newId(),
    staffId: viewer.id,
    action,
    objectKind: object.kind,
    objectId: object.id,
    note,
    createdAt: new Date(),
  })
}

/** Nobody looks at somebody's documents without leaving their name in the log: one line for each of staff and each time they were handed in. */
export async function auditStaffRead(ctx: Services, viewer: Viewer, userId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    // Both pictures are asked for at the same moment.
    const [unseen] = await tx.run(submission, [userId])
    const [before] = await tx.run(lookedBefore, [viewer.id, userId])
    if (unseen !== undefined && before === undefined)
      await auditStaff(tx, viewer, 'verification.look', { kind: 'user', id: userId })
  })
}
const submission: Statement = {
  name: 'staff_submission',
  text: `select 1 from creator_verifications where user_id = $1::uuid for update`,
}
const lookedBefore: Statement = {
  name: 'staff_looked_before',
  text: `select 1 from staff_audit_entries s join creator_verifications c on c.user_id::text = s.object_id
    where s.staff_id = $1::uuid and s.action = 'verification.look' and s.object_kind = 'user' and s.object_id = $2::text
      and s.created_at >= coalesce(c.submitted_at, c.updated_at) limit 1`,
}
