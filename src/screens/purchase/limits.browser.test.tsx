import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, fiona, later, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { setBalance } from '../../queries/purchases.ts'
import { walletQuery } from '../../queries/wallet.ts'
import { subscribe } from '../../server/subscriptions.functions.ts'
import { beginTopup, getWallet } from '../../server/wallet.functions.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { PurchaseSheet } from './purchase-sheet.tsx'

const sheet = page.getByRole('dialog')
const button = (name: string) => sheet.getByRole('button', { name, exact: true })
const wallet = (spending_limit: number | null, spent_this_month = 4) =>
  answered({ coins: 20, currency: 'EUR', spending_limit, spent_this_month })
const toLimit = sheet.getByRole('link', { name: 'Change the limit' })

it.each([
  ['to the cent', wallet(13.99)],
  ['and without one', wallet(null)],
])('pays within it %s', async (_, answer) => {
  vi.mocked(getWallet).mockResolvedValue(answer)
  await open()
  await vi.waitFor(() => expect(getWallet).toHaveResolvedTimes(1))
  await expect.element(button('Subscribe for €9.99')).toBeVisible()
  await expect.element(toLimit).not.toBeInTheDocument()
  await expect.element(sheet).not.toHaveTextContent('spending limit')
})

it.each([
  ['the purchase', 20, 'Subscribe for €9.99'],
  ['the coins that are missing', 4.5, 'Pay the missing €5.49'],
])('says beforehand that the price goes beyond it, and offers no payment of %s', async (_, coins, pay) => {
  vi.mocked(getWallet).mockResolvedValue(wallet(13.98))
  const { router } = await open(coins)
  await expect.element(sheet).toHaveTextContent('spending limit you set. €9.98 of €13.98 are left this month.')
  await expect.element(button(pay)).not.toBeInTheDocument()
  await expect.element(sheet).not.toHaveTextContent('You pay on our payment partner’s page')
  await userEvent.click(toLimit)
  await expect.element(sheet).not.toBeInTheDocument()
  expect([router.state.location.pathname, router.state.location.hash]).toEqual(['/settings/payments', 'limit'])
})

it('pays for no missing coins before the limit is known', async () => {
  const slow = later<Awaited<ReturnType<typeof getWallet>>>()
  vi.mocked(getWallet).mockReturnValue(slow.answer)
  await open(4.5)
  await userEvent.click(button('Pay the missing €5.49'), { force: true })
  expect(beginTopup).not.toHaveBeenCalled()
  slow.give(wallet(10))
  await expect.element(toLimit).toBeVisible()
})

it('retries a purchase whose answer got lost, which the limit may count already', async () => {
  vi.mocked(subscribe).mockRejectedValue(new TypeError('fetch failed'))
  vi.mocked(getWallet).mockResolvedValue(wallet(13.99))
  const { queryClient } = await open()
  await userEvent.click(button('Subscribe for €9.99'))
  await expect.element(sheet.getByRole('alert')).toBeVisible()
  vi.mocked(getWallet).mockResolvedValue(wallet(13.99, 13.99))
  await queryClient.refetchQueries({ queryKey: walletQuery.queryKey })
  await userEvent.click(button('Subscribe for €9.99'))
  await vi.waitFor(() => expect(subscribe).toHaveBeenCalledTimes(2))
  const [first, again] = vi
    .mocked(subscribe)
    .mock.calls.map(([call]) => new Headers(call.headers).get('idempotency-key'))
  expect(again).toBe(first)
})

it('offers no payment of missing coins while an answer is lost that may have spent them', async () => {
  vi.mocked(getWallet).mockResolvedValue(wallet(null))
  vi.mocked(subscribe).mockRejectedValue(new TypeError('fetch failed'))
  const { queryClient } = await open(9.99)
  await userEvent.click(button('Subscribe for €9.99'))
  await expect.element(sheet.getByRole('alert')).toBeVisible()
  setBalance(queryClient, 0)
  await expect.element(sheet).toHaveTextContent('Your balance€0.00')
  await expect.element(button('Pay the missing €9.99')).not.toBeInTheDocument()
  vi.mocked(subscribe).mockResolvedValue(refused('insufficient_coins', 402))
  await userEvent.click(button('Subscribe for €9.99'))
  await expect.element(button('Pay the missing €9.99')).toBeVisible()
})

it('pays at least the smallest payment, and says that the rest stays', async () => {
  vi.mocked(getWallet).mockResolvedValue(wallet(null))
  await open(9)
  await expect.element(button('Pay the missing €5.00')).toBeVisible()
  await expect.element(sheet).toHaveTextContent('One payment is at least €5.00')
})

/** Opens the sheet for a month at €9.99. */
async function open(coins = 20) {
  const rendered = await renderFor(signedIn(fiona, { coins }), <PurchaseSheet />)
  openPurchase({ kind: 'subscribe', creator: mina, price: 9.99 })
  await expect.element(sheet).toBeVisible()
  return rendered
}
