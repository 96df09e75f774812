import type { LivePayload, LiveType } from '../../../contract/live.ts'
import type { Db } from '../db/db.ts'

/** How features publish events to browsers; `api/platform/live/` owns how they get there. */
export type Live = {
  /**
   * Records events in the transaction that causes them, and returns a function that publishes them, to be called
   * after the commit. A recorded event can be read again after a gap; one that is only published cannot.
   */
  record(tx: Db, events: LiveMessage[]): Promise<() => void>
  /** Publishes without recording: typing, presence, or what the caller recorded itself under this `id`. */
  publish(event: LiveMessage & { id?: string }): void
  /** Closes the sockets of a session, of a person, or of every session that acts under a grant, on every node. */
  revoke(target: RevocationTarget, reason: string): void
  /** Whether a person has a socket of their own (an operator's does not count) on any node. */
  isOnline(userId: string): boolean
  /** Adds a socket; returns a function that removes it. */
  subscribe(subscriber: Subscriber): () => void
  /** How old a recorded event may be that this node has not sent to its sockets yet, in seconds. */
  outboxAgeSeconds(): number
  /** How many recorded events this node has sent that came from the database and not from the node that recorded them. */
  recoveredEvents(): number
}

/** One function that runs all of these effects, in their order. */
export const runAll = (effects: readonly (() => void)[]) => () => {
  for (const effect of effects) effect()
}

export type RevocationTarget = { sessionId: string } | { grantId: string } | { userId: string }

export type LiveMessage = { [T in LiveType]: { userId: string; type: T; payload: LivePayload<T> } }[LiveType]

/** An event on its way to sockets. */
export type PublishedEvent = { id: string; userId: string; type: string; payload: Record<string, unknown> }

/** An event as it was recorded; a message is stored by its id alone, and its feature presents it again. */
export type RecordedEvent = { id: string; user_id: string; type: string; payload: Record<string, unknown> }

/** An open socket as the hub sees it. */
export type Subscriber = {
  /** Whose events it receives. */
  userId: string
  sessionId: string
  grantId: string | null
  operatorId: string | null
  onEvent(event: PublishedEvent, text: () => string): void
  /** Receives what was missed while the nodes could not reach each other. */
  catchUp(missed: RecordedEvent[]): void
  revoke(reason: string): void
  restart(): void
  /** Whether the session still holds what the socket was opened with. */
  stillHolds(): Promise<boolean>
}
