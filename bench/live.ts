import { randomUUID } from 'node:crypto'
import WebSocket from 'ws'
import type { Product } from '../tools/dev/product.ts'
import type { Floors } from './product.ts'
import { median, type Row } from './row.ts'
import { openWire } from './wire.ts'

export type Person = { id: string; cookie: string }

/** (c) A message from request to the other socket, alone and with sixteen senders, against a bare socket server with one INSERT. */
export async function chatRows(
  product: Product,
  floors: Floors,
  pairs: { from: Person; to: Person }[],
): Promise<Row[]> {
  const ours = await Promise.all(pairs.map((pair) => openOurs(product, pair)))
  const bare = await Promise.all(pairs.map((_, at) => openBare(floors, at)))
  const results = { ours: { one: [] as Run[], many: [] as Run[] }, bare: { one: [] as Run[], many: [] as Run[] } }
  await drive(ours.slice(0, 1), 1)
  for (let round = 0; round < 3; round++) {
    results.bare.one.push(await drive(bare.slice(0, 1), 4))
    results.ours.one.push(await drive(ours.slice(0, 1), 4))
    results.bare.many.push(await drive(bare, 4))
    results.ours.many.push(await drive(ours, 4))
  }
  for (const line of [...ours, ...bare]) line.close()
  const p50 = (runs: Run[]) => median(runs.map((it) => it.p50))
  const p99 = (runs: Run[]) => median(runs.map((it) => it.p99))
  const rate = (runs: Run[]) => median(runs.map((it) => it.perSecond))
  const { ours: we, bare: they } = results
  return [
    {
      name: 'c  one message to the other socket, p50',
      product: p50(we.one),
      floor: p50(they.one),
      unit: 'ms',
      bound: { max: 4 },
    },
    {
      name: 'c  messages of 16 senders',
      product: rate(we.many),
      floor: rate(they.many),
      unit: '1/s',
      bound: { min: 0.25 },
    },
    { name: 'c  p99 under 16 senders', product: p99(we.many), floor: p99(they.many), unit: 'ms', bound: { max: 4 } },
  ]
}

/** A sender and the socket of the other side: `send` resolves when the message has come out there. */
type Line = { send: () => Promise<void>; close: () => void }
type Run = { perSecond: number; p50: number; p99: number }

async function drive(lines: Line[], seconds: number): Promise<Run> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const start = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < end) {
        const sent = performance.now()
        await line.send()
        times.push(performance.now() - sent)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { perSecond: (times.length / (performance.now() - start)) * 1000, p50: at(0.5), p99: at(0.99) }
}

async function openOurs(product: Product, { from, to }: { from: Person; to: Person }): Promise<Line> {
  const arrived = new Map<string, () => void>()
  const socket = new WebSocket(`${product.apiUrl.replace('http', 'ws')}/ws`, {
    headers: { cookie: to.cookie, origin: product.url },
  })
  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as { type: string; message?: { client_id: string } }
    if (event.type === 'new_message' && event.message) arrived.get(event.message.client_id)?.()
  })
  await opened(socket)
  const { hostname, port } = new URL(product.apiUrl)
  const wire = openWire(hostname, Number(port), 201)
  return {
    send: () => {
      const clientId = randomUUID()
      const there = new Promise<void>((resolve) => arrived.set(clientId, resolve))
      const body = JSON.stringify({ receiver_id: to.id, content: 'Good evening.', client_id: clientId })
      const head = `POST /api/chat/messages HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${from.cookie}\r\n`
      const sizes = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
      return Promise.all([there, wire.ask(head + sizes + body)]).then(() => void arrived.delete(clientId))
    },
    close: () => {
      socket.close()
      wire.close()
    },
  }
}

async function openBare(floors: Floors, at: number): Promise<Line> {
  const url = floors.api.replace('http', 'ws')
  const [from, to] = [new WebSocket(`${url}/from${at}`), new WebSocket(`${url}/to${at}`)]
  let arrived: () => void = () => undefined
  to.on('message', () => arrived())
  await Promise.all([opened(from), opened(to)])
  return {
    send: () =>
      new Promise((resolve) => {
        arrived = resolve
        from.send(JSON.stringify({ to: `to${at}`, content: 'Good evening.' }))
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
