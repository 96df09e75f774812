import { randomUUID } from 'node:crypto'
import type { DependencyWorld } from './dependency-world.ts'

export type Latencies = { p99: number; failed: string[]; served: number }

/** Reads feeds, sends messages and buys media for so many ms, 15 a second of each; answers the slower p99 and what failed. */
export async function measure(
  world: Pick<DependencyWorld, 'url' | 'market' | 'pairs'>,
  ms: number,
): Promise<Latencies> {
  const { url, market, pairs } = world
  const any = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
  const kinds: Record<string, () => Promise<Reply>> = {
    feed: () => send(url, 'GET', '/api/feed', any(market.fans).cookie),
    message: () => {
      const { from, to } = any(pairs)
      const body = { receiver_id: to.id, content: 'hello', client_id: randomUUID() }
      return send(url, 'POST', '/api/chat/messages', from.cookie, body)
    },
    purchase: () => {
      const key = { 'idempotency-key': randomUUID() }
      const body = { expected_price: market.price }
      return send(url, 'POST', `/api/media/${any(market.media)}/unlock`, any(market.fans).cookie, body, key)
    },
  }
  const failed: string[] = []
  const times: number[] = []
  const work: Promise<void>[] = []
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 66)))
    for (const [kind, act] of Object.entries(kinds)) {
      const one = async () => {
        const reply = await act()
        if (reply.status < 300) times.push(reply.ms)
        else failed.push(`${kind}: ${reply.status} ${reply.text.slice(0, 120)}`)
      }
      work.push(one())
    }
  await Promise.all(work)
  times.sort((a, b) => a - b)
  return { p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN, failed, served: times.length }
}

export type Reply = { status: number; ms: number; text: string; retryAfter: string | null }

/** Calls the API; an answer that does not come within 20 s has the status 0. */
export async function send(
  url: string,
  method: string,
  path: string,
  cookie: string,
  body?: object | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const began = performance.now()
  const isBytes = body instanceof Uint8Array
  const type = body === undefined ? {} : { 'content-type': isBytes ? 'image/png' : 'application/json' }
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...type, ...headers },
      signal: AbortSignal.timeout(20_000),
      ...(body === undefined ? {} : { body: isBytes ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, ms: performance.now() - began, text, retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    return { status: 0, ms: performance.now() - began, text: String(error), retryAfter: null }
  }
}
