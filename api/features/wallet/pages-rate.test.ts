import { expect, it } from 'vitest'
import { rates } from '../../../contract/rates.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { createApp } from '../../platform/http/create-app.ts'
import { walletPages } from './pages.ts'

const api = testApi({ env: { RATE_LIMITS: 'default' } })

it.each([
  ['the history as CSV', '/api/wallet/transactions.csv', rates.expensive.perNode, 200],
  ['receipts', '/api/wallet/receipts/0', rates.read.points, 404],
])('limits the rate of %s for each user', async (_, path, points, status) => {
  const app = createApp(api.ctx, readViewer, features(api.ctx), (router) => walletPages(router, api.ctx))
  const [fan, other] = [await api.makeUser(), await api.makeUser()]
  // A file is read to its end, as each user may fetch one at a time.
  const get = async (cookie: string) => {
    const answer = await app.request(path, { headers: { cookie } })
    await answer.text()
    return answer.status
  }
  for (let n = 0; n < points; n++) expect(await get(fan.cookie)).toBe(status)
  expect(await get(fan.cookie)).toBe(429)
  expect(await get(other.cookie)).toBe(status)
})
