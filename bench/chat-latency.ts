import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import type { Product } from '../tools/dev/product.ts'
import { openHttpConnection } from './http-connection.ts'
import type { Baselines } from './product.ts'
import { median, type Row } from './row.ts'
import type { Pair } from './users.ts'

/** (c) A message from request to the other socket, alone and with 16 senders, against a bare socket server with one INSERT. */
export async function chatRows(product: Product, baselines: Baselines, pairs: Pair[]): Promise<Row[]> {
  const ours = await Promise.all(pairs.map((pair) => openProductChannel(product, pair)))
  const bare = await Promise.all(pairs.map((_, index) => openBareChannel(baselines, index)))
  const runs = { ours: { one: [] as Run[], many: [] as Run[] }, bare: { one: [] as Run[], many: [] as Run[] } }
  await sendFor(1, ours.slice(0, 1))
  for (let round = 0; round < 3; round++) {
    runs.bare.one.push(await sendFor(4, bare.slice(0, 1)))
    runs.ours.one.push(await sendFor(4, ours.slice(0, 1)))
    runs.bare.many.push(await sendFor(4, bare))
    runs.ours.many.push(await sendFor(4, ours))
  }
  for (const channel of [...ours, ...bare]) channel.close()
  const compare = (name: string, unit: string, load: 'one' | 'many', figure: keyof Run, bound: Row['bound']): Row => ({
    name,
    product: median(runs.ours[load].map((run) => run[figure])),
    baseline: median(runs.bare[load].map((run) => run[figure])),
    unit,
    bound,
  })
  return [
    compare('c  one message to the other socket, p50', 'ms', 'one', 'p50', { max: 4 }),
    compare('c  messages of 16 senders', '1/s', 'many', 'perSecond', { min: 0.25 }),
    compare('c  p99 under 16 senders', 'ms', 'many', 'p99', { max: 4 }),
  ]
}

/** A sender and the receiver's socket: `send` resolves when the message has come out there. */
type Channel = { send: () => Promise<void>; close: () => void }
type Run = { perSecond: number; p50: number; p99: number }

async function sendFor(seconds: number, channels: Channel[]): Promise<Run> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    channels.map(async (channel) => {
      while (performance.now() < end) {
        const sent = performance.now()
        await channel.send()
        times.push(performance.now() - sent)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const perSecond = (times.length / (performance.now() - start)) * 1000
  return { perSecond, p50: percentile(0.5), p99: percentile(0.99) }
}

async function openProductChannel(product: Product, { from, to }: Pair): Promise<Channel> {
  const onArrival = new Map<string, () => void>()
  const socket = new WebSocket(`${product.apiUrl.replace('http', 'ws')}/ws`, {
    headers: { cookie: to.cookie, origin: product.url },
  })
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as { type: string; message?: { client_id: string } }
    if (event.type === 'new_message' && event.message) onArrival.get(event.message.client_id)?.()
  })
  await opened(socket)
  const { hostname, port } = new URL(product.apiUrl)
  const connection = openHttpConnection(hostname, Number(port), 201)
  return {
    send: () => {
      const clientId = randomUUID()
      const arrived = new Promise<void>((resolve) => onArrival.set(clientId, resolve))
      const body = JSON.stringify({ receiver_id: to.id, content: 'Good evening.', client_id: clientId })
      const head = `POST /api/chat/messages HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${from.cookie}\r\n`
      const lengths = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
      const answered = connection.send(head + lengths + body)
      return Promise.all([arrived, answered]).then(() => void onArrival.delete(clientId))
    },
    close: () => {
      socket.close()
      connection.close()
    },
  }
}

async function openBareChannel(baselines: Baselines, index: number): Promise<Channel> {
  const url = baselines.api.replace('http', 'ws')
  const [from, to] = [new WebSocket(`${url}/from${index}`), new WebSocket(`${url}/to${index}`)]
  let onArrival: () => void = () => undefined
  to.on('message', () => onArrival())
  await Promise.all([opened(from), opened(to)])
  return {
    send: () =>
      new Promise((resolve) => {
        onArrival = resolve
        from.send(JSON.stringify({ to: `to${index}`, content: 'Good evening.' }))
      }),
    close: () => {
      from.close()
      to.close()
    },
  }
}

const opened = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
