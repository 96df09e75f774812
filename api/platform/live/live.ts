import type { LivePayload, LiveType } from '../../../contract/live.ts'
import type { Db } from '../db/db.ts'

/** How features tell browsers what happened; `api/platform/live/` owns how it gets there. */
export type Live = {
  /**
   * Records events in the transaction that causes them, and answers a function that tells the sockets, to be called
   * after the commit. What is recorded can be asked for again after a gap; what is only told cannot.
   */
  record(tx: Db, events: LiveMessage[]): Promise<() => void>
  /** Tells without recording: typing, presence, or what the caller recorded itself under this `id`. */
  publish(event: LiveMessage & { id?: string }): void
  /** Closes the sockets of a session, of a person, or of every session that acts under a grant, on every node. */
  revoke(whose: RevocationTarget, reason: string): void
  /** Whether a person has a socket of their own (an operator's does not count) on any node. */
  isOnline(userId: string): boolean
  /** Adds a socket; answers how to take it away again. */
  subscribe(ear: Subscriber): () => void
}

/** One function that tells all of these, in their order. */
export const runAll = (told: readonly (() => void)[]) => () => {
  for (const tell of told) tell()
}

export type RevocationTarget = { sessionId: string } | { grantId: string } | { userId: string }

export type LiveMessage = { [T in LiveType]: { userId: string; type: T; payload: LivePayload<T> } }[LiveType]

/** An event on its way to sockets. */
export type PublishedEvent = { id: string; userId: string; type: string; payload: Record<string, unknown> }

/** An event as it was recorded; a message is kept by its id alone, and the feature presents it anew. */
export type RecordedEvent = { id: string; user_id: string; type: string; payload: Record<string, unknown> }

/** An open socket as the hub sees it. */
export type Subscriber = {
  /** Whose events it hears. */
  userId: string
  sessionId: string
  grantId: string | null
  operatorId: string | null
  onEvent(event: PublishedEvent, text: () => string): void
  /** Hears what was missed while the nodes could not reach each other. */
  catchUp(missed: RecordedEvent[]): void
  revoke(reason: string): void
  restart(): void
  /** Whether the session still holds what the socket was opened with. */
  stillHolds(): Promise<boolean>
}
