import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Fan, Market } from './money-people.ts'

/** What a fan believes after everything was acknowledged, in cents. */
export type Belief = { fan: Fan; coins: number; owned: Map<string, number>; acknowledged: number; retried: number }

/**
 * A fan who buys, tips, subscribes and tops up without pause. Whatever is not answered (a killed process, an answer that
 * this worker cuts itself) is asked again under the same key, or without any where the asset itself is the key, until it
 * is acknowledged; from the answers follows to the cent what must be there at the end.
 */
export async function work(
  belief: Belief,
  market: Market,
  it: { urls: () => string[]; isOver: () => boolean; done: () => void; random: () => number },
): Promise<void> {
  const call = (path: string, body: object | null, key: string | null) => untilAnswered(belief, path, body, key, it)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(it.random() * from.length)] as T
  while (!it.isOver()) {
    const dice = it.random()
    const key = randomUUID()
    if (dice < 0.55) {
      const mediaId = pick(market.media)
      const answer = await call(`/api/media/${mediaId}/unlock`, null, dice < 0.25 ? key : null)
      if (answer.status === 200) {
        const paid = cents((answer.body.meta as { price_paid: number }).price_paid)
        const known = belief.owned.get(mediaId)
        if (known !== undefined && known !== paid) throw new Error(`${mediaId} was ${known} and is ${paid} now`)
        if (known === undefined) belief.coins -= paid
        belief.owned.set(mediaId, paid)
      } else expect(answer, 402)
    } else if (dice < 0.8) {
      const amount = 1 + Math.floor(it.random() * 500) / 100
      const answer = await call(`/api/users/${pick(market.creators)}/tip`, { amount: cents(amount) / 100 }, key)
      if (answer.status === 200) belief.coins -= cents(amount)
      else expect(answer, 402)
    } else if (dice < 0.93) {
      const before = await call('/api/wallet', null, null)
      const answer = await call(`/api/users/${pick(market.creators)}/subscribe`, {}, key)
      if (answer.status === 200)
        belief.coins -=
          cents((before.body as { coins: number }).coins) - cents((answer.body as { coins: number }).coins)
      else expect(answer, 402)
    } else {
      const answer = await call('/api/wallet/topups', { amount: 5 }, key)
      const checkout = new URL((answer.body as { checkout_url: string }).checkout_url).pathname
      await call(checkout, { outcome: 'paid' }, 'form')
      belief.coins += 500
    }
    belief.acknowledged++
    it.done()
  }
}

const cents = (coins: number): number => Math.round(coins * 100)

function expect(answer: Answer, status: number): void {
  if (answer.status !== status) throw new Error(`answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
}

type Answer = { status: number; body: Record<string, unknown> }

async function untilAnswered(
  belief: Belief,
  path: string,
  body: object | null,
  key: string | null,
  it: { urls: () => string[]; random: () => number },
): Promise<Answer> {
  for (let tried = 0; ; tried++) {
    const urls = it.urls()
    const url = urls[Math.floor(it.random() * urls.length)] ?? ''
    // Now and then the answer is cut by us, often after the commit.
    const cutAfterMs = tried === 0 && it.random() < 0.05 ? it.random() * 30 : null
    const answer = await once(url + path, belief.fan.cookie, body, key, cutAfterMs).catch(() => null)
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer
    belief.retried++
    if (tried > 2_000) throw new Error(`${path} is never answered (${answer?.status ?? 'no connection'})`)
    await new Promise((resolve) => setTimeout(resolve, 20 + it.random() * 80))
  }
}

function once(
  url: string,
  cookie: string,
  body: object | null,
  key: string | null,
  cutAfterMs: number | null,
): Promise<Answer> {
  const isForm = key === 'form'
  const isRead = body === null && url.endsWith('/api/wallet')
  const text =
    body === null ? '' : isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = { cookie, 'content-length': Buffer.byteLength(text) }
    if (text !== '') headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    if (key !== null && !isForm) headers['idempotency-key'] = key
    const it = request(url, { method: isRead ? 'GET' : 'POST', headers, timeout: 15_000 }, (answer) => {
      let said = ''
      answer.on('data', (chunk) => (said += String(chunk)))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: said.startsWith('{') ? JSON.parse(said) : {} }),
      )
    })
    it.on('error', reject)
    it.on('timeout', () => it.destroy(new Error('no answer')))
    if (cutAfterMs !== null) setTimeout(() => it.destroy(new Error('cut')), cutAfterMs)
    it.end(text)
  })
}
