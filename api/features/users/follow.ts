import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { follows } from '../../platform/db/schema/users.ts'

/** Follows, and counts it once however often it is called. Answers whether it is new. */
export async function follow(tx: Db, followerId: string, userId: string): Promise<boolean> {
  const made = await tx
    .insert(follows)
    .values({ followerId, userId, createdAt: new Date() })
    .onConflictDoNothing()
    .returning()
  if (made.length > 0) await count(tx, userId, 1)
  return made.length > 0
}

export async function unfollow(tx: Db, followerId: string, userId: string): Promise<void> {
  const gone = await tx
    .delete(follows)
    .where(and(eq(follows.followerId, followerId), eq(follows.userId, userId)))
    .returning()
  if (gone.length > 0) await count(tx, userId, -1)
}

const count = (tx: Db, userId: string, by: number) =>
  tx
    .update(users)
    .set({ followersCount: sql`${users.followersCount} + ${by}` })
    .where(eq(users.id, userId))
