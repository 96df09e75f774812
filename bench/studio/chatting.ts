import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import { openHttpConnection } from '../http-connection.ts'
import type { Pair } from '../users.ts'

/** Two people who write to each other: how long each message took from its sender to the socket of the other, in ms. */
export type Chatting = { times: number[]; end(): Promise<void> }

/** Each writes a message every so many ms, or as soon as the one before has arrived. */
export async function startChatting(api: string, pairs: readonly Pair[], everyMs: number): Promise<Chatting> {
  const times: number[] = []
  let isOver = false
  const channels = await Promise.all(pairs.map((pair) => openChannel(api, pair)))
  const writing = channels.map(async (channel) => {
    while (!isOver) {
      const began = performance.now()
      await channel.send()
      const took = performance.now() - began
      times.push(took)
      if (took < everyMs) await new Promise((resolve) => setTimeout(resolve, everyMs - took))
    }
    channel.close()
  })
  return {
    times,
    async end() {
      isOver = true
      await Promise.all(writing)
    },
  }
}

export const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

async function openChannel(api: string, { from, to }: Pair) {
  const onArrival = new Map<string, () => void>()
  const socket = new WebSocket(`${api.replace('http', 'ws')}/ws`, { headers: { cookie: to.cookie } })
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as { type: string; message?: { client_id: string } }
    if (event.type === 'new_message' && event.message) onArrival.get(event.message.client_id)?.()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  const { hostname, port } = new URL(api)
  const connection = openHttpConnection(hostname, Number(port), 201)
  return {
    async send() {
      const clientId = randomUUID()
      const arrived = new Promise<void>((resolve) => onArrival.set(clientId, resolve))
      const body = JSON.stringify({ receiver_id: to.id, content: 'Good evening.', client_id: clientId })
      const head = `POST /api/chat/messages HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${from.cookie}\r\n`
      const lengths = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
      await Promise.all([arrived, connection.send(head + lengths + body)])
      onArrival.delete(clientId)
    },
    close() {
      socket.close()
      connection.close()
    },
  }
}
