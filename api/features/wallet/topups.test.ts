import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { media } from '../../../contract/media.ts'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { openScrape } from '../../../tests/support/metrics.ts'
import { giveCoins, ledgerOf, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { int, statement, text, uuid } from '../../platform/db/statement.ts'
import { setProviderRef } from './topup-statements.ts'

const coinsOf = async (api: TestApi, user: Actor) => (await api.call(user, wallet.get, {})).data.coins

describe('the sandbox', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await openTestApi()
  })
  afterAll(async () => {
    expect(await ledgerOf(api)).toEqual([])
    await api.close()
  })

  const settle = (url: string, outcome: string, headers: Record<string, string> = {}) =>
    api.fetch(null, new URL(url).pathname, {
      method: 'POST',
      body: new URLSearchParams({ outcome }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  test('credits a paid topup once, however often the form is sent', async () => {
    const fiona = await api.makeUser()
    const { id, checkout_url } = (
      await api.call(fiona, wallet.beginTopup, { amount: 20, return_path: '/@alice?tab=media' })
    ).data
    expect((await api.call(fiona, wallet.topup, { id })).data).toMatchObject({ status: 'pending', coins: 0 })
    const page = await api.fetch(null, new URL(checkout_url).pathname, { headers: { 'x-fanfare-locale': 'fr-FR' } })
    expect(await page.text()).toContain('Bac à sable')
    const answers = await Promise.all(Array.from({ length: 20 }, () => settle(checkout_url, 'paid')))
    expect(answers.map((it) => it.status)).toEqual(Array(20).fill(303))
    expect(answers[0]?.headers.get('location')).toBe('/@alice?tab=media')
    await settle(checkout_url, 'declined')
    expect((await api.call(fiona, wallet.topup, { id })).data).toMatchObject({ status: 'paid', coins: 20 })
    const { data } = (await api.call(fiona, wallet.transactions, {})).data
    expect(data).toMatchObject([{ kind: 'topup', amount: 20, balance_after: 20 }])
  })

  test('moves nothing for a declined topup, which stays declined', async () => {
    const fiona = await api.makeUser()
    const { id, checkout_url } = (await api.call(fiona, wallet.beginTopup, { amount: 5 })).data
    expect((await settle(checkout_url, 'declined')).headers.get('location')).toBe(`/settings/payments?topup=${id}`)
    await settle(checkout_url, 'paid')
    expect((await api.call(fiona, wallet.topup, { id })).data).toMatchObject({ status: 'failed', coins: 0 })
  })

  test('rejects a form of another site with 403, an unknown outcome with 400, and an id of Stripe or none with 404', async () => {
    const fiona = await api.makeUser()
    const { id, checkout_url } = (await api.call(fiona, wallet.beginTopup, { amount: 5 })).data
    expect((await settle(checkout_url, 'paid', { origin: 'https://evil.test' })).status).toBe(403)
    expect((await settle(checkout_url, 'free')).status).toBe(400)
    const atStripe = crypto.randomUUID()
    await api.db.run(insertStripeTopup, { id: atStripe, user: fiona.id, cents: 500, ref: `cs_${atStripe}` })
    for (const other of ['01900000-0000-7000-8000-000000000000', atStripe])
      expect((await settle(checkout_url.replace(id, other), 'paid')).status).toBe(404)
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test('answers `not_found` for the topup of another user', async () => {
    const [fiona, frank] = [await api.makeUser(), await api.makeUser()]
    const { id } = (await api.call(fiona, wallet.beginTopup, { amount: 5 })).data
    expect((await api.call(frank, wallet.topup, { id })).refusal.error).toBe('not_found')
  })

  test.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test/x',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/.//evil.test',
  ])('redirects to the site itself for the return path %j', async (return_path) => {
    const fiona = await api.makeUser()
    const { checkout_url } = (await api.call(fiona, wallet.beginTopup, { amount: 5, return_path })).data
    const to = (await settle(checkout_url, 'paid')).headers.get('location') ?? ''
    expect(new URL(to, 'http://localhost:8787').host).toBe('localhost:8787')
  })

  test('begins one topup for the same idempotency key', async () => {
    const fiona = await api.makeUser()
    const key = { 'idempotency-key': 'topup' }
    const first = await api.call(fiona, wallet.beginTopup, { amount: 5 }, key)
    expect((await api.call(fiona, wallet.beginTopup, { amount: 5 }, key)).data).toEqual(first.data)
    expect((await api.call(fiona, wallet.beginTopup, { amount: 6 }, key)).status).toBe(409)
  })
})

describe('the webhook of Stripe', () => {
  const secret = 'whsec_test'
  let api: TestApi
  beforeAll(async () => {
    api = await openTestApi({ env: { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: secret } })
  })
  afterAll(async () => {
    expect(await ledgerOf(api)).toEqual([])
    await api.close()
  })

  let events = 0
  const sendEvent = (type: string, object: object, id = `evt_${++events}`, by = secret) => {
    const body = JSON.stringify({ id, object: 'event', type, data: { object } })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: by })
    return api.fetch(null, '/api/wallet/stripe-webhook', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature },
    })
  }
  const session = (topup: string, payment: string, more = {}) => ({
    id: `cs_${topup}`,
    client_reference_id: topup,
    payment_intent: payment,
    payment_status: 'paid',
    amount_total: cents.get(topup),
    currency: 'eur',
    ...more,
  })
  const cents = new Map<string, number>()
  const begin = async (fan: Actor, amount: number) => {
    const id = crypto.randomUUID()
    cents.set(id, amount)
    await api.db.run(insertStripeTopup, { id, user: fan.id, cents: amount, ref: `cs_${id}` })
    return { id, payment: `pi_${id}` }
  }

  test('credits once for repeated events and for a second event of the payment', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 2000)
    const paid = () => sendEvent('checkout.session.completed', session(id, payment), 'evt_same')
    expect((await Promise.all(Array.from({ length: 10 }, paid))).map((it) => it.status)).toEqual(Array(10).fill(200))
    await sendEvent('checkout.session.async_payment_succeeded', session(id, payment))
    expect(await coinsOf(api, fiona)).toBe(20)
  })

  test('credits a topup that is paid after it has expired', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    await sendEvent('checkout.session.expired', session(id, payment))
    expect((await api.call(fiona, wallet.topup, { id })).data.status).toBe('expired')
    await sendEvent('checkout.session.completed', session(id, payment))
    expect(await coinsOf(api, fiona)).toBe(10)
    await sendEvent('checkout.session.expired', session(id, payment))
    expect((await api.call(fiona, wallet.topup, { id })).data.status).toBe('paid')
  })

  test.each([
    ['of another session', { id: 'cs_of_a_payment_link' }],
    ['of another amount', { amount_total: 100 }],
    ['of another currency', { currency: 'usd' }],
    ['without a price', { payment_status: 'no_payment_required', amount_total: 0 }],
  ])('moves nothing for a payment %s that names the topup', async (_, more) => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 50_000)
    expect((await sendEvent('checkout.session.completed', session(id, payment, more))).status).toBe(200)
    expect(await coinsOf(api, fiona)).toBe(0)
    expect((await api.call(fiona, wallet.topup, { id })).data.status).toBe('pending')
    await sendEvent('checkout.session.completed', session(id, payment))
    expect(await coinsOf(api, fiona)).toBe(500)
  })

  test('ends no topup by the session of another', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    await sendEvent('checkout.session.expired', session(id, payment, { id: 'cs_of_a_payment_link' }))
    await sendEvent('checkout.session.async_payment_failed', session(id, payment, { id: 'cs_of_a_payment_link' }))
    expect((await api.call(fiona, wallet.topup, { id })).data.status).toBe('pending')
  })

  test('answers 404 to a payment whose checkout is not stored yet, so that Stripe sends it again', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    await api.db.run(setProviderRef, { id, ref: null })
    const paid = () => sendEvent('checkout.session.completed', session(id, payment), 'evt_early')
    expect((await paid()).status).toBe(404)
    await api.db.run(setProviderRef, { id, ref: `cs_${id}` })
    expect((await paid()).status).toBe(200)
    expect(await coinsOf(api, fiona)).toBe(10)
  })

  test('moves nothing for an unpaid session, another event or a foreign signature', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    await sendEvent('checkout.session.completed', session(id, payment, { payment_status: 'unpaid' }))
    await sendEvent('customer.created', {})
    expect((await sendEvent('checkout.session.completed', session(id, payment), undefined, 'whsec_other')).status).toBe(
      400,
    )
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test('measures every event by its outcome, and what became of the topup', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    const scrape = openScrape(api.ctx)
    const before = await scrape()
    const paid = session(id, payment)
    await sendEvent('checkout.session.completed', session(id, payment, { amount_total: 1 }))
    for (let sent = 0; sent < 2; sent++) await sendEvent('checkout.session.completed', paid, 'evt_measured')
    await sendEvent('customer.created', {})
    await sendEvent('checkout.session.completed', paid, undefined, 'whsec_other')
    await sendEvent('charge.dispute.created', { id: 'dp_x', amount: 1000, payment_intent: 'pi_unknown' })
    await sendEvent('charge.refunded', { amount_refunded: 500, payment_intent: payment, metadata: { topup: id } })
    const after = await scrape()
    const more = (name: string) => (after.get(`fanfare_${name}`) ?? 0) - (before.get(`fanfare_${name}`) ?? 0)
    const outcomes = ['applied', 'repeated', 'ignored', 'invalid', 'unknown']
    expect(outcomes.map((it) => more(`payment_webhooks_total{outcome="${it}"}`))).toEqual([3, 1, 1, 1, 1])
    const became = ['mismatched', 'paid', 'refunded', 'disputed']
    expect(became.map((it) => more(`topups_total{provider="stripe",outcome="${it}"}`))).toEqual([1, 1, 1, 0])
  })

  test('subtracts a refund that arrives before the payment', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 2000)
    await sendEvent('charge.refunded', { amount_refunded: 500, payment_intent: payment, metadata: { topup: id } })
    await sendEvent('checkout.session.completed', session(id, payment))
    expect(await coinsOf(api, fiona)).toBe(15)
    await sendEvent('charge.refunded', { amount_refunded: 2000, payment_intent: payment, metadata: { topup: id } })
    await sendEvent('charge.refunded', { amount_refunded: 500, payment_intent: payment, metadata: { topup: id } })
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test('answers 404 to a dispute of an unknown payment, so that Stripe sends it again', async () => {
    const dispute = () =>
      sendEvent(
        'charge.dispute.funds_withdrawn',
        { id: `dp_${id}`, amount: 1000, payment_intent: payment },
        'evt_dispute',
      )
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    expect((await dispute()).status).toBe(404)
    await sendEvent('checkout.session.completed', session(id, payment))
    expect((await dispute()).status).toBe(200)
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test('reverses the purchase, its media and earnings when spent coins are disputed', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    const { mediaId } = await makePaidPost(api, alice, 8)
    const { id, payment } = await begin(fiona, 1000)
    await sendEvent('checkout.session.completed', session(id, payment))
    await api.call(fiona, media.unlock, { id: mediaId, expected_price: 8 })
    await sendEvent('charge.dispute.funds_withdrawn', { id: `dp_${id}`, amount: 1000, payment_intent: payment })
    expect(await coinsOf(api, fiona)).toBe(0)
    expect((await api.call(fiona, media.unlocked, {})).data.data).toEqual([])
    const { data } = (await api.call(fiona, wallet.transactions, {})).data
    expect(data.map((it) => [it.kind, it.amount, it.reason])).toEqual([
      ['chargeback', -10, 'dispute'],
      ['chargeback', 8, 'dispute'],
      ['post', -8, null],
      ['topup', 10, null],
    ])
    await giveCoins(api, fiona, 8)
    expect((await api.call(fiona, media.unlock, { id: mediaId, expected_price: 8 })).data.meta.charged).toBe(8)
  })
})

const insertStripeTopup = statement(
  'test_insert_stripe_topup',
  { id: uuid, user: uuid, cents: int, ref: text },
  {},
  ({ id, user, cents, ref }) => `
    insert into topups (id, user_id, amount_cents, provider, provider_ref)
    values (${id}, ${user}, ${cents}, 'stripe', ${ref})`,
)
