import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SeenBundle } from '../../../contract/bundles.ts'
import { answered, fiona, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { buyBundle, getBundles } from '../../server/bundles.functions.ts'
import { subscribe } from '../../server/subscriptions.functions.ts'
import { getTopup, getWallet } from '../../server/wallet.functions.ts'
import { openPurchase, type Purchase, usePurchase } from '../../stores/purchase.ts'
import { readPurchase, storePurchase } from '../../stores/stored-purchase.ts'
import { PurchaseSheet } from './purchase-sheet.tsx'
import { restorePurchase } from './restore-purchase.ts'

const month: Purchase = { kind: 'subscribe', creator: mina, price: 9.99 }
const until = '2027-02-26T12:00:00.000Z'
const three = { months: 3, percent: 10, price: 26.97, until } as const
const twelve = { months: 12, percent: 25, price: 89.91, until: '2027-11-26T12:00:00.000Z' } as const
const terms = { from: null, renewal_price: 9.99 }
const bought = answered({ is_subscribed: true, active_until: until, coins: 23.03 })
const sheet = page.getByRole('dialog')
const button = (name: string | RegExp) => sheet.getByRole('button', { name })
const callsOfBuying = () => vi.mocked(buyBundle).mock.calls.map(([call]) => call.data)
const keysOfBuying = () =>
  vi.mocked(buyBundle).mock.calls.map(([call]) => new Headers(call.headers).get('idempotency-key'))

beforeEach(() => {
  vi.mocked(getBundles).mockResolvedValue(answered({ ...terms, data: [three, twelve] }))
  vi.mocked(getWallet).mockResolvedValue(
    answered({ coins: 50, currency: 'EUR', spending_limit: null, spent_this_month: 0 }),
  )
})

const rendered = (coins = 50) => renderFor(signedIn(fiona, { coins }), <PurchaseSheet />)
async function open(change: Partial<Extract<Purchase, { kind: 'subscribe' }>> = {}, coins = 50) {
  const rest = await rendered(coins)
  openPurchase({ ...month, ...change } as Purchase)
  return rest
}

it('offers several months beside one, and says what is charged now, for how long and what comes after', async () => {
  await open()
  await expect.element(button(/1 month/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Subscribe for €9.99')).toBeVisible()
  await userEvent.click(button(/^3 months/))
  await expect.element(button(/^3 months/)).toHaveTextContent('save 10 %€8.99 a month€26.97')
  await expect
    .element(sheet.getByText(/^Charged once, for 3 months\. On Feb.* 2027 it renews for 9\.99 coins \(€9\.99\)/))
    .toBeVisible()
  vi.mocked(buyBundle).mockResolvedValue(bought)
  await userEvent.click(button('Subscribe for €26.97'))
  await expect.element(sheet).not.toBeInTheDocument()
  expect(callsOfBuying()).toEqual([{ id: mina.id, months: 3, expected_price: 26.97, renewal_price: 9.99, from: null }])
  expect(subscribe).not.toHaveBeenCalled()
})

it('shows only the month where nothing is sold together', async () => {
  vi.mocked(getBundles).mockResolvedValue(answered({ ...terms, data: [] }))
  await open()
  await expect.element(button('Subscribe for €9.99')).toBeVisible()
  await expect.poll(() => vi.mocked(getBundles).mock.calls.length).toBe(1)
  expect(sheet.getByRole('group', { name: 'How long' }).elements()).toEqual([])
})

it('begins with the months that were pressed on the profile', async () => {
  await open({ months: 12 })
  await expect.element(button(/^12 months/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Pay the missing €39.91')).toBeVisible()
})

it('extends what runs by its own terms, and offers no month beside it', async () => {
  vi.mocked(getBundles).mockResolvedValue(
    answered({ from: '2026-12-26T12:00:00.000Z', renewal_price: null, data: [three] }),
  )
  await open({ months: 0 })
  await expect.element(sheet).toHaveAccessibleName('More months with @mina')
  await expect.element(sheet.getByText(/from Dec.* on\. You have cancelled, so nothing renews on Feb/)).toBeVisible()
  expect(button(/1 month/).elements()).toEqual([])
  await expect.element(button('Extend for €26.97')).toBeVisible()
})

it('says that the own month is cheaper than what is sold together, and sells nothing', async () => {
  vi.mocked(getBundles).mockResolvedValue(answered({ from: '2026-12-26T12:00:00.000Z', renewal_price: 4.99, data: [] }))
  await open({ months: 0 })
  await expect
    .element(sheet.getByText('Your month costs €4.99. @mina sells none for less than that.').first())
    .toBeVisible()
  await expect.element(button(/^Subscribe|^Extend|^Pay/)).toHaveAttribute('aria-disabled', 'true')
})

it('shows a price that has changed, and charges it only at another press', async () => {
  vi.mocked(buyBundle)
    .mockResolvedValueOnce(refused('price_changed', 409, { price: 29.99 }))
    .mockResolvedValue(bought)
  await open({ months: 3 })
  await expect.element(button('Subscribe for €26.97')).toBeVisible()
  vi.mocked(getBundles).mockResolvedValue(
    answered({ from: null, renewal_price: 19.99, data: [{ ...three, percent: 50, price: 29.99 }] }),
  )
  await userEvent.click(button('Subscribe for €26.97'))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('The price has changed')
  await userEvent.click(button('Subscribe for €29.99'))
  await expect.element(sheet).not.toBeInTheDocument()
  expect(callsOfBuying().map((it) => [it.expected_price, it.renewal_price])).toEqual([
    [26.97, 9.99],
    [29.99, 19.99],
  ])
  expect(new Set(keysOfBuying()).size).toBe(2)
})

it('says that what was wanted is not sold any more, and the month still is', async () => {
  await open({ months: 6 })
  await expect.element(sheet.getByText('@mina no longer offers this.').first()).toBeVisible()
  await userEvent.click(button(/1 month/))
  await expect.element(button('Subscribe for €9.99')).toBeVisible()
})

it('completes itself after the payment of what was missing at the terms that were agreed to', async () => {
  const topup = '0190b6a0-0000-7000-8000-0000000000aa'
  const key = '0190b6a0-0000-7000-8000-0000000000bb'
  const bundle: SeenBundle = { ...three, ...terms }
  vi.mocked(getTopup).mockResolvedValue(
    answered({ id: topup, status: 'paid', amount: 20, coins: 30, return_path: null } as const),
  )
  // The creator asks more by now.
  vi.mocked(getBundles).mockResolvedValue(answered({ ...terms, data: [{ ...three, price: 29.99 }] }))
  vi.mocked(buyBundle).mockResolvedValue(refused('price_changed', 409, { price: 29.99 }))
  const { queryClient } = await rendered(10)
  const question = `bundle ${mina.id} 3 26.97 9.99 null`
  const purchase: Purchase = { ...month, months: 3, bundle }
  storePurchase({ who: fiona.id, path: '/@mina', topup, payment: { question, key }, purchase })
  expect(readPurchase('tab', fiona.id)?.purchase).toEqual({
    ...purchase,
    creator: { id: mina.id, username: 'mina', display_name: 'Mina' },
  })
  await restorePurchase(queryClient, fiona.id, '/@mina')
  await expect.poll(callsOfBuying).toHaveLength(1)
  expect([callsOfBuying()[0]?.expected_price, keysOfBuying()[0]]).toEqual([26.97, key])
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('The price has changed')
  expect(usePurchase.getState().topup).toBeNull()
})
