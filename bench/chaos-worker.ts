import { randomUUID } from 'node:crypto'
import { coinsOf } from '../contract/coins.ts'
import { type Answer, type Call, type CallTarget, callUntilAnswered, expectStatus, toCents } from './chaos-call.ts'
import { closeGift, giveGift, makeRequest } from './chaos-escrow.ts'
import { creatorOf, type FanState, type SharedState, type WorkerContext } from './chaos-state.ts'
import { type Market, monthPrice } from './market.ts'

type WorkerOptions = {
  urls: () => string[]
  isOver: () => boolean
  onDone: () => void
  random: () => number
  /** Waited for before each operation. */
  pace?: () => Promise<void>
  onAnswer?: (call: Call, answer: Answer, sentAt: number) => void
  onRetry?: (failure: Answer | Error) => void
}

/**
 * A fan who buys, tips, subscribes, gives, makes requests and tops up without pause. A call without an answer is
 * repeated with the same idempotency key, or with none where the media itself is the key. `state` and `shared` follow
 * from the answers, to the cent.
 */
export async function runWorker(
  state: FanState,
  shared: SharedState,
  market: Market,
  { urls, isOver, onDone, random, pace, onAnswer, onRetry }: WorkerOptions,
): Promise<void> {
  const countRetry = (failure: Answer | Error) => {
    state.retried++
    onRetry?.(failure)
  }
  const target: CallTarget = { urls, random, onRetry: countRetry }
  const context: WorkerContext = {
    state,
    shared,
    market,
    random,
    pick: (choices) => choices[Math.floor(random() * choices.length)] as (typeof choices)[number],
    call: async (call) => {
      const sentAt = Date.now()
      const whole = { cookie: state.fan.cookie, ...call }
      const answer = await callUntilAnswered(whole, target)
      onAnswer?.(whole, answer, sentAt)
      return answer
    },
    recordSale: (creatorId, cents) =>
      shared.earned.set(creatorId, (shared.earned.get(creatorId) ?? 0) + cents - Math.round(cents / 5)),
  }
  for (await pace?.(); !isOver(); await pace?.()) {
    const choice = random()
    if (choice < 0.5) await unlock(context)
    else if (choice < 0.7) await tip(context)
    else if (choice < 0.81) await subscribe(context)
    else if (choice < 0.84) await giveGift(context)
    else if (choice < 0.88) await closeGift(context)
    else if (choice < 0.94) await makeRequest(context)
    else await topUp(context)
    state.acknowledged++
    onDone()
  }
}

async function unlock({ state, market, random, pick, call, recordSale }: WorkerContext): Promise<void> {
  const mediaId = pick(market.media)
  const key = random() < 0.5 ? { idempotencyKey: randomUUID() } : {}
  const answer = await call({ path: `/api/media/${mediaId}/unlock`, body: { expected_price: market.price }, ...key })
  if (answer.status !== 200) return expectStatus(answer, 402)
  const paid = toCents((answer.body.meta as { price_paid: number }).price_paid)
  const before = state.owned.get(mediaId)
  if (before !== undefined && before !== paid) throw new Error(`${mediaId} was paid ${before} and is ${paid} now`)
  if (before !== undefined) return
  state.coins -= paid
  state.owned.set(mediaId, paid)
  recordSale(creatorOf(market, mediaId), paid)
}

async function tip({ state, market, random, pick, call, recordSale }: WorkerContext): Promise<void> {
  const cents = 100 + Math.floor(random() * 500)
  const creatorId = pick(market.creators)
  const path = `/api/users/${creatorId}/tip`
  const answer = await call({ path, body: { amount: coinsOf(cents) }, idempotencyKey: randomUUID() })
  if (answer.status !== 200) return expectStatus(answer, 402)
  state.coins -= cents
  recordSale(creatorId, cents)
}

async function subscribe({ state, market, pick, call, recordSale }: WorkerContext): Promise<void> {
  const creatorId = pick(market.creators)
  const before = await call({ method: 'GET', path: '/api/wallet' })
  const path = `/api/users/${creatorId}/subscribe`
  const answer = await call({ path, body: { expected_price: monthPrice }, idempotencyKey: randomUUID() })
  if (answer.status !== 200) return expectStatus(answer, 402)
  const paid = toCents(before.body.coins) - toCents(answer.body.coins)
  state.coins -= paid
  recordSale(creatorId, paid)
}

async function topUp({ state, call }: WorkerContext): Promise<void> {
  const answer = await call({ path: '/api/wallet/topups', body: { amount: 5 }, idempotencyKey: randomUUID() })
  const checkout = new URL(String(answer.body.checkout_url)).pathname
  await call({ path: checkout, body: { outcome: 'paid' }, isForm: true })
  state.coins += 500
}
