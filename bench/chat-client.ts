import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import type { Person } from './live.ts'

/**
 * A browser's part in a conversation, without the screen: a socket that comes back by itself on any node, asks for
 * what it missed, fills gaps in the numbers, and keeps each message once in its place (src/queries/chat-cache.ts).
 */
export function openMirror(nodes: readonly string[], me: Person, other: Person): Mirror {
  const messages = new Map<number, string>()
  const events = new Set<string>()
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const waiting: { seq: number; since: number }[] = []
  const caughtUp: number[] = []
  const doubled: string[] = []
  let contiguous = 0
  let lastId: string | null = null
  let socket: WebSocket | null = null
  let isOver = false
  let filling = false
  let cuts = 0

  function connect(): void {
    if (isOver) return
    const node = nodes[Math.floor(Math.random() * nodes.length)] ?? ''
    const it = new WebSocket(`${node.replace('http', 'ws')}/ws`, {
      headers: { cookie: me.cookie },
      handshakeTimeout: 3_000,
    })
    socket = it
    it.on('open', () => {
      if (lastId === null) void fill()
      else it.send(JSON.stringify({ type: 'resume', after: lastId }))
    })
    it.on('message', (data) => hear(JSON.parse(String(data)) as Heard))
    it.on('error', () => undefined)
    it.on('close', () => setTimeout(connect, 20 + Math.random() * 200))
  }

  function hear(event: Heard): void {
    if (events.has(event.id)) return
    events.add(event.id)
    lastId = event.id
    if (event.type === 'resumed' && event.complete === false) void fill()
    if (event.type !== 'new_message' || event.message === undefined || event.message.sender.id !== other.id) return
    keep(event.message)
    if (event.message.seq > contiguous) void fill()
  }

  function keep({ seq, client_id }: Told): void {
    const known = messages.get(seq)
    if (known !== undefined && known !== client_id) doubled.push(`${seq}: ${known} and ${client_id}`)
    messages.set(seq, client_id)
    while (messages.has(contiguous + 1)) contiguous += 1
    while (waiting[0] !== undefined && waiting[0].seq <= contiguous)
      caughtUp.push(Date.now() - (waiting.shift()?.since ?? 0))
  }

  /** The database is the truth: what came after the last number without a gap. */
  async function fill(): Promise<void> {
    if (filling || isOver) return
    filling = true
    try {
      for (let more = true; more; ) {
        const node = nodes[Math.floor(Math.random() * nodes.length)] ?? ''
        const answer = await call(
          agent,
          'GET',
          `${node}/api/chat/messages/${other.id}?after_seq=${contiguous}&limit=100`,
          me.cookie,
        )
        const page = answer.body as { data: Told[]; next: string | null }
        if (answer.status !== 200) throw new Error(`${answer.status}`)
        page.data.forEach(keep)
        more = page.next !== null
      }
    } catch {
      setTimeout(() => void fill(), 100)
    } finally {
      filling = false
    }
  }

  connect()
  return {
    messages,
    doubled,
    caughtUp,
    contiguous: () => contiguous,
    cuts: () => cuts,
    pending: () => waiting.length,
    cut(acknowledged) {
      if (socket?.readyState !== WebSocket.OPEN) return
      cuts += 1
      if (acknowledged > contiguous) waiting.push({ seq: acknowledged, since: Date.now() })
      socket.terminate()
    },
    close() {
      isOver = true
      socket?.terminate()
      agent.destroy()
    },
  }
}

export type Mirror = {
  /** The `client_id` under each number. */
  messages: Map<number, string>
  doubled: string[]
  /** How long each cut took until everything acknowledged before it was here, in ms. */
  caughtUp: number[]
  contiguous(): number
  cuts(): number
  pending(): number
  /** Cuts the socket; `acknowledged` is the latest number that its sender knows of. */
  cut(acknowledged: number): void
  close(): void
}

/** Sends under one `client_id` until somebody acknowledges it; answers the message's number. */
export async function sendUntilAcknowledged(
  agent: Agent,
  nodes: readonly string[],
  from: Person,
  to: Person,
  clientId: string,
  content: string,
): Promise<number> {
  const body = JSON.stringify({ receiver_id: to.id, content, client_id: clientId })
  for (;;) {
    const node = nodes[Math.floor(Math.random() * nodes.length)] ?? ''
    const answer = await call(agent, 'POST', `${node}/api/chat/messages`, from.cookie, body).catch(() => null)
    if (answer !== null && (answer.status === 201 || answer.status === 200)) return (answer.body as Told).seq
    if (answer !== null && answer.status < 500)
      throw new Error(`a message was refused with ${answer.status} ${JSON.stringify(answer.body)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export function call(
  agent: Agent,
  method: string,
  url: string,
  cookie: string,
  body?: string,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const it = request(url, { method, agent, headers, timeout: 8_000 }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        try {
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') })
        } catch (error) {
          reject(error)
        }
      })
    })
    it.on('timeout', () => it.destroy(new Error('timeout')))
    it.on('error', reject)
    it.end(body)
  })
}

type Told = { seq: number; client_id: string; sender: { id: string } }
type Heard = { id: string; type: string; complete?: boolean; message?: Told }
