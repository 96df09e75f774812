import { randomUUID } from 'node:crypto'
import { type Answer, type Call, callUntilAnswered } from './chaos-call.ts'
import { startStates } from './chaos-market.ts'
import type { FanState, SharedState } from './chaos-state.ts'
import { runWorker } from './chaos-worker.ts'
import type { Fan, Market } from './market.ts'
import type { Pair } from './users.ts'

type Kind = 'message' | 'follow' | 'money'
/** A write that the API has acknowledged; times in ms since 1970. */
export type Acknowledged = { sentAt: number; at: number } & (
  | { kind: 'message'; clientId: string; pair: Pair }
  | { kind: 'follow'; fanId: string; creatorId: string }
  | { kind: 'money'; key: string | null }
)
export type World = { market: Market; creators: Fan[]; followed: string[]; pairs: Pair[] }

/**
 * Messages, follows, purchases, tips, gifts, requests and top-ups without pause, each repeated unchanged until it is
 * acknowledged. A failure is `unexpected` unless it is a 503 with `Retry-After` or a broken connection.
 */
export class FailoverTraffic {
  readonly acknowledged: Acknowledged[] = []
  readonly unexpected: string[] = []
  readonly fans: FanState[]
  readonly shared: SharedState
  readonly brokenAtBalancer: string[] = []
  readonly refused = { unavailable: 0, broken: 0 }
  #isOver = false
  #workers: Promise<unknown> = Promise.resolve()
  readonly #urls: () => string[]
  readonly #pace: () => Promise<void>

  constructor(world: World, urls: string[], perSecond: number) {
    this.fans = startStates(world.market)
    this.shared = { creators: world.creators, gifts: [], earned: new Map() }
    this.#urls = () => urls
    this.#pace = createPace(perSecond)
    const follows = world.market.fans.map((fan) => this.#follow(fan, world.followed))
    const messages = world.pairs.map((pair) => this.#write(pair))
    const money = this.fans.map((state) => this.#trade(state, world.market))
    this.#workers = Promise.all([...follows, ...messages, ...money])
    // Reported by `stop`, which may come much later.
    this.#workers.catch((error: Error) => this.unexpected.push(error.message))
  }

  /** Writes acknowledged per second between two moments. */
  rate(from: number, to: number): number {
    return (this.acknowledged.filter(({ at }) => at >= from && at < to).length / (to - from)) * 1_000
  }

  /** When each kind of write was acknowledged first that was sent after `moment`; null where one was not yet. */
  backSince(moment: number): number | null {
    const kinds: Kind[] = ['message', 'follow', 'money']
    const first = kinds.map((kind) => this.acknowledged.find((it) => it.kind === kind && it.sentAt >= moment)?.at)
    return first.includes(undefined) ? null : Math.max(...first.map(Number))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#workers.catch(() => undefined)
  }

  async #write(pair: Pair): Promise<void> {
    for (await this.#pace(); !this.#isOver; await this.#pace()) {
      const clientId = randomUUID()
      const body = { receiver_id: pair.to.id, content: 'hello', client_id: clientId }
      const sentAt = Date.now()
      const answer = await this.#call({ path: '/api/chat/messages', cookie: pair.from.cookie, body })
      if (answer.status < 300) this.acknowledged.push({ kind: 'message', clientId, pair, sentAt, at: Date.now() })
      else this.unexpected.push(`a message: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }

  async #follow(fan: Fan, creators: string[]): Promise<void> {
    for (const creatorId of creators) {
      await this.#pace()
      if (this.#isOver) return
      const sentAt = Date.now()
      const answer = await this.#call({ path: `/api/users/${creatorId}/follow`, cookie: fan.cookie, body: {} })
      const at = Date.now()
      if (answer.status < 300) this.acknowledged.push({ kind: 'follow', fanId: fan.id, creatorId, sentAt, at })
      else this.unexpected.push(`a follow: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    this.unexpected.push('no user is left to follow')
  }

  #trade(state: FanState, market: Market): Promise<void> {
    return runWorker(state, this.shared, market, {
      urls: this.#urls,
      isOver: () => this.#isOver,
      onDone: () => undefined,
      random: Math.random,
      pace: this.#pace,
      onRetry: (failure) => this.#onFailure(failure),
      onAnswer: ({ method, idempotencyKey = null }, { status }, sentAt) => {
        if (method !== 'GET' && status < 300)
          this.acknowledged.push({ kind: 'money', key: idempotencyKey, sentAt, at: Date.now() })
      },
    })
  }

  #call(call: Call): Promise<Answer> {
    const onRetry = (failure: Answer | Error) => this.#onFailure(failure)
    return callUntilAnswered(call, { urls: this.#urls, random: Math.random, onRetry })
  }

  #onFailure(failure: Answer | Error): void {
    if (failure instanceof Error) {
      this.refused.broken++
      if (failure.message === 'timeout') this.unexpected.push('no answer for 15 s')
    } else if (failure.status === 502) {
      // The load balancer passes on that its connection to a node broke.
      this.refused.broken++
      this.brokenAtBalancer.push(String(failure.body.text))
    } else if (failure.status === 503 && failure.retryAfter !== undefined) this.refused.unavailable++
    else this.unexpected.push(`answered with ${failure.status}: ${JSON.stringify(failure.body).slice(0, 200)}`)
  }
}

/** Lets so many go on per second; what was missed while nothing could be done is not made up for. */
function createPace(perSecond: number): () => Promise<void> {
  let next = Date.now()
  return () => {
    next = Math.max(next + 1_000 / perSecond, Date.now())
    return new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())))
  }
}
