import type { MemberRole } from '../../../contract/agency-shapes.ts'
import { m } from '../../paraglide/messages.js'

const labels: Record<MemberRole, () => string> = {
  owner: m.agencies_role_owner,
  admin: m.agencies_role_admin,
  supervisor: m.agencies_role_supervisor,
  operator: m.agencies_role_operator,
}

/** A role in the viewer's language. */
export const roleLabel = (role: MemberRole): string => labels[role]()
