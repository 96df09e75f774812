import { createServer } from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { ledgerOf } from '../../../tests/support/money.ts'
import { pollProvider } from './poll-provider.ts'

const minuteMs = 60_000
const secret = 'whsec_test'

describe('Stripe', () => {
  let api: TestApi
  let stripe: Awaited<ReturnType<typeof standIn>>
  beforeAll(async () => {
    stripe = await standIn()
    const env = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_ORIGIN: stripe.origin }
    api = await openTestApi({ env })
  })
  afterAll(async () => {
    expect(await ledgerOf(api)).toEqual([])
    await api.close()
    stripe.close()
  })

  const begin = async (coins = 20) => {
    const fan = await api.makeUser()
    const { id, checkout_url } = (await api.call(fan, wallet.beginTopup, { amount: coins })).data
    const session = stripe.sessions.get(id)
    if (session === undefined) throw new Error('Stripe was not asked for a page')
    expect(checkout_url).toBe(session.url)
    return { fan, id, session }
  }
  const later = async (minutes: number) => {
    api.turnClock(minutes * minuteMs)
    const settled = await pollProvider(api.ctx)
    api.turnClock(-minutes * minuteMs)
    return settled
  }
  const seen = async (fan: Actor, id: string) => {
    const { status, coins } = (await api.call(fan, wallet.topup, { id })).data
    return [status, coins]
  }
  const webhook = (session: Session) => {
    const event = { id: `evt_${session.id}`, object: 'event', created: 1, type: 'checkout.session.completed' }
    const payload = JSON.stringify({ ...event, data: { object: { ...session, payment_intent: `pi_${session.id}` } } })
    return api.fetch(null, '/api/wallet/stripe-webhook', {
      method: 'POST',
      body: payload,
      headers: { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) },
    })
  }

  test('paid, and the event lost: credited when it is asked, and not again when the event comes after all', async () => {
    const { fan, id, session } = await begin()
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    expect(await later(5)).toBe(0)
    expect(await seen(fan, id)).toEqual(['pending', 0])
    expect(await later(11)).toBe(1)
    expect(await seen(fan, id)).toEqual(['paid', 20])
    expect((await webhook(session)).status).toBe(200)
    expect(await later(30)).toBe(0)
    expect(await seen(fan, id)).toEqual(['paid', 20])
  })

  test('paid and refunded in part meanwhile: what is left', async () => {
    const { fan, id, session } = await begin()
    Object.assign(session, { status: 'complete', payment_status: 'paid', refunded: 500 })
    await later(11)
    expect(await seen(fan, id)).toEqual(['paid', 15])
  })

  test('expired or failed there, it is so here; open there, it stays open and is asked more and more seldom', async () => {
    const [expired, failed, open] = [await begin(), await begin(), await begin()]
    Object.assign(expired.session, { status: 'expired' })
    Object.assign(failed.session, { status: 'complete', intent: 'requires_payment_method' })
    await later(11)
    expect(await seen(expired.fan, expired.id)).toEqual(['expired', 0])
    expect(await seen(failed.fan, failed.id)).toEqual(['failed', 0])
    expect(await seen(open.fan, open.id)).toEqual(['pending', 0])
    const asked = () => stripe.asked.filter((it) => it === open.session.id).length
    expect(asked()).toBe(1)
    await later(13)
    expect(asked()).toBe(1)
    await later(60)
    expect(asked()).toBe(2)
    await later(70)
    expect(asked()).toBe(2)
    Object.assign(open.session, { status: 'complete', payment_status: 'paid' })
    await later(120)
    expect(await seen(open.fan, open.id)).toEqual(['paid', 20])
  })

  test('many nodes asking at once credit once', async () => {
    const { fan, id, session } = await begin()
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    api.turnClock(11 * minuteMs)
    await Promise.all([1, 2, 3, 4].map(() => pollProvider(api.ctx)))
    api.turnClock(-11 * minuteMs)
    expect(await seen(fan, id)).toEqual(['paid', 20])
  })

  test('an answer that makes no sense holds up no other purchase; a provider that is away, none of the next run', async () => {
    const [odd, good] = [await begin(), await begin()]
    Object.assign(odd.session, { isBroken: true })
    Object.assign(good.session, { status: 'complete', payment_status: 'paid' })
    await later(11)
    expect(await seen(odd.fan, odd.id)).toEqual(['pending', 0])
    expect(await seen(good.fan, good.id)).toEqual(['paid', 20])
    Object.assign(odd.session, { isBroken: false, status: 'complete', payment_status: 'paid' })
    await later(12)
    expect(await seen(odd.fan, odd.id)).toEqual(['paid', 20])
  })
})

describe('the sandbox, by the same way', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await openTestApi()
  })
  afterAll(() => api.close())

  test('a page that nobody pressed a button on is over after a day, not before', async () => {
    const fan = await api.makeUser()
    const { id } = (await api.call(fan, wallet.beginTopup, { amount: 5 })).data
    const status = async () => (await api.call(fan, wallet.topup, { id })).data.status
    api.turnClock(23 * 60 * minuteMs)
    await pollProvider(api.ctx)
    expect(await status()).toBe('pending')
    api.turnClock(2 * 60 * minuteMs)
    // Asked two hours ago; a quarter of its age has to pass.
    await pollProvider(api.ctx)
    expect(await status()).toBe('pending')
    api.turnClock(6 * 60 * minuteMs)
    await pollProvider(api.ctx)
    expect(await status()).toBe('expired')
  })

  test('what was begun with a provider that is no longer there expires after a day', async () => {
    const fan = await api.makeUser()
    const { id } = (await api.call(fan, wallet.beginTopup, { amount: 5 })).data
    await pollProvider(api.ctx, null)
    expect((await api.call(fan, wallet.topup, { id })).data.status).toBe('pending')
    api.turnClock(25 * 60 * minuteMs)
    await pollProvider(api.ctx, null)
    expect((await api.call(fan, wallet.topup, { id })).data.status).toBe('expired')
  })
})

type Session = {
  id: string
  url: string
  status: string
  payment_status: string
  refunded?: number
  intent?: string
  isBroken?: boolean
}

/** As much of Stripe's API as is asked: sessions are made and read by HTTP; `sessions` are found by our purchase. */
async function standIn() {
  const sessions = new Map<string, Session>()
  const asked: string[] = []
  const show = (topup: string, it: Session) => ({
    ...it,
    object: 'checkout.session',
    client_reference_id: topup,
    payment_intent: {
      id: `pi_${it.id}`,
      status: it.intent ?? 'processing',
      latest_charge: { id: `ch_${it.id}`, amount_refunded: it.refunded ?? 0 },
    },
  })
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const answer = (status: number, it: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(it))
      const path = new URL(request.url ?? '/', 'http://stripe').pathname
      if (request.method === 'POST' && path === '/v1/checkout/sessions') {
        const topup = new URLSearchParams(body).get('client_reference_id') ?? ''
        const made = sessions.get(topup) ?? {
          id: `cs_${topup}`,
          url: `https://checkout.stripe.test/${topup}`,
          status: 'open',
          payment_status: 'unpaid',
        }
        sessions.set(topup, made)
        return answer(200, show(topup, made))
      }
      const found = [...sessions].find(([, it]) => path === `/v1/checkout/sessions/${it.id}`)
      if (found === undefined) return answer(404, { error: { message: 'no such session' } })
      asked.push(found[1].id)
      return found[1].isBroken ? answer(400, { error: { message: 'not now' } }) : answer(200, show(...found))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { sessions, asked, origin: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}
