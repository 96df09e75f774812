import type { Db } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { softDeleteChunk } from './delivery-statements.ts'

/**
 * Deletes the messages of an unsent broadcast, a chunk at a time; what was bought stays in the library. The events are
 * recorded, so that a fan who is away for a moment learns of it on return.
 */
export async function retract(ctx: Services, broadcastId: string): Promise<void> {
  for (let deleted = chunkSize; deleted === chunkSize; ) {
    const { count, afterCommit } = await ctx.db.transact((tx) => retractChunk(tx, ctx, broadcastId))
    afterCommit()
    deleted = count
  }
}

async function retractChunk(
  tx: Db,
  ctx: Services,
  broadcastId: string,
): Promise<{ count: number; afterCommit: () => void }> {
  const rows = await tx.run(softDeleteChunk, { broadcast: broadcastId, limit: chunkSize })
  const afterCommit = await ctx.live.record(
    tx,
    rows.map(({ id, session_id, seq, receiver_id }) => ({
      userId: receiver_id,
      type: 'message_deleted' as const,
      payload: { session_id, message_id: id, seq },
    })),
  )
  return { count: rows.length, afterCommit }
}

/** Few, because each locks the conversation of a message until the transaction ends. */
const chunkSize = 500
