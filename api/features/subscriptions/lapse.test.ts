import { expect, test } from 'vitest'
import { notifications } from '../../../contract/notifications.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { renewDue } from './renew.ts'

/** What each side reads when a month was not paid. */
const api = testApi({ money: true })
const dayMs = 86_400_000

async function newestNotification(user: Actor) {
  const [newest] = (await api.call(user, notifications.list, {})).data.data
  return { text: newest?.text, url: newest?.object.url }
}

test('tells the fan whose subscription has ended and the creator who has left, each with their own page', async () => {
  const [fan, creator] = [await api.makeUser({ displayName: 'Fiona' }), await makeCreator(api, 9.99)]
  await giveCoins(api, fan, 10)
  await api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 9.99 })
  for (let day = 0; day < 36; day++) {
    api.turnClock(dayMs)
    await renewDue(api.ctx)
  }
  expect(await newestNotification(fan)).toEqual({
    text: `Your subscription to @${creator.username} has ended: its last month was not paid`,
    url: '/subscriptions',
  })
  expect(await newestNotification(creator)).toEqual({
    text: 'Fiona is no longer subscribed',
    url: '/settings/subscriptions',
  })
})
