import { expect, it } from 'vitest'
import { wallet } from '../../../contract/wallet.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const sandbox = testApi({ money: true })
const withStripe = testApi({ env: { STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_test' } })

/** Sends a body in parts, without its length; answers the status, and how many parts were read. */
async function stream(api: typeof sandbox, path: string, parts: number, part: string) {
  let sent = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === parts) return controller.close()
        sent++
        controller.enqueue(Buffer.from(part))
      },
    },
    { highWaterMark: 0 },
  )
  const { status } = await api.fetch(null, path, { method: 'POST', body, duplex: 'half' } as RequestInit)
  return { status, sent }
}

it('refuses an event of more than 512 KiB, however it is sent, and reads no more of it', async () => {
  const path = '/api/wallet/stripe-webhook'
  const body = '0'.repeat(512 * 1024 + 1)
  expect((await withStripe.fetch(null, path, { method: 'POST', body })).status).toBe(413)
  expect(await stream(withStripe, path, 100, '0'.repeat(256 * 1024))).toEqual({ status: 413, sent: 3 })
  expect(await stream(withStripe, path, 2, '0'.repeat(256 * 1024))).toEqual({ status: 400, sent: 2 })
})

it('refuses a form of more than 4 KiB on the page of the sandbox, and settles no topup with it', async () => {
  const fiona = await sandbox.makeUser()
  const { id, checkout_url } = (await sandbox.call(fiona, wallet.beginTopup, { amount: 5 })).data
  const path = new URL(checkout_url).pathname
  const form = `outcome=paid&more=${'0'.repeat(4096)}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await sandbox.fetch(null, path, { method: 'POST', body: form, headers })).status).toBe(413)
  expect(await stream(sandbox, path, 100, form)).toEqual({ status: 413, sent: 1 })
  expect((await sandbox.call(fiona, wallet.topup, { id })).data).toMatchObject({ status: 'pending', coins: 0 })
  expect(await stream(sandbox, path, 1, 'outcome=paid')).toEqual({ status: 303, sent: 1 })
})
