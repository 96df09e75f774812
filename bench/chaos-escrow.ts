import { randomUUID } from 'node:crypto'
import { coinsOf } from '../contract/coins.ts'
import { expectStatus, toCents } from './chaos-call.ts'
import { creatorOf, type PaidRequest, type WorkerContext } from './chaos-state.ts'
import { monthPrice } from './market.ts'

/** Buys a month for another fan; the coins wait in escrow. */
export async function giveGift({ state, shared, market, pick, call }: WorkerContext): Promise<void> {
  const creatorId = pick(market.creators)
  const path = `/api/users/${creatorId}/gifts`
  const answer = await call({ path, body: { months: 1, expected_price: monthPrice }, idempotencyKey: randomUUID() })
  if (answer.status !== 200) return expectStatus(answer, 402)
  const gift = answer.body.gift as { id: string; code: string; price: number }
  const cents = toCents(gift.price)
  state.coins -= cents
  shared.gifts.push({ id: gift.id, code: gift.code, giverId: state.fan.id, creatorId, cents, state: 'open' })
}

/** Takes a gift of one's own back or accepts one of another fan; other workers may try the same gift. */
export async function closeGift(context: WorkerContext): Promise<void> {
  const { state, shared, pick, call, recordSale } = context
  const open = shared.gifts.filter((gift) => gift.state === 'open')
  // One of the newest, so that several workers meet at one gift.
  const gift = pick(open.slice(-8))
  if (gift === undefined) return giveGift(context)
  const isMine = gift.giverId === state.fan.id
  const idempotencyKey = randomUUID()
  const answer = await call(
    isMine
      ? { method: 'DELETE', path: `/api/gifts/${gift.id}`, idempotencyKey }
      : { path: `/api/gifts/${gift.code}/accept`, body: {}, idempotencyKey },
  )
  if (answer.status !== 200) return expectStatus(answer, ...(isMine ? [409] : [409, 410]))
  if (gift.state !== 'open') throw new Error(`the gift ${gift.id} was ${gift.state} already`)
  gift.state = isMine ? 'returned' : 'accepted'
  if (isMine) state.coins += gift.cents
  else recordSale(gift.creatorId, gift.cents)
}

/** Makes a paid request, which then stays open, is withdrawn by the fan, declined or delivered by the creator. */
export async function makeRequest(context: WorkerContext): Promise<void> {
  const { state, shared, market, random, pick, call, recordSale } = context
  const creator = pick(shared.creators)
  const cents = 200 + Math.floor(random() * 300)
  const answer = await call({
    path: `/api/users/${creator.id}/requests`,
    body: { text: 'Something for me', price: coinsOf(cents) },
    idempotencyKey: randomUUID(),
  })
  if (answer.status !== 200) return expectStatus(answer, 402)
  const { id } = answer.body.request as { id: string }
  const request: PaidRequest = { id, creatorId: creator.id, state: 'open' }
  state.requests.push(request)
  state.coins -= cents
  const asCreator = (action: string, body: object = {}) => {
    const key = action === 'accept' ? {} : { idempotencyKey: randomUUID() }
    return call({ path: `/api/requests/${id}/${action}`, cookie: creator.cookie, body, ...key })
  }

  const choice = random()
  if (choice < 0.15) return
  if (choice < 0.35) {
    expectStatus(await call({ method: 'DELETE', path: `/api/requests/${id}`, idempotencyKey: randomUUID() }), 200)
    request.state = 'withdrawn'
    state.coins += cents
    return
  }
  if (choice < 0.7) {
    // Accepting takes no key: a repeated call may find that it is accepted already.
    expectStatus(await asCreator('accept'), 200, 409)
    request.state = 'accepted'
  }
  const mediaId = market.media.find((media) => creatorOf(market, media) === creator.id && !state.owned.has(media))
  if (mediaId === undefined || choice > 0.85) {
    expectStatus(await asCreator('decline'), 200)
    request.state = 'declined'
    state.coins += cents
    return
  }
  expectStatus(await asCreator('deliver', { media_ids: [mediaId] }), 200)
  request.state = 'delivered'
  state.owned.set(mediaId, cents)
  recordSale(creator.id, cents)
}
