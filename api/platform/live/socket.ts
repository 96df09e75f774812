import type { RawData, WebSocket } from 'ws'
import * as v from 'valibot'
import type { Message } from '../../../contract/chat.ts'
import { flags } from '../../../contract/endpoint.ts'
import { closeCodes, liveFrames } from '../../../contract/live.ts'
import { newId } from '../db/ids.ts'
import { publishAuditEntry } from '../audit/audit.ts'
import { markRead } from '../../features/chat/chat.ts'
import { sendFacts } from '../../features/chat/facts.ts'
import { readerOf, readMessages } from '../../features/chat/views.ts'
import type { Services } from '../services.ts'
import { readViewer, type Viewer } from '../../identity/viewer.ts'
import { filterByPermissions } from './event-permissions.ts'
import type { Subscriber, RecordedEvent, PublishedEvent } from './live.ts'
import { openTeamPresence } from '../../features/chat/team.ts'
import { retentionMs, momentOf, readSince } from './outbox.ts'

/** One open socket: what it hears goes through its viewer's rights, what it says through the contract. */
export function openSocket(ws: WebSocket, opened: Viewer, cookie: string, ctx: Services): Socket {
  let viewer = opened
  let checkedAt = Date.now()
  let alive = true
  /** Work of this socket in order: catching up, receipts, an operator's checks. Null while there is none. */
  let queue: Promise<void> | null = null
  let waiting = 0
  const tokens = { left: burst, at: Date.now() }
  let dropped = 0
  const verdicts = new Map<string, { allowed: boolean; at: number; toldAt: number }>()

  const subscriber: Subscriber = {
    userId: viewer.id,
    sessionId: viewer.sessionId,
    grantId: viewer.acting?.grantId ?? null,
    operatorId: viewer.acting?.operatorId ?? null,
    onEvent(event, text) {
      // Events that come while the socket catches up wait their turn, so that it hears everything in order.
      if (viewer.acting === null && queue === null && event.type !== 'team_here') return write(text())
      enqueue(async () => deliver(event))
    },
    catchUp: (missed) => enqueue(() => replay(missed)),
    revoke(reason) {
      write(JSON.stringify({ id: newId(), type: 'session_revoked', reason }))
      close(closeCodes.revoked, reason)
    },
    restart: () => close(closeCodes.restart, 'restart'),
    stillHolds,
  }
  const team = openTeamPresence(ctx, () => viewer)
  const leave = ctx.live.subscribe(subscriber)

  ws.on('message', (data, isBinary) => (isBinary ? misuse('text frames only') : onText(data)))
  ws.on('pong', () => {
    alive = true
  })
  // The protocol's own errors close the socket with their code; nothing else is to be done, and nothing may be thrown.
  ws.on('error', () => undefined)
  ws.on('close', () => {
    leave()
    void team.leave().catch(report)
  })

  function onText(data: RawData) {
    if (!maySpeak()) return
    let said: unknown
    try {
      said = JSON.parse(String(data))
    } catch {
      return misuse('not JSON')
    }
    if (typeof said !== 'object' || said === null || !('type' in said) || typeof said.type !== 'string')
      return misuse('no type')
    // Types of a later version are ignored, as browsers ignore ours.
    if (!known.has(said.type)) return
    const frame = v.safeParse(liveFrames, said)
    if (!frame.success) return misuse('not a frame of ours')
    const it = frame.output
    if (it.type === 'resume') return enqueue(() => resume(it.after))
    if (viewer.acting && viewer.acting.permissions.can_chat !== true) return
    if (it.type === 'looking')
      return enqueue(() => (it.desk === true ? team.watchTeamDesk() : team.openConversation(it.receiver_id)))
    if (it.type === 'typing') return enqueue(() => publishTyping(it.receiver_id, it.is_typing))
    if (uuid.test(it.message_id)) enqueue(() => hasRead(it.message_id.toLowerCase()))
  }

  async function hasRead(messageId: string): Promise<void> {
    await markRead(ctx, viewer, messageId)
    if (viewer.acting !== null) publishAuditEntry(ctx, viewer.id)
  }

  /** A bucket of frames: what is too much is dropped, and who does not stop is shown out. */
  function maySpeak(): boolean {
    const now = Date.now()
    tokens.left = Math.min(burst, tokens.left + ((now - tokens.at) / 1000) * framesPerSecond)
    tokens.at = now
    if (tokens.left >= 1) {
      tokens.left -= 1
      return true
    }
    if (++dropped > patience) misuse('too many frames')
    return false
  }

  function enqueue(work: () => Promise<void>) {
    // It comes back and asks for the rest, which one that is shown out for misuse would not.
    if (waiting >= longestQueue) return close(closeCodes.restart, 'too slow')
    waiting += 1
    const mine: Promise<void> = (queue ?? Promise.resolve())
      .then(() => (ws.readyState === ws.OPEN ? work() : undefined))
      .catch(report)
      .then(() => {
        waiting -= 1
        if (queue === mine) queue = null
      })
    queue = mine
  }

  async function deliver(event: PublishedEvent): Promise<void> {
    if (viewer.acting !== null && Date.now() - checkedAt > trustMs && !(await stillHolds()))
      return subscriber.revoke('permission_denied')
    const open = viewer.acting === null ? event : filterByPermissions(event, viewer.acting.permissions)
    const heard = open?.type === 'team_here' ? await team.onEvent(open) : open
    if (heard !== null) write(JSON.stringify({ id: heard.id, type: heard.type, ...heard.payload }))
  }

  /** Reads the rights again; false when something of those the socket was opened with is gone. */
  async function stillHolds(): Promise<boolean> {
    const seen = await readViewer(ctx.db, cookie, ctx.env.SECRET)
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

  /** Recorded events as they look now: a message that was deleted, unlocked or liked since is shown as it is. */
  async function replay(missed: readonly RecordedEvent[]): Promise<void> {
    const messages = await readMessages(ctx, readerOf(viewer), [
      ...new Set(missed.flatMap((it) => messageId(it) ?? [])),
    ])
    for (const it of missed) {
      const { id, type, payload } = it
      const about = messageId(it)
      if (about === null) {
        await deliver({ id, userId: viewer.id, type, payload })
        continue
      }
      const message = messages.get(about)
      if (message === undefined) continue
      await deliver({
        id,
        userId: viewer.id,
        type,
        payload: { ...extras(type, message), session_id: message.session_id, message },
      })
    }
  }

  /** Typing reaches those whom one may write to, at most once a second, and is not kept. A block ends it within seconds. */
  async function publishTyping(receiverId: string, isTyping: boolean): Promise<void> {
    if (!uuid.test(receiverId)) return
    const id = receiverId.toLowerCase()
    const now = Date.now()
    let verdict = verdicts.get(id)
    if (verdict === undefined || now - verdict.at > verdictMs) {
      if (verdicts.size > 200) verdicts.clear()
      const facts = await sendFacts(ctx, {
        senderId: viewer.id,
        receiverId: id,
        clientId: null,
        replyTo: null,
        mediaIds: [],
      })
      verdict = { allowed: facts?.verdict.allowed === true, at: now, toldAt: 0 }
      verdicts.set(id, verdict)
    }
    if (!verdict.allowed || (isTyping && now - verdict.toldAt < 1_000)) return
    verdict.toldAt = isTyping ? now : 0
    ctx.live.publish({ userId: id, type: 'typing', payload: { sender_id: viewer.id, is_typing: isTyping } })
    await team.typing(id, isTyping)
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
      if (team.isSomewhere()) enqueue(team.renew)
      if (ws.readyState === ws.OPEN) ws.ping()
    },
  }
}

