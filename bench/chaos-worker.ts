import { randomUUID } from 'node:crypto'
import { cents, expect, type Line, untilAnswered } from './chaos-call.ts'
import { type Belief, type Common, makerOf, type Storm } from './chaos-belief.ts'
import { give, meetGift, request } from './chaos-escrow.ts'
import type { Market } from './money-people.ts'

/**
 * A fan who buys, tips, subscribes, gives, has things made and tops up without pause. Whatever is not answered is asked
 * again under the same key, or without any where the asset itself is the key, until it is acknowledged; from the
 * answers follows to the cent what must be there at the end.
 */
export async function work(
  belief: Belief,
  common: Common,
  market: Market,
  it: { urls: () => string[]; isOver: () => boolean; done: () => void; random: () => number },
): Promise<void> {
  const line: Line = { urls: it.urls, random: it.random, onRetry: () => void belief.retried++ }
  const storm: Storm = {
    belief,
    common,
    market,
    random: it.random,
    pick: (from) => from[Math.floor(it.random() * from.length)] as (typeof from)[number],
    ask: (call) => untilAnswered({ cookie: belief.fan.cookie, ...call }, line),
    sold: (creatorId, amount) =>
      common.earned.set(creatorId, (common.earned.get(creatorId) ?? 0) + amount - Math.round(amount / 5)),
  }
  while (!it.isOver()) {
    const dice = it.random()
    if (dice < 0.5) await unlock(storm)
    else if (dice < 0.7) await tip(storm)
    else if (dice < 0.81) await subscribe(storm)
    else if (dice < 0.84) await give(storm)
    else if (dice < 0.88) await meetGift(storm)
    else if (dice < 0.94) await request(storm)
    else await topUp(storm)
    belief.acknowledged++
    it.done()
  }
}

async function unlock({ belief, market, random, pick, ask, sold }: Storm): Promise<void> {
  const mediaId = pick(market.media)
  const answer = await ask({ path: `/api/media/${mediaId}/unlock`, ...(random() < 0.5 ? { key: randomUUID() } : {}) })
  if (answer.status !== 200) return expect(answer, 402)
  const paid = cents((answer.body.meta as { price_paid: number }).price_paid)
  const known = belief.owned.get(mediaId)
  if (known !== undefined && known !== paid) throw new Error(`${mediaId} was ${known} and is ${paid} now`)
  if (known !== undefined) return
  belief.coins -= paid
  belief.owned.set(mediaId, paid)
  sold(makerOf(market, mediaId), paid)
}

async function tip({ belief, market, random, pick, ask, sold }: Storm): Promise<void> {
  const amount = 100 + Math.floor(random() * 500)
  const creatorId = pick(market.creators)
  const answer = await ask({ path: `/api/users/${creatorId}/tip`, body: { amount: amount / 100 }, key: randomUUID() })
  if (answer.status !== 200) return expect(answer, 402)
  belief.coins -= amount
  sold(creatorId, amount)
}

async function subscribe({ belief, market, pick, ask, sold }: Storm): Promise<void> {
  const creatorId = pick(market.creators)
  const before = await ask({ method: 'GET', path: '/api/wallet' })
  const answer = await ask({ path: `/api/users/${creatorId}/subscribe`, body: {}, key: randomUUID() })
  if (answer.status !== 200) return expect(answer, 402)
  const paid = cents(before.body.coins) - cents(answer.body.coins)
  belief.coins -= paid
  sold(creatorId, paid)
}

async function topUp({ belief, ask }: Storm): Promise<void> {
  const answer = await ask({ path: '/api/wallet/topups', body: { amount: 5 }, key: randomUUID() })
  const checkout = new URL(String(answer.body.checkout_url)).pathname
  await ask({ path: checkout, body: { outcome: 'paid' }, isForm: true })
  belief.coins += 500
}
