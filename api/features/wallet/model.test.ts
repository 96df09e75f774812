import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { gifts } from '../../../contract/gifts.ts'
import { media } from '../../../contract/media.ts'
import { payouts } from '../../../contract/payouts.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, ledgerOf, makeCreator, makePaidPost } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { returnExpiredGifts } from '../gifts/gifts.ts'
import { releaseHolds } from '../payouts/earnings.ts'

/**
 * Compares random histories of purchases, refunds and payouts with a small model. `PROPERTY_RUNS=3000` runs more of
 * them; a failure prints its seed and path, for another run with `PROPERTY_SEED` and `PROPERTY_PATH`.
 */
const api = testApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.makeUser({ role: 'staff' })
})

const runs = Number(process.env.PROPERTY_RUNS ?? 40)
const who = fc.nat(2)
/** Fans begin with coins, and the number of a sale or gift is taken modulo their count, so that few steps are void. */
const startCoins = 60
const step = fc.oneof(
  fc.record({ do: fc.constant('topup' as const), fan: who, coins: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    do: fc.constant('tip' as const),
    fan: who,
    creator: fc.nat(1),
    cents: fc.integer({ min: 100, max: 3000 }),
  }),
  fc.record({ do: fc.constant('unlock' as const), fan: who, post: fc.nat(3), item: fc.nat(1), twice: fc.boolean() }),
  fc.record({
    do: fc.constant('gift' as const),
    fan: who,
    creator: fc.nat(1),
    months: fc.constantFrom(1 as const, 3 as const),
  }),
  fc.record({ do: fc.constant('accept' as const), fan: who, nth: fc.nat(3) }),
  fc.record({ do: fc.constant('takeBack' as const), nth: fc.nat(3) }),
  fc.record({ do: fc.constant('subscribe' as const), fan: who, creator: fc.nat(1) }),
  fc.record({ do: fc.constant('unsubscribe' as const), fan: who, creator: fc.nat(1) }),
  fc.record({ do: fc.constant('refund' as const), fan: who, nth: fc.nat(5) }),
  fc.record({ do: fc.constant('days' as const), days: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('transfer' as const), creator: fc.nat(1), cents: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ do: fc.constant('payout' as const), creator: fc.nat(1) }),
)

test('ends every random history with the balances of the model', { timeout: 60_000 + runs * 3_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play), {
    numRuns: runs,
    ...(process.env.PROPERTY_SEED ? { seed: Number(process.env.PROPERTY_SEED) } : {}),
    ...(process.env.PROPERTY_PATH ? { path: process.env.PROPERTY_PATH } : {}),
  })
  expect(await ledgerOf(api)).toEqual([])
})

type Step = Parameters<Parameters<typeof step.map>[0]>[0]
type Sale = {
  id: string
  fan: number
  creator: number
  cents: number
  at: number
  post: number | null
  back: boolean
  gift?: Given
}
/** A gift counts for its creator once a fan has accepted it. */
type Given = { id: string; code: string; by: number | null }

