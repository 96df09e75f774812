import type { RawData, WebSocket } from 'ws'
import * as v from 'valibot'
import { flags } from '../../../contract/endpoint.ts'
import { closeCodes, type LiveFrame, liveFrames, type LiveType } from '../../../contract/live.ts'
import { newId } from '../db/ids.ts'
import type { ReadViewer, Viewer } from '../http/viewer.ts'
import type { Services } from '../services.ts'
import { filterByPermissions } from './event-permissions.ts'
import type { Subscriber, RecordedEvent, PublishedEvent } from './live.ts'
import { retentionMs, momentOf, readSince } from './outbox.ts'
import type { FrameHandlers, SocketFeature, SocketHandlers } from './socket-feature.ts'

/** Who is asked for the viewer of a cookie, and what the features add to every socket. */
export type SocketParts = { readViewer: ReadViewer; features: readonly SocketFeature[] }

/** One open socket: what it hears goes through its viewer's rights, what it says through the contract. */
export function openSocket(
  ws: WebSocket,
  opened: Viewer,
  cookie: string,
  ctx: Services,
  { readViewer, features }: SocketParts,
): Socket {
  let viewer = opened
  let checkedAt = Date.now()
  let alive = true
  const subscriber: Subscriber = {
    userId: viewer.id,
    sessionId: viewer.sessionId,
    grantId: viewer.acting?.grantId ?? null,
    operatorId: viewer.acting?.operatorId ?? null,
    onEvent(event, text) {
      // Events that come while the socket catches up wait their turn, so that it hears everything in order.
      if (viewer.acting === null && work.isIdle() && !Object.hasOwn(adapt, event.type)) return write(text())
      work.add(async () => deliver(event))
    },
    catchUp: (missed) => work.add(() => replay(missed)),
    revoke(reason) {
      write(JSON.stringify({ id: newId(), type: 'session_revoked', reason }))
      close(closeCodes.revoked, reason)
    },
    restart: () => close(closeCodes.restart, 'restart'),
    stillHolds,
  }
  // The browser comes back and asks for the rest, which one that is shown out for misuse would not.
  const work = openWork(ws, () => close(closeCodes.restart, 'too slow'))
  const handlers = features.map((it) => it.open(() => viewer))
  const frames: FrameHandlers = Object.assign({}, ...handlers.map((it) => it.frames))
  const adapt: SocketHandlers['adapt'] = Object.assign({}, ...handlers.map((it) => it.adapt))
  const mayTake = openFrameBudget(() => misuse('too many frames'))
  const leave = ctx.live.subscribe(subscriber)

  ws.on('message', (data, isBinary) => (isBinary ? misuse('text frames only') : onText(data)))
  ws.on('pong', () => {
    alive = true
  })
  // The protocol's own errors close the socket with their code; nothing else is to be done, and nothing may be thrown.
  ws.on('error', () => undefined)
  ws.on('close', () => {
    leave()
    for (const it of handlers) void it.close().catch(report)
  })

  function onText(data: RawData) {
    if (!mayTake()) return
    const frame = readFrame(data, (type) => type === 'resume' || Object.hasOwn(frames, type))
    if (frame === null) return
    if (typeof frame === 'string') return misuse(frame)
    if (frame.type === 'resume') return work.add(() => resume(frame.after))
    const handle = frames[frame.type] as ((frame: LiveFrame) => Promise<void>) | undefined
    if (handle !== undefined) work.add(() => handle(frame))
  }

  async function deliver(event: PublishedEvent): Promise<void> {
    if (viewer.acting !== null && Date.now() - checkedAt > trustMs && !(await stillHolds()))
      return subscriber.revoke('permission_denied')
    const open = viewer.acting === null ? event : filterByPermissions(event, viewer.acting.permissions)
    const heard = open === null ? null : await adapted(open)
    if (heard !== null) write(JSON.stringify({ id: heard.id, type: heard.type, ...heard.payload }))
  }

  async function adapted(event: PublishedEvent): Promise<PublishedEvent | null> {
    const change = Object.hasOwn(adapt, event.type) ? adapt[event.type as LiveType] : undefined
    return change === undefined ? event : change(event)
  }

  /** Reads the rights again; false when something of those the socket was opened with is gone. */
  async function stillHolds(): Promise<boolean> {
    const seen = await readViewer(ctx, cookie)
    const same =
      seen.viewer !== null &&
      seen.viewer.id === subscriber.userId &&
      (seen.viewer.acting?.grantId ?? null) === subscriber.grantId
    if (!same || seen.viewer === null || hasLost(viewer, seen.viewer)) return false
    viewer = seen.viewer
    checkedAt = Date.now()
    return true
  }

  /** Tells what was recorded since the event that the browser heard last; `complete` is false when it is too long ago. */
  async function resume(after: string | null): Promise<void> {
    const moment = after === null ? null : momentOf(after)
    const recent = moment !== null && Date.now() - moment < retentionMs
    const missed = recent ? await readSince(ctx.db, [viewer.id], moment - overlapMs, resumeRows + 1) : []
    const complete = recent && missed.length <= resumeRows
    if (complete) await replay(missed.filter((it) => it.id !== after))
    await deliver({ id: newId(), userId: viewer.id, type: 'resumed', payload: { complete } })
  }

  /** Recorded events in their order, each as its feature presents it now. */
  async function replay(missed: readonly RecordedEvent[]): Promise<void> {
    const payloads = await presentAll(features, viewer, missed)
    for (const { id, type } of missed) {
      const payload = payloads.get(id)
      if (payload !== undefined) await deliver({ id, userId: viewer.id, type, payload })
    }
  }

  function write(text: string) {
    if (ws.readyState !== ws.OPEN) return
    // Who reads too slowly is dropped and asks for the rest when it comes back.
    if (ws.bufferedAmount > slowBytes) return ws.terminate()
    ws.send(text)
  }

  const misuse = (reason: string): void => close(closeCodes.misuse, reason)
  function close(code: number, reason: string): void {
    leave()
    if (ws.readyState === ws.OPEN) ws.close(code, reason)
  }

  return {
    sessionId: viewer.sessionId,
    close,
    pulse() {
      if (!alive) return ws.terminate()
      alive = false
      for (const it of handlers) work.add(it.pulse)
      if (ws.readyState === ws.OPEN) ws.ping()
    },
  }
}

