import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { media } from '../../../contract/media.ts'
import { wallet } from '../../../contract/wallet.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { int, statement, uuid } from '../../platform/db/statement.ts'

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

  test('paid: the coins are there once, however often the page is sent', async () => {
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

  test('declined: nothing moves, and it stays declined', async () => {
    const fiona = await api.makeUser()
    const { id, checkout_url } = (await api.call(fiona, wallet.beginTopup, { amount: 5 })).data
    expect((await settle(checkout_url, 'declined')).headers.get('location')).toBe(`/settings/payments?topup=${id}`)
    await settle(checkout_url, 'paid')
    expect((await api.call(fiona, wallet.topup, { id })).data).toMatchObject({ status: 'failed', coins: 0 })
  })

  test('a form of another site, an outcome that is none, and an id of nothing are refused', async () => {
    const fiona = await api.makeUser()
    const { id, checkout_url } = (await api.call(fiona, wallet.beginTopup, { amount: 5 })).data
    expect((await settle(checkout_url, 'paid', { origin: 'https://evil.test' })).status).toBe(403)
    expect((await settle(checkout_url, 'free')).status).toBe(400)
    expect((await settle(checkout_url.replace(id, '01900000-0000-7000-8000-000000000000'), 'paid')).status).toBe(404)
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test("a stranger's top-up is not found", async () => {
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
  ])('the return path %j stays on the site', async (return_path) => {
    const fiona = await api.makeUser()
    const { checkout_url } = (await api.call(fiona, wallet.beginTopup, { amount: 5, return_path })).data
    const to = (await settle(checkout_url, 'paid')).headers.get('location') ?? ''
    expect(new URL(to, 'http://localhost:8787').host).toBe('localhost:8787')
  })

  test('the same key begins one purchase of coins', async () => {
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
  const say = (type: string, object: object, id = `evt_${++events}`, by = secret) => {
    const body = JSON.stringify({ id, object: 'event', type, data: { object } })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: by })
    return api.fetch(null, '/api/wallet/stripe-webhook', {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature },
    })
  }
  const session = (topup: string, payment: string, more = {}) => ({
    client_reference_id: topup,
    payment_intent: payment,
    payment_status: 'paid',
    ...more,
  })
  const begin = async (fan: Actor, cents: number) => {
    const id = crypto.randomUUID()
    await api.db.run(insertStripeTopup, { id, user: fan.id, cents })
    return { id, payment: `pi_${id}` }
  }

  test('paid, doubled and said by another event: credited once', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 2000)
    const paid = () => say('checkout.session.completed', session(id, payment), 'evt_same')
    expect((await Promise.all(Array.from({ length: 10 }, paid))).map((it) => it.status)).toEqual(Array(10).fill(200))
    await say('checkout.session.async_payment_succeeded', session(id, payment))
    expect(await coinsOf(api, fiona)).toBe(20)
  })

  test('late: what expired or failed here and was paid after all is credited', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    await say('checkout.session.expired', session(id, payment))
    expect((await api.call(fiona, wallet.topup, { id })).data.status).toBe('expired')
    await say('checkout.session.completed', session(id, payment))
    expect(await coinsOf(api, fiona)).toBe(10)
    await say('checkout.session.expired', session(id, payment))
    expect((await api.call(fiona, wallet.topup, { id })).data.status).toBe('paid')
  })

  test('not yet paid, or not ours: nothing moves', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    await say('checkout.session.completed', session(id, payment, { payment_status: 'unpaid' }))
    await say('customer.created', {})
    expect((await say('checkout.session.completed', session(id, payment), undefined, 'whsec_other')).status).toBe(400)
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test('out of order: a refund before the payment is taken off it', async () => {
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 2000)
    await say('charge.refunded', { amount_refunded: 500, payment_intent: payment, metadata: { topup: id } })
    await say('checkout.session.completed', session(id, payment))
    expect(await coinsOf(api, fiona)).toBe(15)
    await say('charge.refunded', { amount_refunded: 2000, payment_intent: payment, metadata: { topup: id } })
    await say('charge.refunded', { amount_refunded: 500, payment_intent: payment, metadata: { topup: id } })
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test('a dispute about a payment that is not known yet is sent again', async () => {
    const dispute = () =>
      say('charge.dispute.funds_withdrawn', { id: `dp_${id}`, amount: 1000, payment_intent: payment }, 'evt_dispute')
    const fiona = await api.makeUser()
    const { id, payment } = await begin(fiona, 1000)
    expect((await dispute()).status).toBe(404)
    await say('checkout.session.completed', session(id, payment))
    expect((await dispute()).status).toBe(200)
    expect(await coinsOf(api, fiona)).toBe(0)
  })

  test('disputed after it was spent: the purchase is taken back, media, earnings and all', async () => {
    const alice = await makeCreator(api)
    const fiona = await api.makeUser()
    const { mediaId } = await makePaidPost(api, alice, 8)
    const { id, payment } = await begin(fiona, 1000)
    await say('checkout.session.completed', session(id, payment))
    await api.call(fiona, media.unlock, { id: mediaId })
    await say('charge.dispute.funds_withdrawn', { id: `dp_${id}`, amount: 1000, payment_intent: payment })
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
    expect((await api.call(fiona, media.unlock, { id: mediaId })).data.meta.charged).toBe(8)
  })
})

const insertStripeTopup = statement(
  'test_insert_stripe_topup',
  { id: uuid, user: uuid, cents: int },
  {},
  ({ id, user, cents }) =>
    `insert into topups (id, user_id, amount_cents, provider) values (${id}, ${user}, ${cents}, 'stripe')`,
)