async function play(history: Step[]): Promise<void> {
  const fans = await Promise.all([0, 1, 2].map(() => api.makeUser()))
  const creators = await Promise.all([0, 1].map(() => makeCreator(api, 9.99)))
  const posts = await Promise.all([0, 1, 2, 3].map((index) => makePaidPost(api, at(creators, index % 2), 3 + index, 2)))
  for (const fan of fans) await giveCoins(api, fan, startCoins)
  const coins = fans.map(() => startCoins * 100)
  const taken = [0, 0]
  const owns = new Set<string>()
  const until = new Map<string, number>()
  const sales: Sale[] = []
  const began = api.ctx.now()

  const sold = async (fan: number, creator: number, cents: number, post: number | null) => {
    coins[fan] = at(coins, fan) - cents
    const [line] = (await api.call(at(fans, fan), wallet.transactions, { limit: 1 })).data.data
    sales.push({ id: line?.id ?? '', fan, creator, cents, at: api.ctx.now(), post, back: false })
  }
  /** The share of a creator in the sales that were not refunded, in cents. */
  const earned = (creator: number) =>
    sales
      .filter((it) => it.creator === creator && !it.back && it.gift?.by !== null)
      .reduce((all, it) => all + it.cents - Math.round(it.cents / 5), 0)

  const readUntil = async (fan: number) => {
    const { data } = (await api.call(at(fans, fan), subscriptions.list, {})).data
    for (const one of data) {
      const creator = creators.findIndex((maker) => maker.id === one.creator.id)
      until.set(`${fan} ${creator}`, one.status === 'ended' ? 0 : Date.parse(one.active_until ?? ''))
    }
  }

  for (const step of history) {
    switch (step.do) {
      case 'gift': {
        const answer = await api.call(at(fans, step.fan), gifts.give, {
          id: at(creators, step.creator).id,
          months: step.months,
          expected_price: 9.99,
        })
        expect(answer.status).toBe(at(coins, step.fan) >= 999 * step.months ? 200 : 402)
        if (answer.status !== 200) break
        await sold(step.fan, step.creator, 999 * step.months, null)
        const { id, code } = answer.data.gift
        at(sales, sales.length - 1).gift = { id, code, by: null }
        break
      }
      case 'accept':
      case 'takeBack': {
        const sale = nth(
          sales.filter((it) => it.gift !== undefined),
          step.nth,
        )
        if (sale?.gift === undefined) break
        if (step.do === 'accept') {
          const { status } = await api.call(at(fans, step.fan), gifts.accept, { code: sale.gift.code })
          const isTaken = sale.gift.by !== null && sale.gift.by !== step.fan
          expect(status).toBe(step.fan === sale.fan ? 403 : sale.back ? 410 : isTaken ? 409 : 200)
          if (status !== 200) break
          sale.gift.by = step.fan
          await readUntil(step.fan)
        } else {
          const { status } = await api.call(at(fans, sale.fan), gifts.takeBack, { id: sale.gift.id })
          expect(status).toBe(sale.gift.by === null ? 200 : 409)
          if (status !== 200 || sale.back) break
          sale.back = true
          coins[sale.fan] = at(coins, sale.fan) + sale.cents
        }
        break
      }
      case 'topup': {
        await giveCoins(api, at(fans, step.fan), step.coins)
        coins[step.fan] = at(coins, step.fan) + step.coins * 100
        break
      }
      case 'tip': {
        const { status } = await api.call(at(fans, step.fan), chat.tip, {
          id: at(creators, step.creator).id,
          amount: step.cents / 100,
        })
        expect(status).toBe(at(coins, step.fan) >= step.cents ? 200 : 402)
        if (status === 200) await sold(step.fan, step.creator, step.cents, null)
        break
      }
      case 'unlock': {
        const id = at(at(posts, step.post).mediaIds, step.item)
        const calls = Array.from({ length: step.twice ? 2 : 1 }, () =>
          api.call(at(fans, step.fan), media.unlock, { id, expected_price: 3 + step.post }),
        )
        const answers = await Promise.all(calls)
        const price = (3 + step.post) * 100
        const isOwned = owns.has(`${step.fan} ${step.post}`)
        const charged = answers.reduce((all, answer) => all + (answer.status === 200 ? answer.data.meta.charged : 0), 0)
        const isBought = !isOwned && at(coins, step.fan) >= price
        expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => (isOwned || isBought ? 200 : 402)))
        expect(Math.round(charged * 100)).toBe(isBought ? price : 0)
        if (isBought) {
          owns.add(`${step.fan} ${step.post}`)
          await sold(step.fan, step.post % 2, price, step.post)
        }
        break
      }
      case 'subscribe': {
        const key = `${step.fan} ${step.creator}`
        const { status } = await api.call(at(fans, step.fan), subscriptions.subscribe, {
          id: at(creators, step.creator).id,
          expected_price: 9.99,
        })
        const isRunning = (until.get(key) ?? 0) > api.ctx.now()
        expect(status).toBe(isRunning || at(coins, step.fan) >= 999 ? 200 : 402)
        if (status === 200 && !isRunning) {
          const { data } = (await api.call(at(fans, step.fan), subscriptions.list, {})).data
          until.set(
            key,
            Date.parse(data.find((one) => one.creator.id === at(creators, step.creator).id)?.active_until ?? ''),
          )
          await sold(step.fan, step.creator, 999, null)
        }
        break
      }
      case 'unsubscribe': {
        await api.call(at(fans, step.fan), subscriptions.unsubscribe, { id: at(creators, step.creator).id })
        break
      }
      case 'refund': {
        const sale = nth(
          sales.filter((it) => it.fan === step.fan),
          step.nth,
        )
        if (sale === undefined) break
        const { status } = await api.call(staff, staffMoney.refund, { entry_id: sale.id, reason: 'model' })
        expect(status).toBe(sale.back ? 409 : 200)
        if (sale.back) break
        const before = earned(sale.creator) - at(taken, sale.creator)
        sale.back = true
        coins[sale.fan] = at(coins, sale.fan) + sale.cents
        if (sale.post !== null) owns.delete(`${sale.fan} ${sale.post}`)
        if (sale.gift?.by != null) await readUntil(sale.gift.by)
        else if (sale.cents === 999 && sale.post === null) await readUntil(sale.fan)
        // What the creator no longer holds is the platform's loss.
        const { pending, available } = (await api.call(at(creators, sale.creator), payouts.earnings, {})).data
        const now = Math.round((pending + available) * 100)
        const lost = now - (earned(sale.creator) - at(taken, sale.creator))
        expect(lost).toBeGreaterThanOrEqual(0)
        expect(now).toBeLessThanOrEqual(before)
        taken[sale.creator] = at(taken, sale.creator) - lost
        break
      }
      case 'days': {
        api.turnClock(step.days * 86_400_000)
        await releaseHolds(api.ctx)
        await returnExpiredGifts(api.ctx)
        for (const sale of sales) {
          if (sale.gift?.by !== null || sale.back || sale.at + 30 * 86_400_000 > api.ctx.now()) continue
          sale.back = true
          coins[sale.fan] = at(coins, sale.fan) + sale.cents
        }
        break
      }
      case 'transfer':
      case 'payout': {
        const creator = at(creators, step.creator)
        const available = Math.round((await api.call(creator, payouts.earnings, {})).data.available * 100)
        const cents = step.do === 'transfer' ? step.cents : 2000
        const { status } =
          step.do === 'transfer'
            ? await api.call(creator, payouts.transfer, { amount: cents / 100 })
            : await api.call(creator, payouts.request, { amount: cents / 100 })
        if (available < cents) expect([402, 409]).toContain(status)
        if (status === 200) taken[step.creator] = at(taken, step.creator) + cents
        break
      }
    }
  }
  for (const [index, fan] of fans.entries())
    expect(Math.round((await api.call(fan, wallet.get, {})).data.coins * 100)).toBe(coins[index])
  for (const [index, creator] of creators.entries()) {
    const { pending, available } = (await api.call(creator, payouts.earnings, {})).data
    expect(Math.round((pending + available) * 100)).toBe(earned(index) - at(taken, index))
  }
  api.turnClock(began - api.ctx.now())
}

const nth = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length]

function at<T>(from: readonly T[], index: number): T {
  const found = from[index]
  if (found === undefined) throw new Error(`there is no ${index}`)
  return found
}
