import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { referral } from '../../../contract/referral.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { referralClicks } from '../../platform/db/schema/payouts.ts'

const api = testApi({ money: true })
const dayMs = 86_400_000
let rita: Actor
let rob: Actor
beforeEach(async () => {
  rita = await api.makeUser()
  rob = await api.makeUser()
})

const stats = async (who: Actor) => (await api.call(who, referral.stats, {})).data
const shares = async (who: Actor) => (await stats(who)).items.map((it) => [it.kind, it.earned]).sort()
const makeCreator = (facts: object) => api.makeUser({ isCreator: true, priceCents: 999, ...facts })
async function tip(fan: Actor, creator: Actor, amount: number): Promise<void> {
  await giveCoins(api, fan, amount)
  await api.call(fan, chat.tip, { id: creator.id, amount })
}

it('shows every referrer their own code, clicks, users and shares only', async () => {
  const alice = await makeCreator({ referredBy: rita.id })
  const fiona = await api.makeUser({ referredBy: rob.id })
  await tip(fiona, alice, 100)
  const { code } = await stats(rita)
  expect(code).not.toBe((await stats(rob)).code)
  await api.call(null, referral.countClick, { code })
  expect(await stats(rita)).toMatchObject({ clicks: 1, signups: 1, pending_earnings: 5, total_earnings: 5 })
  expect(await stats(rob)).toMatchObject({ clicks: 0, signups: 1, pending_earnings: 1, total_earnings: 1 })
  expect([await shares(rita), await shares(rob)]).toEqual([[['creator', 5]], [['fan', 1]]])
})

it('gives a sale to the fan when the year of a creator with the same referrer is over', async () => {
  const old = new Date(Date.now() - 400 * dayMs)
  const alice = await makeCreator({ referredBy: rita.id, createdAt: old })
  const fiona = await api.makeUser({ referredBy: rita.id })
  await tip(fiona, alice, 100)
  expect(await shares(rita)).toEqual([
    ['creator', 0],
    ['fan', 1],
  ])
})

it('gives a sale to the creator when the fan’s 90 days are over, or another user referred the fan', async () => {
  const alice = await makeCreator({ referredBy: rita.id })
  const fiona = await api.makeUser({ referredBy: rita.id, createdAt: new Date(Date.now() - 91 * dayMs) })
  await tip(fiona, alice, 100)
  await tip(await api.makeUser({ referredBy: rob.id }), alice, 10.01)
  expect(await shares(rita)).toEqual([
    ['creator', 5.5],
    ['fan', 0],
  ])
})

it('leaves users out of the list, and their links without effect, once they are deleted', async () => {
  await api.makeUser({ referredBy: rita.id, deletedAt: new Date() })
  expect((await stats(rita)).items).toEqual([])
  const gone = await api.makeUser({ deletedAt: new Date(), referralCode: `GONE${rita.id.slice(-8)}` })
  await api.call(null, referral.countClick, { code: `GONE${rita.id.slice(-8)}` })
  expect(await api.db.select().from(referralClicks).where(eq(referralClicks.userId, gone.id))).toEqual([])
})
