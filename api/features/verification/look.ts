import { auditStaff } from '../../platform/audit/staff-audit.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { findLook, lockSubmission } from './statements.ts'

/** Writes an audit entry when a staff member looks at documents: one per staff member and submission. */
export async function auditStaffRead(ctx: Services, viewer: Viewer, userId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    // Both images are requested at the same moment.
    const [submission] = await tx.run(lockSubmission, { user: userId })
    const [look] = await tx.run(findLook, { staff: viewer.id, user: userId })
    if (submission !== undefined && look === undefined)
      await auditStaff(tx, viewer, 'verification.look', { kind: 'user', id: userId })
  })
}
