import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Profile } from '../../../contract/profile.ts'
import { answered, fiona, later, mina, photo, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { tipUser } from '../../server/chat.functions.ts'
import { unlockMedia } from '../../server/media.functions.ts'
import { subscribe } from '../../server/subscriptions.functions.ts'
import { openPurchase, type Purchase } from '../../stores/purchase.ts'
import { PurchaseSheet } from './purchase-sheet.tsx'

const month: Purchase = { kind: 'subscribe', creator: mina, price: 9.99 }
const tip: Purchase = { kind: 'tip', creator: mina }

const sheet = page.getByRole('dialog')
const button = (name: string) => sheet.getByRole('button', { name, exact: true })
/** The amount beside a name in the sheet. */
const row = (name: string) => sheet.getByRole('definition').filter({ hasText: '€' }).nth(rows.indexOf(name))
/** Playwright waits until a button is enabled; a person taps it anyway. */
const disabled = { force: true }

const rows = ['Price', 'Your balance', 'last']
const opener = page.getByRole('button', { name: 'Buy' })

/** Opens the sheet as a screen does, by a button that gets the focus back. */
async function open(purchase: Purchase, change: Partial<Profile> = {}) {
  const rendered = await renderFor(
    signedIn(fiona, { coins: 20, ...change }),
    <>
      <button type="button" onClick={() => openPurchase(purchase)}>
        Buy
      </button>
      <PurchaseSheet />
    </>,
  )
  await userEvent.click(opener)
  return rendered
}

it('shows price, balance and the balance afterwards in coins and money before anything is paid', async () => {
  await open(month)
  await expect.element(sheet).toHaveAccessibleName('Subscribe to @mina')
  await expect.element(row('Price')).toHaveTextContent('9.99 coins€9.99')
  await expect.element(row('Your balance')).toHaveTextContent('20 coins€20.00')
  await expect.element(row('last')).toHaveTextContent('10.01 coins€10.01')
  expect(subscribe).not.toHaveBeenCalled()
})

it('charges the share of the locked media, beside the price of the whole, when a part is owned', async () => {
  const media = [photo({ id: '1', price: 5, locked: false }), photo({ id: '2', price: 5 })]
  await open({ kind: 'unlock', creator: mina, price: 10, mediaId: mina.id, within: fiona.id, media })
  await expect.element(row('Price')).toHaveTextContent('instead of 105 coins€5.00')
})

it('subscribes at the shown price, closes, says so and shows the new balance in the next sheet', async () => {
  vi.mocked(subscribe).mockResolvedValue(answered({ ...subscribed, coins: 10.01 }))
  await open(month)
  await userEvent.click(button('Subscribe'))
  await expect.element(page.getByRole('status')).toHaveTextContent('You are subscribed to @mina')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(callsOf(subscribe)).toEqual([{ id: mina.id, expected_price: 9.99 }])
  await userEvent.click(opener)
  await expect.element(row('Your balance')).toHaveTextContent('10.01 coins')
})

it('shows what is missing, and the way to buy it that leads back here, when the balance is too small', async () => {
  const { router } = await open(month, { coins: 4.5 })
  await expect.element(row('last')).toHaveTextContent('5.49 coins€5.49')
  await expect.element(button('Subscribe')).not.toBeInTheDocument()
  await userEvent.click(sheet.getByRole('link', { name: 'Get coins' }))
  await expect.element(sheet).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/settings/payments')
  expect(router.state.location.search).toEqual({ missing: 5.49, return_path: '/@mina' })
})

it('offers to buy coins when the API knows of a smaller balance than the page', async () => {
  vi.mocked(tipUser).mockResolvedValue(refused('insufficient_coins', 402, { shortfall: 3 }))
  await open(tip)
  await userEvent.click(button('Send the tip'))
  await expect.element(row('last')).toHaveTextContent('3 coins')
  await expect.element(sheet.getByRole('link', { name: 'Get coins' })).toBeVisible()
})

it('shows a changed price and pays it only after a second confirmation, also after an answer that was lost', async () => {
  const [second, third] = [later<Answer>(), later<Answer>()]
  vi.mocked(subscribe)
    .mockResolvedValueOnce(refused('price_changed', 409, { price: 12.99 }))
    .mockReturnValueOnce(second.answer)
    .mockReturnValueOnce(third.answer)
  await open(month)
  await userEvent.click(button('Subscribe'))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('The price has changed. Please look at it again.')
  await expect.element(row('Price')).toHaveTextContent('12.99 coins')
  await expect.element(row('last')).toHaveTextContent('7.01 coins')
  expect(subscribe).toHaveBeenCalledOnce()

  await userEvent.click(button('Subscribe'))
  await expect.element(button('Waiting for the answer…')).toBeVisible()
  await expect.element(row('Price')).toHaveTextContent('12.99 coins')
  second.give(refused('unavailable', 503))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('not available right now')
  await expect.element(row('Price')).toHaveTextContent('12.99 coins')
  await userEvent.click(button('Subscribe'))
  third.give(answered({ ...subscribed, coins: 7.01 }))
  await expect.element(sheet).not.toBeInTheDocument()
  expect(callsOf(subscribe).map((it) => it.expected_price)).toEqual([9.99, 12.99, 12.99])
  const [, retried, last] = keysOf(subscribe)
  expect(last).toBe(retried)
})

it('pays under one key for two taps, and cannot be closed while the answer is on its way', async () => {
  const slow = later<Tipped>()
  vi.mocked(tipUser).mockReturnValue(slow.answer)
  await open(tip)
  await userEvent.dblClick(button('Send the tip'))
  await expect.element(button('Waiting for the answer…')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(button('Waiting for the answer…'), disabled)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Close'))
  await userEvent.click(button('Not now'), disabled)
  await expect.element(sheet).toBeVisible()
  slow.give(refused('spending_limit', 403))
  await expect.element(sheet.getByRole('alert')).toBeVisible()
  expect(new Set(keysOf(tipUser)).size).toBe(1)
})

it('retries a tip under the same key after a lost answer, in another sheet and with another text too', async () => {
  vi.mocked(tipUser).mockRejectedValue(new TypeError('fetch failed'))
  await open(tip)
  await userEvent.click(button('Send the tip'))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('not available right now')
  await userEvent.click(button('Not now'))
  await userEvent.click(opener)
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Message' }), 'Thank you')
  await userEvent.click(button('Send the tip'))
  await vi.waitFor(() => expect(tipUser).toHaveBeenCalledTimes(2))
  await expect.element(sheet.getByRole('alert')).toBeVisible()
  await userEvent.click(button('10'))
  await userEvent.click(button('Send the tip'))
  await vi.waitFor(() => expect(tipUser).toHaveBeenCalledTimes(3))
  const [first, again, larger] = keysOf(tipUser)
  expect(again).toBe(first)
  expect(larger).not.toBe(first)
})

it('shows the sentence of a refusal and stays open', async () => {
  vi.mocked(unlockMedia).mockResolvedValue(refused('gone', 410))
  const media = [photo({ id: '1' })]
  await open({ kind: 'unlock', creator: mina, price: 5, mediaId: mina.id, within: fiona.id, media })
  await userEvent.click(button('Unlock'))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent(refused('gone', 410).refusal.message)
  await expect.element(button('Unlock')).not.toHaveAttribute('aria-disabled')
})

it.each(['0.99', '200.01', '1.234', 'five', ''])('pays no tip of "%s" and names the reason', async (amount) => {
  await open(tip)
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Coins' }), amount)
  await userEvent.click(button('Send the tip'), disabled)
  await expect.element(button('Send the tip')).toHaveAccessibleDescription('Choose an amount first')
  await expect.element(sheet.getByRole('tooltip')).toBeVisible()
  expect(tipUser).not.toHaveBeenCalled()
})

it('closes on Escape without a purchase and gives the focus back to the button that opened it', async () => {
  await open(month)
  await expect.element(button('Subscribe')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(subscribe).not.toHaveBeenCalled()
})

type Answer = Awaited<ReturnType<typeof subscribe>>
type Tipped = Awaited<ReturnType<typeof tipUser>>

const subscribed = { is_subscribed: true, active_until: null, price: 9.99 }

const callsOf = (it: (call: never) => unknown) => vi.mocked(it).mock.calls.map(([call]) => (call as Call).data)
const keysOf = (it: (call: never) => unknown) =>
  vi.mocked(it).mock.calls.map(([call]) => (call as Call).headers['idempotency-key'])
type Call = { data: { expected_price?: number }; headers: Record<string, string> }
