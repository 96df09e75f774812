import Stripe from 'stripe'
import { expect } from 'vitest'
import { statement, text, uuid } from '../../api/platform/db/statement.ts'
import { account } from '../../contract/account.ts'
import { agencies } from '../../contract/agencies.ts'
import { staff as staffContract } from '../../contract/staff.ts'
import { staffMoney } from '../../contract/staff-money.ts'
import { users } from '../../contract/users.ts'
import { wallet } from '../../contract/wallet.ts'
import { actAs, makeAgency } from './agency.ts'
import type { Actor, TestApi } from './api.ts'
import { setPriceCents } from './money.ts'

/** The settings under which a payment can be disputed. */
export const stripeEnv = { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_pairs' }

/** The people of one pair: a creator in an agency, an operator who acts as her, and a fan with 100 coins from a card. */
export async function makeWorld(api: TestApi) {
  const { creator, operator, grantId } = await makeAgency(api)
  await api.db.run(setPriceCents, { id: creator.id, cents: 999 })
  const fan = await api.makeUser()
  const topupId = crypto.randomUUID()
  await api.db.run(insertOpenTopup, { id: topupId, user: fan.id, ref: `cs_${topupId}` })
  await sendStripe(api, topupId, 1, 'checkout.session.completed', {
    id: `cs_${topupId}`,
    client_reference_id: topupId,
    payment_intent: `pi_${topupId}`,
    payment_status: 'paid',
    amount_total: 10_000,
    currency: 'eur',
  })
  await api.call(fan, users.follow, { id: creator.id })
  return {
    api,
    creator,
    fan,
    topupId,
    grantId,
    acting: await actAs(api, operator, creator),
    staff: await api.makeUser({ role: 'staff' }),
  }
}
export type World = Awaited<ReturnType<typeof makeWorld>>

/** What ends, takes back or closes something; `remove` takes away the object that the feature is about. */
export const events = {
  refund: async ({ api, staff, fan }) => {
    const [sale] = (await api.call(fan, wallet.transactions, { limit: 20 })).data.data.filter((it) => it.amount < 0)
    const answer = await api.call(staff, staffMoney.refund, { entry_id: sale?.id ?? fan.id, reason: 'A mistake' })
    expect(answer.status).toBe(200)
  },
  dispute: async ({ api, topupId }) => {
    const dispute = (status: string) => ({
      id: `dp_${topupId}`,
      amount: 10_000,
      payment_intent: `pi_${topupId}`,
      reason: 'fraudulent',
      status,
    })
    await sendStripe(api, topupId, 2, 'charge.dispute.funds_withdrawn', dispute('needs_response'))
    await sendStripe(api, topupId, 3, 'charge.dispute.closed', dispute('lost'))
  },
  block: async ({ api, creator, fan }) => {
    expect((await api.call(creator, users.block, { id: fan.id })).status).toBe(200)
  },
  fanCloses: ({ api, fan }) => close(api, fan),
  creatorCloses: ({ api, creator }) => close(api, creator),
  suspension: async ({ api, staff, creator }) => {
    expect((await api.call(staff, staffContract.suspend, { id: creator.id, reason: 'Fraud' })).status).toBe(200)
  },
  grantEnds: async ({ api, creator, grantId }) => {
    expect((await api.call(creator, agencies.endAccess, { grantId })).status).toBe(200)
  },
  removal: (_, remove) => remove(),
} satisfies Record<string, Event>
export type EventName = keyof typeof events
type Event = (world: World, remove: () => Promise<unknown>) => Promise<unknown>

async function close(api: TestApi, user: Actor): Promise<void> {
  expect((await api.call(user, account.requestDeletion, { username: user.username })).status).toBe(200)
}

async function sendStripe(api: TestApi, topup: string, second: number, type: string, object: object): Promise<void> {
  const event = { id: `evt_${second}_${topup}`, object: 'event', created: 1_700_000_000 + second, type }
  const body = JSON.stringify({ ...event, data: { object } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: stripeEnv.STRIPE_WEBHOOK_SECRET })
  const answer = await api.fetch(null, '/api/wallet/stripe-webhook', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  })
  expect(answer.status).toBe(200)
}

const insertOpenTopup = statement(
  'test_insert_pairs_topup',
  { id: uuid, user: uuid, ref: text },
  {},
  ({ id, user, ref }) => `
    insert into topups (id, user_id, amount_cents, provider, provider_ref)
    values (${id}, ${user}, 10000, 'stripe', ${ref})`,
)
