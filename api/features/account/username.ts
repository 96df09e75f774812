import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { usernameQuarantineDays } from '../../../contract/limits.ts'
import { mayBeUsername, usernameLook } from '../../../contract/policy/username.ts'
import { canonicalUsername } from '../../../contract/username.ts'
import { type Db, violated } from '../../platform/db/db.ts'
import { formerUsernames } from '../../platform/db/schema/account.ts'
import { usernameLook as lookInSql, users } from '../../platform/db/schema/identity.ts'
import { refuse } from '../../platform/http/refusal.ts'

/**
 * Gives a user a username within the caller's transaction (product §24). It must match the pattern, be neither reserved
 * nor taken nor given up by another user in the last 90 days, and not look like a creator's. The old one redirects for
 * 90 days. Answers until when.
 */
export async function takeUsername(
  tx: Db,
  userId: string,
  typed: string,
  now: number,
): Promise<{ username: string; formerUntil: Date | null }> {
  const username = canonicalUsername(typed)
  if (!mayBeUsername(username)) throw refuse('invalid_username', { fields: { username: ['not possible'] } })
  const [before] = await tx.select({ username: users.username }).from(users).where(eq(users.id, userId))
  if (before?.username === username) return { username, formerUntil: null }
  await tx
    .update(users)
    .set({ username, updatedAt: new Date() })
    .where(eq(users.id, userId))
    .catch((error: unknown) => {
      throw violated(error) === 'users_username' ? taken() : error
    })
  // Read after the update, which has waited for a concurrent transaction that gives up the name.
  if (await isSpokenFor(tx, userId, username, now)) throw taken()
  await tx.delete(formerUsernames).where(eq(formerUsernames.username, username))
  if (!before?.username) return { username, formerUntil: null }
  const formerUntil = new Date(now + usernameQuarantineDays * 86_400_000)
  await tx
    .insert(formerUsernames)
    .values({ username: before.username, userId, until: formerUntil })
    .onConflictDoUpdate({
      target: formerUsernames.username,
      set: { userId, until: formerUntil, createdAt: new Date() },
    })
  return { username, formerUntil }
}

/** Why a user may not take this username now; null when they may. */
export async function usernameVerdict(
  db: Db,
  userId: string,
  typed: string,
  now: number,
): Promise<null | 'invalid_username' | 'username_taken'> {
  const username = canonicalUsername(typed)
  if (!mayBeUsername(username)) return 'invalid_username'
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.username, username))
  if (owner !== undefined) return owner.id === userId ? null : 'username_taken'
  return (await isSpokenFor(db, userId, username, now)) ? 'username_taken' : null
}

/** The present username of a user who gave this one up lately, for the redirect. */
export async function formerOwner(db: Db, username: string, now: number): Promise<string | null> {
  const [row] = await db
    .select({ username: users.username })
    .from(formerUsernames)
    .innerJoin(users, eq(users.id, formerUsernames.userId))
    .where(and(eq(formerUsernames.username, username), gt(formerUsernames.until, new Date(now))))
  return row?.username ?? null
}

async function isSpokenFor(db: Db, userId: string, username: string, now: number): Promise<boolean> {
  const [former] = await db
    .select({ userId: formerUsernames.userId })
    .from(formerUsernames)
    .where(
      and(
        eq(formerUsernames.username, username),
        ne(formerUsernames.userId, userId),
        gt(formerUsernames.until, new Date(now)),
      ),
    )
  if (former !== undefined) return true
  const [lookalike] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`is_creator`, eq(lookInSql(sql`username`), usernameLook(username)), ne(users.id, userId)))
    .limit(1)
  return lookalike !== undefined
}

const taken = () => refuse('username_taken', { fields: { username: ['taken'] } })
