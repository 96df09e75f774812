import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { wallet } from '../../../contract/wallet.ts'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { log } from '../../platform/log.ts'

let api: TestApi
let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  vi.spyOn(log, 'error').mockImplementation(() => undefined)
  provider = await openProvider()
  const env = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_API_ORIGIN: provider.origin }
  api = await openTestApi({ env })
})
afterAll(async () => {
  await api.close()
  provider.close()
  vi.restoreAllMocks()
})

test('a provider that does not answer is asked once, and the repeated call finds the same purchase', async () => {
  const fan = await api.makeUser()
  const key = randomUUID()
  const begin = () => api.call(fan, wallet.beginTopup, { amount: 20 }, { 'idempotency-key': key })
  provider.isSilent = true
  const refused = await begin()
  expect([refused.status, refused.headers.get('retry-after'), refused.refusal.error]).toEqual([503, '2', 'unavailable'])
  expect(provider.requests.length).toBe(1)
  provider.isSilent = false
  const { data } = await begin()
  expect(data.checkout_url).toBe(`https://checkout.stripe.test/${data.id}`)
  expect(provider.requests).toEqual([data.id, data.id])
  expect((await api.call(fan, wallet.get, {})).data.coins).toBe(0)
})

/** What Stripe answers to a new checkout, or nothing while it is silent. */
async function openProvider() {
  const provider = { origin: '', isSilent: false, requests: [] as string[], close: (): void => undefined }
  const silent: ServerResponse[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const topup = new URLSearchParams(body).get('client_reference_id') ?? ''
      provider.requests.push(topup)
      if (provider.isSilent) return void silent.push(response)
      const session = { id: `cs_${topup}`, object: 'checkout.session', url: `https://checkout.stripe.test/${topup}` }
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  provider.origin = `http://127.0.0.1:${address.port}`
  provider.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return provider
}
