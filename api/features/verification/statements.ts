import { int, statement, text, uuid } from '../../platform/db/statement.ts'

export const lockSubmission = statement(
  'staff_submission',
  { user: uuid },
  { found: int },
  ({ user }) => `select 1 as found from creator_verifications where user_id = ${user} for update`,
)

/** Whether this staff member has looked at the documents since they were last submitted. */
export const findLook = statement(
  'staff_looked_before',
  { staff: uuid, user: text },
  { found: int },
  ({ staff, user }) => `
    select 1 as found from staff_audit_entries s join creator_verifications c on c.user_id::text = s.object_id
    where s.staff_id = ${staff} and s.action = 'verification.look' and s.object_kind = 'user' and s.object_id = ${user}
      and s.created_at >= coalesce(c.submitted_at, c.updated_at) limit 1`,
)
