import type { Db } from '../db/db.ts'
import type { RecordedEvent, Subscriber } from './live.ts'
import { momentOf, readSince } from './outbox.ts'
import { liveSessions } from './statements.ts'
import type { Subscribers } from './subscribers.ts'

/**
 * Reads recorded events that this node's sockets did not receive: because Redis is down, or because the node that
 * recorded them died before it published them. `isNew` answers false for an event that was delivered.
 */
export function createOutboxSweep(
  db: Db,
  subscribers: Subscribers,
  isNew: (event: RecordedEvent) => boolean,
): { sweep: () => Promise<void>; ageSeconds: () => number; recovered: () => number } {
  let sweptTo = Date.now()
  /** Events from before this moment have been sent. */
  let completeTo = sweptTo
  let recovered = 0
  const sweep = withoutOverlap(async () => {
    const now = Date.now()
    if (subscribers.isEmpty()) {
      completeTo = now
      return
    }
    const since = Math.max(sweptTo - overlapMs, now - 120_000)
    const recorded = await readSince(db, subscribers.userIds(), since, sweepRows)
    sweptTo = recorded.length < sweepRows ? now : (momentOf(recorded.at(-1)?.id ?? '') ?? now) + overlapMs
    completeTo = Math.min(sweptTo, now)
    const unsent = recorded.filter(isNew)
    recovered += unsent.length
    for (const [userId, missed] of Map.groupBy(unsent, (event) => event.user_id))
      for (const subscriber of subscribers.of(userId)) subscriber.catchUp(missed)
  })
  return { sweep, ageSeconds: () => Math.max(0, Date.now() - completeTo) / 1_000, recovered: () => recovered }
}

/** Checks that sockets still hold their rights, so that a revocation that was not received closes them too. */
export function createRightsCheck(db: Db, subscribers: Subscribers): () => Promise<void> {
  let next = 0
  return withoutOverlap(async () => {
    const all = subscribers.all()
    const count = Math.min(all.length, checkedAtOnce)
    const checked = Array.from({ length: count }, (_, index) => all[(next + index) % all.length] as Subscriber)
    next = (next + checkedAtOnce) % Math.max(all.length, 1)
    await Promise.all([
      revokeEndedSessions(
        db,
        checked.filter((subscriber) => subscriber.grantId === null),
      ),
      ...checked.filter((subscriber) => subscriber.grantId !== null).map(revokeLostGrant),
    ])
  })
}

async function revokeEndedSessions(db: Db, subscribers: readonly Subscriber[]): Promise<void> {
  if (subscribers.length === 0) return
  const sessions = [...new Set(subscribers.map((subscriber) => subscriber.sessionId))]
  const running = new Set((await db.run(liveSessions, { sessions })).map((row) => row.id))
  for (const subscriber of subscribers) if (!running.has(subscriber.sessionId)) subscriber.revoke('session_ended')
}

async function revokeLostGrant(subscriber: Subscriber): Promise<void> {
  if (!(await subscriber.stillHolds())) subscriber.revoke('permission_denied')
}

/** A slow database is not asked again before it has answered. */
function withoutOverlap(run: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await run()
    } finally {
      isRunning = false
    }
  }
}

const sweepRows = 5_000
/** Longer than a statement takes to commit. */
const overlapMs = 3_000
const checkedAtOnce = 5_000
