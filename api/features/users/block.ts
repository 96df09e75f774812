import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { subscriptions } from '../../platform/db/schema/subscriptions.ts'
import { blocks } from '../../platform/db/schema/users.ts'
import { unfollow } from './follow.ts'

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
