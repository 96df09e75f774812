import { type Flag, flags } from '../../contract/endpoint.ts'
import type { Permissions } from '../../contract/profile.ts'
import type { Row } from './acting-flags.ts'

/** All combinations of the six flags. */
export const flagSets: Permissions[] = Array.from(
  { length: 64 },
  (_, bits) => Object.fromEntries(flags.map((flag, at) => [flag, (bits & (1 << at)) !== 0])) as Permissions,
)

/** The flags that are set, for an error message. */
export const held = (permissions: Permissions): string =>
  flags.filter((flag) => permissions[flag]).join('+') || 'nothing'

/** Whether these rights are all that is needed. */
export const grants = (permissions: Permissions, needs: readonly string[]): boolean =>
  needs.every((flag) => permissions[flag as Flag] === true)

/** Null when an answer is what the row promises, else the actual answer. */
export function expectedOutcome(
  row: Row,
  permissions: Permissions,
  { status, refusal }: { status: number; refusal: { error?: string; flag?: string } },
  asVisitor: number,
): string | null {
  if (status >= 500) return `${status}`
  const closed = status === 403 && (refusal.error === 'permission_denied' || refusal.error === 'not_staff')
  // Closed to operators: a named flag is one that the operator lacks at the enclosing endpoint.
  if (row === 'never') {
    const isHeld = permissions[refusal.flag as Flag] === true
    return closed && !isHeld && refusal.flag !== 'can_chat' ? null : `open: ${status} ${refusal.flag}`
  }
  if (!Array.isArray(row)) {
    if (closed || status === 401) return `closed: ${status}`
    return grants(permissions, row.visitorWithout) || status === asVisitor
      ? null
      : `not as a visitor: ${status} for ${asVisitor}`
  }
  if (status === 401) return 'visitor'
  if (grants(permissions, row)) return closed ? `closed by ${refusal.flag}` : null
  return closed && row.includes(refusal.flag ?? '') && !grants(permissions, [refusal.flag ?? ''])
    ? null
    : `open: ${status} ${refusal.error}`
}
