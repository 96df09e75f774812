import type { MemberRole } from '../agency-shapes.ts'

/** What a role opens in an agency beside the grants that a member may have (product §33, §86). */

/** Invites, sets rights and rules, removes members, and sees what the team earned. */
export const managesAgency = (role: MemberRole): boolean => role === 'owner' || role === 'admin'

/** Reads conversations of the agency's creators without a grant, to review what its operators wrote. */
export const supervises = (role: MemberRole): boolean => role === 'owner' || role === 'supervisor'

/** Sees the figures of the whole team instead of their own. */
export const seesTeamFigures = (role: MemberRole): boolean => managesAgency(role) || supervises(role)

/** What decides whether a member may read the conversations of a creator as a supervisor. */
export type SupervisionFacts = {
  role: MemberRole
  /** The creator's account is open, they are represented by the agency now, and their ceiling has `can_chat`. */
  isOpen: boolean
  isRepresented: boolean
  mayChat: boolean
  /** The creator has blocked the member, or ended their access and not allowed it again (product §49). */
  isBlocked: boolean
  isEndedByCreator: boolean
}

export const maySupervise = (facts: SupervisionFacts): boolean =>
  supervises(facts.role) &&
  facts.isOpen &&
  facts.isRepresented &&
  facts.mayChat &&
  !facts.isBlocked &&
  !facts.isEndedByCreator

/** Whether a member may review what another wrote: only of a lower role, and never of themselves. */
export const mayReview = (reviewer: MemberRole, author: MemberRole): boolean =>
  supervises(reviewer) && outranks(reviewer, author)

/** Whether a member may remove another. Everyone but the owner may leave. */
export const mayRemove = (remover: MemberRole, other: MemberRole, isSelf: boolean): boolean =>
  other !== 'owner' && (isSelf || (managesAgency(remover) && outranks(remover, other)))

const outranks = (higher: MemberRole, lower: MemberRole): boolean => rank[higher] > rank[lower]
const rank: Record<MemberRole, number> = { owner: 3, admin: 2, supervisor: 1, operator: 0 }
