import { auditStaff } from '../../platform/audit/staff-audit.ts'
import type { Statement } from '../../platform/db/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'

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
