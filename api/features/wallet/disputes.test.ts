import Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { payouts } from '../../../contract/payouts.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { int, statement, text, uuid } from '../../platform/db/statement.ts'

const secret = 'whsec_test'
const api = testApi({ env: { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: secret }, money: true })
let alice: Actor
let mediaId: string
beforeAll(async () => {
  alice = await makeCreator(api)
  mediaId = (await makePaidPost(api, alice, 8)).mediaId
})

/** The events of Stripe about one payment of 20 coins, each with the second in which it happens. */
const eventsByName = {
  paid: [
    1,
    'checkout.session.completed',
    (payment: Payment) => ({
      id: `cs_${payment.topup}`,
      client_reference_id: payment.topup,
      payment_intent: payment.ref,
      payment_status: 'paid',
      amount_total: 2000,
      currency: 'eur',
    }),
  ],
  refunded: [
    2,
    'charge.refunded',
    (payment: Payment) => ({ amount_refunded: 500, payment_intent: payment.ref, metadata: { topup: payment.topup } }),
  ],
  created: [3, 'charge.dispute.created', (payment: Payment) => disputeObject(payment, 'needs_response')],
  withdrawn: [4, 'charge.dispute.funds_withdrawn', (payment: Payment) => disputeObject(payment, 'needs_response')],
  reinstated: [5, 'charge.dispute.funds_reinstated', (payment: Payment) => disputeObject(payment, 'won')],
  won: [6, 'charge.dispute.closed', (payment: Payment) => disputeObject(payment, 'won')],
  lost: [6, 'charge.dispute.closed', (payment: Payment) => disputeObject(payment, 'lost')],
  noDispute: [6, 'charge.dispute.closed', (payment: Payment) => disputeObject(payment, 'warning_closed')],
  reopened: [7, 'charge.dispute.closed', (payment: Payment) => disputeObject(payment, 'lost')],
} satisfies Record<string, [number, string, (payment: Payment) => object]>
type EventName = keyof typeof eventsByName
type Payment = { fan: Actor; topup: string; ref: string; disputed: number }

const disputeObject = (payment: Payment, status: string) => ({
  id: `dp_${payment.topup}`,
  amount: payment.disputed,
  payment_intent: payment.ref,
  reason: 'fraudulent',
  status,
})

