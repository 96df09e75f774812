import { Agent } from 'node:http'
import WebSocket from 'ws'
import { closeCodes } from '../contract/live.ts'
import { callApi, randomNode } from './chat-client.ts'
import type { BenchUser } from './users.ts'

type Message = { seq: number; client_id: string; sender: { id: string } }
type LiveEvent = { id: string; type: string; complete?: boolean; message?: Message }

/**
 * A browser's part in a conversation, without the screen: a socket that reconnects to any node, asks for what it
 * missed, fills gaps in the numbers, and keeps each message once in its place (src/queries/chat-cache.ts).
 */
export class ChatReplica {
  /** The `client_id` under each number. */
  readonly messages = new Map<number, string>()
  /** Numbers under which two different messages came. */
  readonly conflicts: string[] = []
  /** For each cut the time until everything acknowledged before it was here, in ms. */
  readonly catchUpTimes: number[] = []
  /** Every message up to this number is here. */
  contiguous = 0
  cuts = 0
  /** How often the other side closed the socket, and the longest that this one was without one, in ms. */
  drops = 0
  longestAwayMs = 0

  readonly #nodes: readonly string[]
  readonly #me: BenchUser
  readonly #other: BenchUser
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 })
  readonly #eventIds = new Set<string>()
  readonly #catchingUp: { seq: number; since: number }[] = []
  #lastEventId: string | null = null
  #awaySince: number | null = null
  #socket: WebSocket | null = null
  #isClosed = false
  #isFilling = false

  constructor(nodes: readonly string[], me: BenchUser, other: BenchUser) {
    this.#nodes = nodes
    this.#me = me
    this.#other = other
    this.#connect()
  }

  /** Cuts the socket; `acknowledged` is the latest number that the sender knows of. */
  cut(acknowledged: number): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.cuts += 1
    if (acknowledged > this.contiguous) this.#catchingUp.push({ seq: acknowledged, since: Date.now() })
    this.#socket.terminate()
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
    this.#agent.destroy()
  }

  #connect(): void {
    if (this.#isClosed) return
    const url = `${randomNode(this.#nodes).replace('http', 'ws')}/ws`
    const socket = new WebSocket(url, { headers: { cookie: this.#me.cookie }, handshakeTimeout: 3_000 })
    this.#socket = socket
    socket.on('open', () => {
      if (this.#awaySince !== null) this.longestAwayMs = Math.max(this.longestAwayMs, Date.now() - this.#awaySince)
      this.#awaySince = null
      if (this.#lastEventId === null) void this.#fill()
      else socket.send(JSON.stringify({ type: 'resume', after: this.#lastEventId }))
    })
    socket.on('message', (data) => this.#onEvent(JSON.parse(String(data)) as LiveEvent))
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      if (code === closeCodes.restart) this.drops += 1
      this.#awaySince ??= Date.now()
      setTimeout(() => this.#connect(), 20 + Math.random() * 200)
    })
  }

  #onEvent(event: LiveEvent): void {
    if (this.#eventIds.has(event.id)) return
    this.#eventIds.add(event.id)
    this.#lastEventId = event.id
    if (event.type === 'resumed' && event.complete === false) void this.#fill()
    if (event.type !== 'new_message' || event.message?.sender.id !== this.#other.id) return
    this.#add(event.message)
    if (event.message.seq > this.contiguous) void this.#fill()
  }

  #add({ seq, client_id }: Message): void {
    const known = this.messages.get(seq)
    if (known !== undefined && known !== client_id) this.conflicts.push(`${seq}: ${known} and ${client_id}`)
    this.messages.set(seq, client_id)
    while (this.messages.has(this.contiguous + 1)) this.contiguous += 1
    while ((this.#catchingUp[0]?.seq ?? Number.POSITIVE_INFINITY) <= this.contiguous)
      this.catchUpTimes.push(Date.now() - (this.#catchingUp.shift()?.since ?? 0))
  }

  /** Reads from the API what came after the last number without a gap. */
  async #fill(): Promise<void> {
    if (this.#isFilling || this.#isClosed) return
    this.#isFilling = true
    try {
      for (let hasMore = true; hasMore; ) {
        const path = `/api/chat/messages/${this.#other.id}?after_seq=${this.contiguous}&limit=100`
        const answer = await callApi(this.#agent, 'GET', randomNode(this.#nodes) + path, this.#me.cookie)
        if (answer.status !== 200) throw new Error(`${answer.status}`)
        const page = answer.body as { data: Message[]; next: string | null }
        for (const message of page.data) this.#add(message)
        hasMore = page.next !== null
      }
    } catch {
      setTimeout(() => void this.#fill(), 100)
    } finally {
      this.#isFilling = false
    }
  }
}
