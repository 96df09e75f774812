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
  let stripe: Awaited<ReturnType<typeof startFakeStripe>>
  beforeAll(async () => {
    stripe = await startFakeStripe()
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
    if (session === undefined) throw new Error('Stripe has no session for the topup')
    expect(checkout_url).toBe(session.url)
    return { fan, id, session }
  }
  const pollAfter = async (minutes: number) => {
    api.turnClock(minutes * minuteMs)
    const settled = await pollProvider(api.ctx)
    api.turnClock(-minutes * minuteMs)
    return settled
  }
  const topupOf = async (fan: Actor, id: string) => {
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

  test('credits a paid topup whose event was lost, and not again when the event arrives', async () => {
    const { fan, id, session } = await begin()
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    expect(await pollAfter(5)).toBe(0)
    expect(await topupOf(fan, id)).toEqual(['pending', 0])
    expect(await pollAfter(11)).toBe(1)
    expect(await topupOf(fan, id)).toEqual(['paid', 20])
    expect((await webhook(session)).status).toBe(200)
    expect(await pollAfter(30)).toBe(0)
    expect(await topupOf(fan, id)).toEqual(['paid', 20])
  })

  test('credits the rest of a topup that was partly refunded meanwhile', async () => {
    const { fan, id, session } = await begin()
    Object.assign(session, { status: 'complete', payment_status: 'paid', refunded: 500 })
    await pollAfter(11)
    expect(await topupOf(fan, id)).toEqual(['paid', 15])
  })

  test('applies an expiry or a failure, and polls an open topup less and less often', async () => {
    const [expired, failed, open] = [await begin(), await begin(), await begin()]
    Object.assign(expired.session, { status: 'expired' })
    Object.assign(failed.session, { status: 'complete', intent: 'requires_payment_method' })
    await pollAfter(11)
    expect(await topupOf(expired.fan, expired.id)).toEqual(['expired', 0])
    expect(await topupOf(failed.fan, failed.id)).toEqual(['failed', 0])
    expect(await topupOf(open.fan, open.id)).toEqual(['pending', 0])
    const polls = () => stripe.polledSessions.filter((it) => it === open.session.id).length
    expect(polls()).toBe(1)
    await pollAfter(13)
    expect(polls()).toBe(1)
    await pollAfter(60)
    expect(polls()).toBe(2)
    await pollAfter(70)
    expect(polls()).toBe(2)
    Object.assign(open.session, { status: 'complete', payment_status: 'paid' })
    await pollAfter(120)
    expect(await topupOf(open.fan, open.id)).toEqual(['paid', 20])
  })

  test('credits once when several nodes poll at once', async () => {
    const { fan, id, session } = await begin()
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    api.turnClock(11 * minuteMs)
    await Promise.all([1, 2, 3, 4].map(() => pollProvider(api.ctx)))
    api.turnClock(-11 * minuteMs)
    expect(await topupOf(fan, id)).toEqual(['paid', 20])
  })

  test('settles other topups and the next run when one answer is an error', async () => {
    const [broken, paid] = [await begin(), await begin()]
    Object.assign(broken.session, { isBroken: true })
    Object.assign(paid.session, { status: 'complete', payment_status: 'paid' })
    await pollAfter(11)
    expect(await topupOf(broken.fan, broken.id)).toEqual(['pending', 0])
    expect(await topupOf(paid.fan, paid.id)).toEqual(['paid', 20])
    Object.assign(broken.session, { isBroken: false, status: 'complete', payment_status: 'paid' })
    await pollAfter(12)
    expect(await topupOf(broken.fan, broken.id)).toEqual(['paid', 20])
  })
})

describe('the sandbox', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await openTestApi()
  })
  afterAll(() => api.close())

  test('expires an abandoned checkout after a day', async () => {
    const fan = await api.makeUser()
    const { id } = (await api.call(fan, wallet.beginTopup, { amount: 5 })).data
    const status = async () => (await api.call(fan, wallet.topup, { id })).data.status
    api.turnClock(23 * 60 * minuteMs)
    await pollProvider(api.ctx)
    expect(await status()).toBe('pending')
    api.turnClock(2 * 60 * minuteMs)
    // It was polled two hours ago, and a quarter of its age has to pass.
    await pollProvider(api.ctx)
    expect(await status()).toBe('pending')
    api.turnClock(6 * 60 * minuteMs)
    await pollProvider(api.ctx)
    expect(await status()).toBe('expired')
  })

  test('expires a topup of a provider that is no longer configured after a day', async () => {
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
  amount_total: number
  refunded?: number
  intent?: string
  isBroken?: boolean
}

/** The part of Stripe's API that the wallet calls, over HTTP; `sessions` are by the id of the topup. */
async function startFakeStripe() {
  const sessions = new Map<string, Session>()
  const polledSessions: string[] = []
  const present = (topup: string, session: Session) => ({
    ...session,
    object: 'checkout.session',
    currency: 'eur',
    client_reference_id: topup,
    payment_intent: {
      id: `pi_${session.id}`,
      status: session.intent ?? 'processing',
      latest_charge: { id: `ch_${session.id}`, amount_refunded: session.refunded ?? 0 },
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
        const session = sessions.get(topup) ?? {
          id: `cs_${topup}`,
          url: `https://checkout.stripe.test/${topup}`,
          status: 'open',
          payment_status: 'unpaid',
          amount_total: Number(new URLSearchParams(body).get('line_items[0][price_data][unit_amount]')),
        }
        sessions.set(topup, session)
        return answer(200, present(topup, session))
      }
      const found = [...sessions].find(([, it]) => path === `/v1/checkout/sessions/${it.id}`)
      if (found === undefined) return answer(404, { error: { message: 'no such session' } })
      polledSessions.push(found[1].id)
      return found[1].isBroken ? answer(400, { error: { message: 'not now' } }) : answer(200, present(...found))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { sessions, polledSessions, origin: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}