export type Socket = { sessionId: string; close(code: number, reason: string): void; pulse(): void }

/** The work of one socket in its order: catching up, frames, an operator's checks. */
function openWork(ws: WebSocket, tooSlow: () => void) {
  /** Null while there is none. */
  let queue: Promise<void> | null = null
  let waiting = 0
  return {
    isIdle: () => queue === null,
    add(work: () => Promise<void>) {
      if (waiting >= longestQueue) return tooSlow()
      waiting += 1
      const mine: Promise<void> = (queue ?? Promise.resolve())
        .then(() => (ws.readyState === ws.OPEN ? work() : undefined))
        .catch(report)
        .then(() => {
          waiting -= 1
          if (queue === mine) queue = null
        })
      queue = mine
    },
  }
}

/** A token bucket of frames: what is too much is dropped, and a browser that does not stop is shown out. */
function openFrameBudget(tooMany: () => void): () => boolean {
  const tokens = { left: burst, at: Date.now() }
  let dropped = 0
  return () => {
    const now = Date.now()
    tokens.left = Math.min(burst, tokens.left + ((now - tokens.at) / 1000) * framesPerSecond)
    tokens.at = now
    if (tokens.left >= 1) {
      tokens.left -= 1
      return true
    }
    if (++dropped > patience) tooMany()
    return false
  }
}

/** The frame in a text, null for a type of a later version, or what is wrong with it. */
function readFrame(data: RawData, isKnown: (type: string) => boolean): LiveFrame | string | null {
  let said: unknown
  try {
    said = JSON.parse(String(data))
  } catch {
    return 'not JSON'
  }
  if (typeof said !== 'object' || said === null || !('type' in said) || typeof said.type !== 'string') return 'no type'
  if (!isKnown(said.type)) return null
  const frame = v.safeParse(liveFrames, said)
  return frame.success ? frame.output : 'not a frame of ours'
}

/** Payloads by event id: what no feature presents anew stays as it was recorded. */
async function presentAll(features: readonly SocketFeature[], viewer: Viewer, events: readonly RecordedEvent[]) {
  const payloads = new Map(events.map((it) => [it.id, it.payload]))
  for (const feature of features) {
    const types = new Set<string>(feature.presents)
    const its = events.filter((it) => types.has(it.type))
    if (its.length === 0) continue
    for (const it of its) payloads.delete(it.id)
    for (const [id, payload] of await feature.present(viewer, its)) payloads.set(id, payload)
  }
  return payloads
}

/** A flag that was taken away ends the socket on every node, also on one that was not told. */
const hasLost = (before: Viewer, now: Viewer): boolean =>
  flags.some((flag) => before.acting?.permissions[flag] === true && now.acting?.permissions[flag] !== true)

const report = (error: unknown): void => console.warn('ws:', error instanceof Error ? error.message : error)

const framesPerSecond = 20
const burst = 60
const patience = 400
const longestQueue = 2_000
const trustMs = 500
const overlapMs = 5_000
const resumeRows = 2_000
const slowBytes = 1_048_576
