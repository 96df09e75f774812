import { newId } from '../db/ids.ts'
import type { Db } from '../db/db.ts'
import { liveEvents } from '../db/schema/chat.ts'
import type { Env } from '../env.ts'
import type { Live, LiveMessage } from './live.ts'

/** Opens the live room of this process. */
export async function openLive(_on: { db: Db; env: Env }): Promise<Live & { close(): Promise<void> }> {
  return {
    async record(tx, events) {
      if (events.length > 0) {
        await tx.insert(liveEvents).values(events.map((it) => ({ id: newId(), userId: it.userId, type: it.type, payload: it.payload })))
      }
      return () => events.forEach(deliver)
    },
    tell: deliver,
    revoke: () => undefined,
    isOnline: () => false,
    close: async () => undefined,
  }
}

const deliver = (_event: LiveMessage): void => undefined
