import { beforeAll, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { newId } from '../../platform/db/ids.ts'
import { createApp } from '../../platform/http/create-app.ts'
import { walletPages } from './pages.ts'

const api = testApi({ money: true })
let fan: Actor
let creator: Actor
let entryId: string
beforeAll(async () => {
  await api.makeUser()
  fan = await api.makeUser()
  creator = await makeCreator(api)
  await giveCoins(api, fan, 100)
  await api.call(fan, chat.tip, { id: creator.id, amount: 12 })
  entryId = (await api.call(fan, wallet.transactions, { kind: 'tip' })).data.data[0]?.id ?? ''
})

const open = (who: Actor, id: string) => {
  const app = createApp(api.ctx, readViewer, features(api.ctx), (router) => walletPages(router, api.ctx))
  return app.request(`/api/wallet/receipts/${id}`, { headers: { cookie: who.cookie } })
}

it('shows a payment to the user who paid it, with the other side', async () => {
  const answer = await open(fan, entryId)
  const text = await answer.text()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('private')])
  expect(text).toContain(`@${fan.username} · ${fan.id}@example.test`)
  expect(text).toContain(`@${creator.username}`)
  expect(text).toContain('12.00')
})

it('shows no entry that did not move the wallet of the caller', async () => {
  for (const who of [creator, await api.makeUser()]) expect((await open(who, entryId)).status).toBe(404)
  expect((await open(fan, newId())).status).toBe(404)
  expect((await open(fan, '-'.repeat(36))).status).toBe(404)
})

it('names the other side of a payment in the history of each', async () => {
  const sidesOf = async (who: Actor) =>
    (await api.call(who, wallet.transactions, {})).data.data.map((it) => it.counterparty?.id ?? null)
  expect(await sidesOf(fan)).toEqual([creator.id, null])
  await giveCoins(api, creator, 10)
  expect(await sidesOf(creator)).toEqual([null])
})
