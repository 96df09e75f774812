import { bundles } from '../../contract/bundles.ts'
import type { Actor, TestApi } from './api.ts'

type Months = 3 | 6 | 12

/** Lets a creator sell three months for a tenth less and twelve for a quarter less. */
export const offerBundles = (api: TestApi, creator: Actor) =>
  api.call(creator, bundles.set, {
    bundles: [
      { months: 3, percent: 10 },
      { months: 12, percent: 25 },
    ],
  })

/** What the sheet shows to a fan of a bundle, as the input of buying it. */
export async function seenBundle(api: TestApi, fan: Actor, creator: Actor, months: Months) {
  const { from, renewal_price, data } = (await api.call(fan, bundles.get, { id: creator.id })).data
  const expected_price = data.find((it) => it.months === months)?.price ?? 0
  return { id: creator.id, months, expected_price, renewal_price, from }
}

/** Buys a bundle at the terms of this moment. */
export const buyBundle = async (api: TestApi, fan: Actor, creator: Actor, months: Months = 3) =>
  api.call(fan, bundles.buy, await seenBundle(api, fan, creator, months))
