import { releaseHolds } from '../../api/features/payouts/earnings.ts'
import { chat } from '../../contract/chat.ts'
import type { Actor, TestApi } from './api.ts'
import { giveCoins } from './money.ts'

/** How long sales are held, in ms. */
export const weekMs = 7 * 86_400_000

/** A new fan who tips a creator so many coins. */
export async function earn(api: TestApi, creator: Actor, amount: number): Promise<Actor> {
  const fan = await api.makeUser()
  await giveCoins(api, fan, amount)
  for (let left = amount; left > 0; left -= 200)
    await api.call(fan, chat.tip, { id: creator.id, amount: Math.min(200, left) })
  return fan
}

/** The same more than a week ago, and released. */
export async function earnReleased(api: TestApi, creator: Actor, amount: number): Promise<void> {
  api.turnClock(-weekMs - 1000)
  await earn(api, creator, amount)
  api.turnClock(weekMs + 1000)
  await releaseHolds(api.ctx)
}
