import Stripe from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import { media } from '../../../contract/media.ts'
import { notifications } from '../../../contract/notifications.ts'
import { payouts } from '../../../contract/payouts.ts'
import { chat } from '../../../contract/chat.ts'
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

/** What Stripe sends about one payment of 20, each in its own second, in the order in which it happens there. */
const sayings = {
  paid: [
    1,
    'checkout.session.completed',
    (it: Case) => ({ client_reference_id: it.topup, payment_intent: it.payment, payment_status: 'paid' }),
  ],
  refunded: [
    2,
    'charge.refunded',
    (it: Case) => ({ amount_refunded: 500, payment_intent: it.payment, metadata: { topup: it.topup } }),
  ],
  created: [3, 'charge.dispute.created', (it: Case) => dispute(it, 'needs_response')],
  withdrawn: [4, 'charge.dispute.funds_withdrawn', (it: Case) => dispute(it, 'needs_response')],
  reinstated: [5, 'charge.dispute.funds_reinstated', (it: Case) => dispute(it, 'won')],
  won: [6, 'charge.dispute.closed', (it: Case) => dispute(it, 'won')],
  lost: [6, 'charge.dispute.closed', (it: Case) => dispute(it, 'lost')],
  noDispute: [6, 'charge.dispute.closed', (it: Case) => dispute(it, 'warning_closed')],
  reopened: [7, 'charge.dispute.closed', (it: Case) => dispute(it, 'lost')],
} satisfies Record<string, [number, string, (it: Case) => object]>
type Saying = keyof typeof sayings
type Case = { fan: Actor; topup: string; payment: string; disputed: number }

const dispute = (it: Case, status: string) => ({
  id: `dp_${it.topup}`,
  amount: it.disputed,
  payment_intent: it.payment,
  reason: 'fraudulent',
  status,
})

function send(it: Case, saying: Saying): Promise<Response> {
  const [second, type, object] = sayings[saying]
  const event = { id: `evt_${saying}_${it.topup}`, object: 'event', created: 1_700_000_000 + second, type }
  const body = JSON.stringify({ ...event, data: { object: object(it) } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
  return api.fetch(null, '/api/wallet/stripe-webhook', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  })
}

async function begin(disputed: number): Promise<Case> {
  const fan = await api.makeUser()
  const topup = crypto.randomUUID()
  await api.db.run(insertOpenTopup, { id: topup, user: fan.id })
  return { fan, topup, payment: `pi_${topup}`, disputed }
}

/** Sends them in this order, each twice; what we cannot place yet is sent again at the end, as Stripe does. */
async function arrive(it: Case, order: readonly (Saying | 'buys')[]): Promise<void> {
  const later: Saying[] = []
  for (const step of order) {
    if (step === 'buys') {
      await api.call(it.fan, media.unlock, { id: mediaId })
      continue
    }
    const answers = [await send(it, step), await send(it, step)]
    if (answers.some((answer) => answer.status === 404)) later.push(step)
    else expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  }
  for (const step of later) expect((await send(it, step)).status).toBe(200)
}

const coinsOf = async (fan: Actor) => (await api.call(fan, wallet.get, {})).data.coins
const owns = async (fan: Actor) => (await api.call(fan, media.unlocked, {})).data.data.length > 0
const history = async (fan: Actor) => (await api.call(fan, wallet.transactions, {})).data.data
const stateOf = async (it: Case) => (await api.db.run(readDispute, { topup: it.topup }))[0]

describe('whatever the order in which events arrive, the end is the same', () => {
  test.each<[string, Saying[], number, number, string]>([
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
      const it = await begin(disputed)
      await arrive(it, order)
      const why = order.join(' ')
      expect([why, await coinsOf(it.fan)]).toEqual([why, coins])
      expect([why, await stateOf(it)]).toEqual([why, { status, amount_cents: disputed }])
      const lines = await history(it.fan)
      expect([why, lines.reduce((all, line) => all + line.amount, 0)]).toEqual([why, coins])
    }
    expect(await ledgerOf(api)).toEqual([])
  })

  test('and with a purchase anywhere in between: won, it is theirs; lost, it is not', {
    timeout: 120_000,
  }, async () => {
    for (const [last, left] of [
      ['won', 20],
      ['lost', 0],
    ] as const) {
      for (const order of permutations(['paid', 'buys', 'created', 'withdrawn', last] as const)) {
        const it = await begin(2000)
        await arrive(it, order)
        const bought = (await history(it.fan)).some((line) => line.kind === 'post')
        const isTheirs = last === 'won' && bought
        const why = order.join(' ')
        expect([why, await owns(it.fan), await coinsOf(it.fan)]).toEqual([why, isTheirs, isTheirs ? left - 8 : left])
      }
    }
    expect(await ledgerOf(api)).toEqual([])
  })
})

describe('a dispute that is won', () => {
  const spent = async () => {
    const creator = await makeCreator(api)
    const it = await begin(2000)
    await arrive(it, ['paid'])
    const post = await makePaidPost(api, creator, 8, 2)
    await api.call(it.fan, media.unlock, { id: post.mediaId })
    await api.call(it.fan, chat.tip, { id: creator.id, amount: 5 })
    return { it, creator, post }
  }
  const pending = async (who: Actor) => (await api.call(who, payouts.earnings, {})).data.pending

  test('brings back coins, purchases and earnings, line by line, and both sides are told', async () => {
    const { it, creator } = await spent()
    await arrive(it, ['created', 'withdrawn'])
    expect([await coinsOf(it.fan), await owns(it.fan), await pending(creator)]).toEqual([0, false, 0])
    await arrive(it, ['reinstated', 'won'])
    expect([await coinsOf(it.fan), await owns(it.fan), await pending(creator)]).toEqual([7, true, 10.4])
    expect((await history(it.fan)).map((line) => [line.kind, line.amount, line.reason])).toEqual([
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
    const told = async (who: Actor) => (await api.call(who, notifications.list, {})).data.data.map((one) => one.type)
    expect(await told(it.fan)).toEqual(['topup_returned', 'topup_taken_back', 'refunded', 'refunded', 'topup_paid'])
    expect((await told(creator)).filter((type) => type.startsWith('sale_'))).toEqual([
      'sale_restored',
      'sale_restored',
      'sale_refunded',
      'sale_refunded',
    ])
  })

  test('sells nothing twice: what the fan bought again meanwhile stays bought once', async () => {
    const { it, post } = await spent()
    await arrive(it, ['withdrawn'])
    await giveCoins(api, it.fan, 8)
    await api.call(it.fan, media.unlock, { id: post.mediaId })
    await arrive(it, ['won'])
    expect([await coinsOf(it.fan), await owns(it.fan)]).toEqual([15, true])
  })

  test('does not count twice towards the monthly limit, and what it brought back can be refunded', async () => {
    const { it } = await spent()
    await arrive(it, ['withdrawn', 'won'])
    expect((await api.call(it.fan, wallet.get, {})).data.spent_this_month).toBe(13)
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
  ({ id, user }) => `insert into topups (id, user_id, amount_cents, provider) values (${id}, ${user}, 2000, 'stripe')`,
)
const readDispute = statement(
  'test_read_dispute',
  { topup: uuid },
  { status: text, amount_cents: int },
  ({ topup }) => `select status, amount_cents from disputes where topup_id = ${topup}`,
)
