import type { LiveEvent, LiveType } from '../../contract/live.ts'

/** What a browser may send (spec §7, `contract/live.ts`). */
export type Outgoing =
  | { type: 'typing'; receiver_id: string; is_typing: boolean }
  | { type: 'read_receipt'; message_id: string }
  | { type: 'looking'; receiver_id: string | null; desk?: true }
  | { type: 'team_inbox'; is_open: boolean }
  | { type: 'resume'; after: string | null }

export type LiveSocket = {
  send: (message: Outgoing) => void
  /** Checks a socket that has been silent, and opens a new one at once when it is dead. */
  check: () => void
  close: () => void
}

type Options = {
  url: string
  onEvent: (event: LiveEvent) => void
  /** The socket is open, for the first time or again; then what was missed has been asked for. */
  onOpen: () => void
  /** The socket is closed; it reconnects, or is closed for good. */
  onClose?: () => void
  /** Whether the tab is visible; a hidden tab does not reconnect after a policy violation. */
  isSeen: () => boolean
  /** Milliseconds before the next try, by how many have failed; a test gives its own. */
  wait?: (failures: number) => number
}

/**
 * A socket that reconnects: with jitter, so that a restart of the API is not followed by all clients at
 * once, and asking for what came after the last event it saw. A socket closed for good (4001, 4003) stays so; one that
 * was closed with 1008, as the oldest of too many tabs is, reconnects while its tab is visible.
 */
export function openSocket({ url, onEvent, onOpen, onClose, isSeen, wait = jittered }: Options): LiveSocket {
  let socket: WebSocket | null = null
  let failures = 0
  let lastId: string | null = null
  let wasOpen = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastEventAt = 0
  /** Fires when a socket that was checked does not answer. */
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  /** Ids of recent events: a replay after a gap begins a little before the gap. */
  const seenIds = new Set<string>()

  const connect = () => {
    clearTimeout(timer)
    timer = undefined
    const opened = new WebSocket(url)
    socket = opened
    opened.onopen = () => {
      failures = 0
      lastEventAt = Date.now()
      if (wasOpen) send({ type: 'resume', after: lastId })
      wasOpen = true
      onOpen()
    }
    opened.onmessage = ({ data }) => {
      lastEventAt = Date.now()
      clearTimeout(answerTimer)
      const event = read(data)
      if (!event || seenIds.has(event.id)) return
      seenIds.add(event.id)
      if (seenIds.size > 5_000) seenIds.delete(seenIds.values().next().value as string)
      lastId = event.id
      onEvent(event)
    }
    opened.onclose = ({ code }) => {
      clearTimeout(answerTimer)
      socket = null
      onClose?.()
      if (final.has(code)) isOver = true
      if (isOver) return
      timer =
        code === policyViolation ? setTimeout(reconnectIfVisible, policyRetryMs) : setTimeout(connect, wait(failures))
      failures += 1
    }
  }
  /** Each tab that reconnects closes another one, so hidden tabs wait until they are visible. */
  const reconnectIfVisible = () => isSeen() && connect()
  const send = (message: Outgoing) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  /** A cut connection may look open for minutes: it is abandoned, and a new one asks for the missed events. */
  const reconnect = () => {
    const dead = socket
    if (dead === null) return
    dead.onopen = dead.onmessage = dead.onclose = null
    dead.close()
    onClose?.()
    connect()
  }
  connect()
  return {
    send,
    check: () => {
      if (isOver) return
      // It is waiting for its next try, or to be seen.
      if (socket === null) return connect()
      if (socket.readyState !== WebSocket.OPEN || Date.now() - lastEventAt < silentMs) return
      clearTimeout(answerTimer)
      answerTimer = setTimeout(reconnect, answerMs)
      send({ type: 'resume', after: lastId })
    },
    close: () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(answerTimer)
      socket?.close(1000)
    },
  }
}

/** A socket with an event this recent is alive. */
const silentMs = 15_000
/** An answer takes as long at most. */
const answerMs = 5_000

/** Between half of and the whole of 1, 2, 4 … 30 s. */
function jittered(failures: number): number {
  const most = Math.min(30_000, 1_000 * 2 ** failures)
  return most / 2 + (Math.random() * most) / 2
}

/** Revoked, forbidden: a new connection would be refused as well. */
const final = new Set([4001, 4003])
/** Policy violation: misuse, or one socket too many. */
const policyViolation = 1008
const policyRetryMs = 30_000

/** Types that this client does not know are ignored (product §30); so is what is no event at all. */
function read(data: unknown): LiveEvent | null {
  if (typeof data !== 'string') return null
  try {
    const event = JSON.parse(data) as Partial<LiveEvent> | null
    return typeof event?.type === 'string' && Object.hasOwn(known, event.type) ? (event as LiveEvent) : null
  } catch {
    return null
  }
}

const known: Record<LiveType, true> = {
  new_message: true,
  new_broadcast: true,
  new_post: true,
  new_notification: true,
  typing: true,
  read: true,
  message_updated: true,
  message_deleted: true,
  media_unlocked: true,
  presence: true,
  request_updated: true,
  media_taken: true,
  balance: true,
  team_here: true,
  team_claim: true,
  team_event: true,
  acting_log: true,
  calendar_changed: true,
  session_revoked: true,
  resumed: true,
}
