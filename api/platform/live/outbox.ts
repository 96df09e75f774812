import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import type { LiveMessage, PublishedEvent, RecordedEvent } from './live.ts'
import { eventsSince, forgetOldEvents, forgottenAtOnce, insertEvents } from './statements.ts'

/** Gives events their ids and stores them in the caller's transaction. */
export async function recordEvents(
  tx: Db,
  events: readonly (LiveMessage & { id?: string })[],
): Promise<PublishedEvent[]> {
  const recorded = events.map((event) => ({
    id: event.id ?? newId(),
    userId: event.userId,
    type: event.type,
    payload: { ...event.payload } as Record<string, unknown>,
  }))
  if (recorded.length > 0) {
    await tx.run(insertEvents, {
      events: recorded.map(({ id, userId, type, payload }) => ({
        id,
        user_id: userId,
        type,
        payload: storedPayload(payload),
      })),
    })
  }
  return recorded
}

/**
 * What is stored of a payload. A message is stored by its id: its text may be deleted, its media locked or their
 * addresses expired by the time the event is read again.
 */
function storedPayload(payload: Record<string, unknown>): Record<string, unknown> {
  const { message, ...rest } = payload
  if (typeof message !== 'object' || message === null || !('id' in message)) return payload
  return { ...rest, message_id: message.id }
}

/** The events of one or many users since the time of an id, oldest first, at most `limit`. */
export const readSince = (
  db: Db,
  userIds: readonly string[],
  sinceMs: number,
  limit: number,
): Promise<RecordedEvent[]> => db.run(eventsSince, { users: userIds, since: lowestId(sinceMs), limit })

/** The moment of a UUIDv7 in ms, or null when it is none. */
export function momentOf(id: string): number | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(id)) return null
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The smallest UUIDv7 of a moment. */
function lowestId(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}

/** Deletes the events that are older than a day, a bounded number of rows at a time. */
export async function prune(db: Db): Promise<void> {
  for (let gone = forgottenAtOnce; gone === forgottenAtOnce; ) {
    const [row] = await db.run(forgetOldEvents, {})
    gone = row?.gone ?? 0
  }
}

export const retentionMs = 86_400_000