export type Socket = { sessionId: string; close(code: number, reason: string): void; pulse(): void }

/** The message that a recorded event is about and that has to be shown again. */
const messageId = (it: Pick<RecordedEvent, 'type' | 'payload'>): string | null =>
  aboutMessages.has(it.type) && typeof it.payload.message_id === 'string' ? it.payload.message_id : null

const aboutMessages = new Set(['new_message', 'message_updated', 'new_broadcast'])

/** A flag that was taken away ends the socket on every node, also on one that was not told. */
const hasLost = (before: Viewer, now: Viewer): boolean =>
  flags.some((flag) => before.acting?.permissions[flag] === true && now.acting?.permissions[flag] !== true)

const report = (error: unknown): void => console.warn('ws:', error instanceof Error ? error.message : error)

/** What SPEC §7 has beside the message. */
function extras(type: string, message: Message): Record<string, unknown> {
  if (type === 'new_message') return { sender: message.sender, seq: message.seq }
  if (type !== 'new_broadcast') return {}
  return { sender: message.sender, content: message.content, created_at: message.created_at, media: message.media }
}

const known = new Set(['typing', 'read_receipt', 'looking', 'resume'])
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const verdictMs = 5_000
const framesPerSecond = 20
const burst = 60
const patience = 400
const longestQueue = 2_000
const trustMs = 500
const overlapMs = 5_000
const resumeRows = 2_000
const slowBytes = 1_048_576
