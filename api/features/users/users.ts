import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { blocks, follows } from '../../platform/db/schema/users.ts'

/** Makes the follow and counts it once, however often it is asked. Answers whether it is new. */
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

/** Blocks: follows end both ways, subscriptions stop renewing, purchases stay (product §16). */
export async function block(tx: Db, blockerId: string, blockedId: string): Promise<void> {
  await tx.insert(blocks).values({ blockerId, blockedId, createdAt: new Date() }).onConflictDoNothing()
  await unfollow(tx, blockerId, blockedId)
  await unfollow(tx, blockedId, blockerId)
  for (const [fanId, creatorId] of [
    [blockerId, blockedId],
    [blockedId, blockerId],
  ] as const) {
    await tx
      .update(subscriptions)
      .set({
        renewsAt: null,
        status: sql`case when ${subscriptions.activeUntil} is null then 'ended' else 'cancelled' end`,
        updatedAt: new Date(),
      })
      .where(
        and(
          eq(subscriptions.fanId, fanId),
          eq(subscriptions.creatorId, creatorId),
          sql`${subscriptions.status} <> 'ended'`,
        ),
      )
  }
}

export async function unblock(tx: Db, blockerId: string, blockedId: string): Promise<void> {
  await tx.delete(blocks).where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)))
}

const count = (tx: Db, userId: string, by: number) =>
  tx
    .update(users)
    .set({ followersCount: sql`${users.followersCount} + ${by}` })
    .where(eq(users.id, userId))
