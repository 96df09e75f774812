import { eq, sql } from 'drizzle-orm'
import { birthdateVerdict, isMinor } from '../../../contract/policy/birthdate.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { refuse } from '../../platform/http/refusal.ts'

/**
 * Gives a user their birthdate within the caller's transaction; it stays, because the rules about age rely on it.
 * Answers false for `underage`: the caller changes nothing else, commits, and refuses afterwards, because a rollback
 * would also undo the record of a minor's birthdate (product §25).
 */
export async function takeBirthdate(tx: Db, userId: string, birthdate: string, now: number): Promise<boolean> {
  const [user] = await tx
    .select({ birthdate: users.birthdate, refused: users.refusedBirthdate })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (user?.birthdate === birthdate) return true
  if (user?.birthdate != null) throw refuse('already_done', { fields: { birthdate: ['settled'] } })
  const verdict = birthdateVerdict(birthdate, user?.refused ?? null, now)
  if (verdict === 'underage') {
    if (isMinor(birthdate, now)) await recordRefusal(tx, userId, birthdate)
    return false
  }
  if (verdict !== 'allowed') throw refuse('invalid_input', { fields: { birthdate: [verdict] } })
  await tx.update(users).set({ birthdate, updatedAt: new Date() }).where(eq(users.id, userId))
  return true
}

/** Keeps the later of two refused birthdates, so that a second try brings the eighteenth birthday no closer. */
async function recordRefusal(tx: Db, userId: string, birthdate: string): Promise<void> {
  await tx
    .update(users)
    .set({ refusedBirthdate: sql`greatest(${users.refusedBirthdate}, ${birthdate}::date)`, updatedAt: new Date() })
    .where(eq(users.id, userId))
}
