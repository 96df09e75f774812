import type { RawData, WebSocket } from 'ws'
import { closeCodes, type LiveFrame } from '../../../contract/live.ts'
import { newId } from '../db/ids.ts'
import type { ReadViewer, Viewer } from '../http/viewer.ts'
import type { Services } from '../services.ts'
import type { Subscriber } from './live.ts'
import { createSocketEvents } from './socket-events.ts'
import type { FrameHandlers, SocketEvent, SocketFeature, SocketHandlers } from './socket-feature.ts'
import { createFrameBudget, readFrame } from './socket-frames.ts'
import { createSocketViewer } from './socket-viewer.ts'
import { createWorkQueue, reportError } from './socket-work.ts'

/** How a cookie's viewer is read, and what the features add to every socket. */
export type SocketParts = { readViewer: ReadViewer; features: readonly SocketFeature[] }

export type Socket = { sessionId: string; close(code: number, reason: string): void; pulse(): void }

/** One open socket: events pass its viewer's rights on their way out, frames the contract on their way in. */
export function openSocket(
  ws: WebSocket,
  opened: Viewer,
  cookie: string,
  ctx: Services,
  { readViewer, features }: SocketParts,
): Socket {
  let isAlive = true
  const viewer = createSocketViewer(ctx, readViewer, cookie, opened)
  // The client comes back and asks for the rest, which it would not after a close for misuse.
  const work = createWorkQueue(ws, () => close(closeCodes.restart, 'too slow'))
  const write = (text: string) => writeTo(ws, text)
  const writeEvent = ({ type, payload }: SocketEvent) => write(JSON.stringify({ id: newId(), type, ...payload }))
  const handlers = features.map((feature) => feature.open(viewer.current, writeEvent))
  const frames: FrameHandlers = Object.assign({}, ...handlers.map((handler) => handler.frames))
  const adapt: SocketHandlers['adapt'] = Object.assign({}, ...handlers.map((handler) => handler.adapt))
  const revoke = (reason: string) => {
    write(JSON.stringify({ id: newId(), type: 'session_revoked', reason }))
    close(closeCodes.revoked, reason)
  }
  const onRightsLost = () => revoke('permission_denied')
  const events = createSocketEvents({ db: ctx.db, viewer, features, adapt, write, onRightsLost })
  const misuse = (reason: string) => close(closeCodes.misuse, reason)
  const budget = createFrameBudget(() => misuse('too many frames'))

  const subscriber: Subscriber = {
    userId: opened.id,
    sessionId: opened.sessionId,
    grantId: opened.acting?.grantId ?? null,
    operatorId: opened.acting?.operatorId ?? null,
    onEvent(event, text) {
      // An event that comes while the socket catches up waits for its turn, so that events arrive in order.
      if (opened.acting === null && work.isIdle() && !Object.hasOwn(adapt, event.type)) return write(text())
      work.add(() => events.deliver(event))
    },
    catchUp: (missed) => work.add(() => events.replay(missed)),
    revoke,
    restart: () => close(closeCodes.restart, 'restart'),
    stillHolds: viewer.stillHolds,
  }
  const unsubscribe = ctx.live.subscribe(subscriber)

  function close(code: number, reason: string): void {
    unsubscribe()
    if (ws.readyState === ws.OPEN) ws.close(code, reason)
  }

  function onText(data: RawData) {
    if (!budget.take()) return
    const frame = readFrame(data, (type) => type === 'resume' || Object.hasOwn(frames, type))
    if (frame === null) return
    if (typeof frame === 'string') return misuse(frame)
    if (frame.type === 'resume') return work.add(() => events.resume(frame.after))
    const handle = frames[frame.type] as ((frame: LiveFrame) => Promise<void>) | undefined
    if (handle !== undefined) work.add(() => handle(frame))
  }

  ws.on('message', (data, isBinary) => (isBinary ? misuse('text frames only') : onText(data)))
  ws.on('pong', () => {
    isAlive = true
  })
  // The protocol closes the socket with its own code on an error; without a listener the error would be thrown.
  ws.on('error', () => undefined)
  ws.on('close', () => {
    unsubscribe()
    for (const handler of handlers) void handler.close().catch(reportError)
  })

  function pulse() {
    if (!isAlive) return ws.terminate()
    isAlive = false
    for (const handler of handlers) work.add(handler.pulse)
    if (ws.readyState === ws.OPEN) ws.ping()
  }
  return { sessionId: opened.sessionId, close, pulse }
}

/** A client that reads too slowly is disconnected, and asks for the rest when it comes back. */
function writeTo(ws: WebSocket, text: string) {
  if (ws.readyState !== ws.OPEN) return
  if (ws.bufferedAmount > bufferedAtMost) return ws.terminate()
  ws.send(text)
}

const bufferedAtMost = 1_048_576
