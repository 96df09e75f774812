import type { LivePayload, LiveType } from '../../contract/live.ts'
import type { Db } from '../db/db.ts'

/** How features tell browsers what happened; `api/live/` owns how it gets there. */
export type Live = {
  /**
   * Records events in the transaction that causes them, and answers a function that tells the sockets, to be called
   * after the commit. What is recorded can be asked for again after a gap; what is only told cannot.
   */
  record(tx: Db, events: LiveMessage[]): Promise<() => void>
  /** Tells without recording: typing, presence. */
  tell(event: LiveMessage): void
  /** Closes the sockets of a session, or of every session that acts under a grant, on every node. */
  revoke(whose: { sessionId: string } | { grantId: string } | { userId: string }, reason: string): void
  isOnline(userId: string): boolean
}

export type LiveMessage = { [T in LiveType]: { userId: string; type: T; payload: LivePayload<T> } }[LiveType]
