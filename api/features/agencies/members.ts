import type { MemberRole } from '../../../contract/agencies.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'

/** The caller's place in an agency; not found for everybody else, and once it is dissolved. */
export async function getMember(db: Db, userId: string, agencyId: string): Promise<Member> {
  const [row] = await db.run<Member>(memberOf, [agencyId, userId])
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The same, held until the commit: who is made less or removed meanwhile was so before, or is so afterwards. */
export async function requireMember(tx: Db, userId: string, agencyId: string): Promise<Member> {
  const [row] = await tx.run<Member>(memberHeld, [agencyId, userId])
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The caller as owner or admin of an agency, held until the commit; 403 for its operators. */
export async function requireManager(tx: Db, userId: string, agencyId: string): Promise<Member> {
  const member = await requireMember(tx, userId, agencyId)
  if (member.role === 'operator') throw refuse('forbidden')
  return member
}

export async function requireOwner(tx: Db, userId: string, agencyId: string): Promise<Member> {
  const member = await requireMember(tx, userId, agencyId)
  if (member.role !== 'owner') throw refuse('forbidden')
  return member
}

/** Another member of the same agency by the id of the row, held until the commit. */
export async function lockOtherMember(tx: Db, agencyId: string, memberId: string): Promise<Member> {
  const [row] = await tx.run<Member>(otherHeld, [agencyId, memberId])
  if (row === undefined) throw refuse('not_found')
  return row
}

/** The members who see to an agency, to be told what creators decide. */
export async function managersOf(db: Db, agencyId: string): Promise<string[]> {
  const rows = await db.run<{ user_id: string }>(managers, [agencyId])
  return rows.map((row) => row.user_id)
}

export type Member = { id: string; user_id: string; role: MemberRole; agency_name: string }

const columns = `m.id, m.user_id, m.role, a.name as agency_name`
const standing = `select ${columns} from agency_members m join agencies a on a.id = m.agency_id and a.dissolved_at is null
    where m.agency_id = $1::uuid and m.ended_at is null`
const memberOf: Statement = { name: 'agencies_member_of', text: `${standing} and m.user_id = $2::uuid` }
const memberHeld: Statement = {
  name: 'agencies_member_held',
  text: `${standing} and m.user_id = $2::uuid for update of m`,
}
const otherHeld: Statement = { name: 'agencies_other_held', text: `${standing} and m.id = $2::uuid for update of m` }
const managers: Statement = {
  name: 'agencies_managers',
  text: `select user_id from agency_members where agency_id = $1::uuid and ended_at is null and role <> 'operator'`,
}
