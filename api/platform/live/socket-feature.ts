import type { LiveFrame, LivePayload, LiveType } from '../../../contract/live.ts'
import type { Viewer } from '../http/viewer.ts'
import type { PublishedEvent, RecordedEvent } from './live.ts'

/** What a feature adds to the sockets: the frames it takes, and how its events are shown. */
export type SocketFeature = {
  /** The types of recorded events that `present` presents again when a browser asks for what it missed. */
  presents: readonly LiveType[]
  /** Payloads as this viewer may see them now, by event id; an event without one is not sent. */
  present(viewer: Viewer, events: readonly RecordedEvent[]): Promise<Map<string, Record<string, unknown>>>
  /**
   * Called for every socket; `viewer` answers whom it speaks as at the moment of the call, and `write` sends an event to
   * this socket alone.
   */
  open(viewer: () => Viewer, write: (event: SocketEvent) => void): SocketHandlers
}

/** An event for one socket, which is not recorded. */
export type SocketEvent = { [T in LiveType]: { type: T; payload: LivePayload<T> } }[LiveType]

/** The work of a feature on one socket. Everything but `close` runs in order with the rest of the socket's work. */
export type SocketHandlers = {
  frames: FrameHandlers
  /** Adapts an event of its type to this socket; null keeps it back. */
  adapt: { [T in LiveType]?: (event: PublishedEvent) => Promise<PublishedEvent | null> }
  /** Called with every ping. */
  pulse(): Promise<void>
  close(): Promise<void>
}

/** `resume` belongs to the socket itself. */
type FeatureFrame = Exclude<LiveFrame, { type: 'resume' }>
export type FrameHandlers = {
  [T in FeatureFrame['type']]?: (frame: Extract<FeatureFrame, { type: T }>) => Promise<void>
}
