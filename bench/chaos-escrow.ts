import { randomUUID } from 'node:crypto'
import { cents, expect } from './chaos-call.ts'
import { makerOf, type Request, type Storm } from './chaos-belief.ts'

/** Pays a month for somebody else; the coins wait. */
export async function give({ belief, common, market, pick, ask }: Storm): Promise<void> {
  const creatorId = pick(market.creators)
  const answer = await ask({ path: `/api/users/${creatorId}/gifts`, body: { months: 1 }, key: randomUUID() })
  if (answer.status !== 200) return expect(answer, 402)
  const gift = answer.body.gift as { id: string; code: string; price: number }
  belief.coins -= cents(gift.price)
  common.gifts.push({
    id: gift.id,
    code: gift.code,
    giverId: belief.fan.id,
    creatorId,
    cents: cents(gift.price),
    state: 'open',
  })
}

/** Takes a gift of one's own back, or accepts somebody else's; others may be at the same one. */
export async function meetGift(storm: Storm): Promise<void> {
  const { belief, common, pick, ask, sold } = storm
  const open = common.gifts.filter((it) => it.state === 'open')
  // Mostly the newest, so that several come to one gift.
  const gift = pick(open.slice(-8))
  if (gift === undefined) return give(storm)
  const isMine = gift.giverId === belief.fan.id
  const answer = await ask(
    isMine
      ? { method: 'DELETE', path: `/api/gifts/${gift.id}`, key: randomUUID() }
      : { path: `/api/gifts/${gift.code}/accept`, body: {}, key: randomUUID() },
  )
  if (answer.status !== 200) return expect(answer, ...(isMine ? [409] : [409, 410]))
  if (gift.state !== 'open') throw new Error(`the gift ${gift.id} was ${gift.state} already`)
  gift.state = isMine ? 'returned' : 'accepted'
  if (isMine) belief.coins += gift.cents
  else sold(gift.creatorId, gift.cents)
}

/** Has something made: the coins wait until the creator delivers or says no, or the fan thinks better of it. */
export async function request({ belief, common, market, random, pick, ask, sold }: Storm): Promise<void> {
  const creator = pick(common.creators)
  const price = 200 + Math.floor(random() * 300)
  const answer = await ask({
    path: `/api/users/${creator.id}/requests`,
    body: { text: 'Something for me', price: price / 100 },
    key: randomUUID(),
  })
  if (answer.status !== 200) return expect(answer, 402)
  const made: Request = { id: (answer.body.request as { id: string }).id, creatorId: creator.id, state: 'open' }
  belief.requests.push(made)
  belief.coins -= price
  const act = async (name: string, body: object = {}) =>
    expect(
      await ask({ path: `/api/requests/${made.id}/${name}`, cookie: creator.cookie, body, key: randomUUID() }),
      // To accept has no key: asked again it is done already.
      ...(name === 'accept' ? [200, 409] : [200]),
    )
  const dice = random()
  if (dice < 0.15) return
  if (dice < 0.35) {
    expect(await ask({ method: 'DELETE', path: `/api/requests/${made.id}`, key: randomUUID() }), 200)
    made.state = 'withdrawn'
    belief.coins += price
    return
  }
  if (dice < 0.7) {
    await act('accept')
    made.state = 'accepted'
  }
  const mediaId = market.media.find((id) => makerOf(market, id) === creator.id && !belief.owned.has(id))
  if (mediaId === undefined || dice > 0.85) {
    await act('decline')
    made.state = 'declined'
    belief.coins += price
    return
  }
  await act('deliver', { media_ids: [mediaId] })
  made.state = 'delivered'
  belief.owned.set(mediaId, price)
  sold(creator.id, price)
}