function send(payment: Payment, name: EventName): Promise<Response> {
  const [second, type, object] = eventsByName[name]
  const event = { id: `evt_${name}_${payment.topup}`, object: 'event', created: 1_700_000_000 + second, type }
  const body = JSON.stringify({ ...event, data: { object: object(payment) } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  return api.fetch(null, '/api/wallet/stripe-webhook', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  })
}

async function begin(disputed: number): Promise<Payment> {
  const fan = await api.makeUser()
  const topup = crypto.randomUUID()
  await api.db.run(insertOpenTopup, { id: topup, user: fan.id })
  return { fan, topup, ref: `pi_${topup}`, disputed }
}

/** Sends events in this order, each twice, and those answered with 404 again at the end, as Stripe does. */
async function deliver(payment: Payment, order: readonly (EventName | 'buys')[]): Promise<void> {
  const later: EventName[] = []
  for (const step of order) {
    if (step === 'buys') {
      await api.call(payment.fan, media.unlock, { id: mediaId })
      continue
    }
    const answers = [await send(payment, step), await send(payment, step)]
    if (answers.some((answer) => answer.status === 404)) later.push(step)
    else expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  }
  for (const step of later) expect((await send(payment, step)).status).toBe(200)
}

const coinsOf = async (fan: Actor) => (await api.call(fan, wallet.get, {})).data.coins
const owns = async (fan: Actor) => (await api.call(fan, media.unlocked, {})).data.data.length > 0
const history = async (fan: Actor) => (await api.call(fan, wallet.transactions, {})).data.data
const stateOf = async (payment: Payment) => (await api.db.run(readDispute, { topup: payment.topup }))[0]

describe('every order of events leads to the same balance', () => {
  test.each<[string, EventName[], number, number, string]>([
    ['lost', ['paid', 'created', 'withdrawn', 'lost'], 2000, 0, 'lost'],
    ['won', ['paid', 'created', 'withdrawn', 'reinstated', 'won'], 2000, 20, 'won'],
    ['an inquiry that came to nothing', ['paid', 'created', 'noDispute'], 2000, 20, 'won'],
    ['open', ['paid', 'created', 'withdrawn'], 2000, 0, 'open'],
    ['refunded in part, the rest disputed and lost', ['paid', 'refunded', 'withdrawn', 'lost'], 1500, 0, 'lost'],
    ['refunded in part, the rest disputed and won', ['paid', 'refunded', 'withdrawn', 'won'], 1500, 15, 'won'],
    ['disputed in part and lost', ['paid', 'created', 'withdrawn', 'lost'], 700, 13, 'lost'],
    ['refunded in part and disputed whole', ['paid', 'refunded', 'withdrawn', 'lost'], 2000, 0, 'lost'],
    ['won, and lost after all', ['paid', 'withdrawn', 'won', 'reopened'], 2000, 0, 'lost'],
  ])('%s', { timeout: 120_000 }, async (_name, events, disputed, coins, status) => {
    for (const order of permutations(events)) {
      const payment = await begin(disputed)
      await deliver(payment, order)
      const why = order.join(' ')
      expect([why, await coinsOf(payment.fan)]).toEqual([why, coins])
      expect([why, await stateOf(payment)]).toEqual([why, { status, amount_cents: disputed }])
      const lines = await history(payment.fan)
      expect([why, lines.reduce((all, line) => all + line.amount, 0)]).toEqual([why, coins])
    }
    expect(await ledgerOf(api)).toEqual([])
  })

  test('keeps a purchase in between when the dispute is won, and reverses it when it is lost', {
    timeout: 120_000,
  }, async () => {
    for (const [last, left] of [
      ['won', 20],
      ['lost', 0],
    ] as const) {
      for (const order of permutations(['paid', 'buys', 'created', 'withdrawn', last] as const)) {
        const payment = await begin(2000)
        await deliver(payment, order)
        const bought = (await history(payment.fan)).some((line) => line.kind === 'post')
        const isTheirs = last === 'won' && bought
        const why = order.join(' ')
        expect([why, await owns(payment.fan), await coinsOf(payment.fan)]).toEqual([
          why,
          isTheirs,
          isTheirs ? left - 8 : left,
        ])
      }
    }
    expect(await ledgerOf(api)).toEqual([])
  })
})

describe('a won dispute', () => {
  const spent = async () => {
    const creator = await makeCreator(api)
    const payment = await begin(2000)
    await deliver(payment, ['paid'])
    const post = await makePaidPost(api, creator, 8, 2)
    await api.call(payment.fan, media.unlock, { id: post.mediaId, expected_price: 8 })
    await api.call(payment.fan, chat.tip, { id: creator.id, amount: 5 })
    return { payment, creator, post }
  }
  const pending = async (who: Actor) => (await api.call(who, payouts.earnings, {})).data.pending

  test('restores coins, purchases and earnings, and notifies both sides', async () => {
    const { payment, creator } = await spent()
    await deliver(payment, ['created', 'withdrawn'])
    expect([await coinsOf(payment.fan), await owns(payment.fan), await pending(creator)]).toEqual([0, false, 0])
    await deliver(payment, ['reinstated', 'won'])
    expect([await coinsOf(payment.fan), await owns(payment.fan), await pending(creator)]).toEqual([7, true, 10.4])
    expect((await history(payment.fan)).map((line) => [line.kind, line.amount, line.reason])).toEqual([
      ['tip', -5, 'dispute_won'],
      ['post', -8, 'dispute_won'],
      ['chargeback', 20, 'dispute_won'],
      ['chargeback', -20, 'dispute'],
      ['chargeback', 8, 'dispute'],
      ['chargeback', 5, 'dispute'],
      ['tip', -5, null],
      ['post', -8, null],
      ['topup', 20, null],
    ])
    const notificationTypes = async (who: Actor) =>
      (await api.call(who, notifications.list, {})).data.data.map((one) => one.type)
    expect(await notificationTypes(payment.fan)).toEqual([
      'topup_returned',
      'topup_taken_back',
      'refunded',
      'refunded',
      'topup_paid',
    ])
    expect((await notificationTypes(creator)).filter((type) => type.startsWith('sale_'))).toEqual([
      'sale_restored',
      'sale_restored',
      'sale_refunded',
      'sale_refunded',
    ])
  })

  test('does not repeat a purchase that the fan has made again meanwhile', async () => {
    const { payment, post } = await spent()
    await deliver(payment, ['withdrawn'])
    await giveCoins(api, payment.fan, 8)
    await api.call(payment.fan, media.unlock, { id: post.mediaId, expected_price: 8 })
    await deliver(payment, ['won'])
    expect([await coinsOf(payment.fan), await owns(payment.fan)]).toEqual([15, true])
  })

  test('does not count a repeated sale twice in the spending of the month', async () => {
    const { payment } = await spent()
    await deliver(payment, ['withdrawn', 'won'])
    expect((await api.call(payment.fan, wallet.get, {})).data.spent_this_month).toBe(13)
  })
})

function permutations<T>(of: readonly T[]): T[][] {
  if (of.length < 2) return [[...of]]
  return of.flatMap((first, index) => permutations(of.toSpliced(index, 1)).map((rest) => [first, ...rest]))
}

const insertOpenTopup = statement(
  'test_insert_open_topup',
  { id: uuid, user: uuid },
  {},
  ({ id, user }) => `
    insert into topups (id, user_id, amount_cents, provider, provider_ref)
    values (${id}, ${user}, 2000, 'stripe', 'cs_' || ${id}::text)`,
)
const readDispute = statement(
  'test_read_dispute',
  { topup: uuid },
  { status: text, amount_cents: int },
  ({ topup }) => `select status, amount_cents from disputes where topup_id = ${topup}`,
)
