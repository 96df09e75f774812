import { managesAgency } from '../../../contract/policy/supervision.ts'
import type { Db } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { lockMember, lockMemberOfUser, type Member, readManagers, readMember } from './statements.ts'

/** The caller's membership of an agency; not found for others, and after it is dissolved. */
export async function getMember(db: Db, userId: string, agencyId: string): Promise<Member> {
  const [row] = await db.run(readMember, { agency: agencyId, user: userId })
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The same, locked until the commit, so that a concurrent demotion or removal comes before or after. */
export async function requireMember(tx: Db, userId: string, agencyId: string): Promise<Member> {
  const [row] = await tx.run(lockMemberOfUser, { agency: agencyId, user: userId })
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The caller as owner or admin of an agency, locked until the commit; 403 for others. */
export async function requireManager(tx: Db, userId: string, agencyId: string): Promise<Member> {
  const member = await requireMember(tx, userId, agencyId)
  if (!managesAgency(member.role)) throw refuse('forbidden')
  return member
}

export async function requireOwner(tx: Db, userId: string, agencyId: string): Promise<Member> {
  const member = await requireMember(tx, userId, agencyId)
  if (member.role !== 'owner') throw refuse('forbidden')
  return member
}

/** Another member of the same agency by the id of the row, locked until the commit. */
export async function lockOtherMember(tx: Db, agencyId: string, memberId: string): Promise<Member> {
  const [row] = await tx.run(lockMember, { agency: agencyId, member: memberId })
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The managers of an agency, who are notified of what creators decide. */
export async function managersOf(db: Db, agencyId: string): Promise<string[]> {
  const rows = await db.run(readManagers, { agency: agencyId })
  return rows.map((row) => row.user_id)
}
