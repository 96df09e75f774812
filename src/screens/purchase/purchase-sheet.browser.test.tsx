import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Profile } from '../../../contract/profile.ts'
import { answered, fiona, later, mina, photo, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { confirmEmailCode, getEmail } from '../../server/account.functions.ts'
import { getBundles } from '../../server/bundles.functions.ts'
import { tipUser } from '../../server/chat.functions.ts'
import { unlockMedia } from '../../server/media.functions.ts'
import { getProfile } from '../../server/profile.functions.ts'
import { subscribe } from '../../server/subscriptions.functions.ts'
import { beginTopup, getTopup, getWallet } from '../../server/wallet.functions.ts'
import { openPurchase, type Purchase, usePurchase } from '../../stores/purchase.ts'
import { readPurchase, storePurchase } from '../../stores/stored-purchase.ts'
import { BoughtCard } from './bought-card.tsx'
import { PurchaseSheet } from './purchase-sheet.tsx'
import { restorePurchase } from './restore-purchase.ts'

const month: Purchase = { kind: 'subscribe', creator: mina, price: 9.99 }
const tip: Purchase = { kind: 'tip', creator: mina }

const sheet = page.getByRole('dialog')
const button = (name: string) => sheet.getByRole('button', { name, exact: true })
/** The amount beside a name in the sheet. */
const row = (name: string) => sheet.getByRole('definition').filter({ hasText: '€' }).nth(rows.indexOf(name))
/** Playwright waits until a button is enabled; a person taps it anyway. */
const disabled = { force: true }

const rows = ['Price', 'Your balance', 'last']
const hello = page.getByRole('link', { name: 'Say hello to Mina' })
const opener = page.getByRole('button', { name: 'Buy' })

beforeEach(() => {
  vi.mocked(getBundles).mockResolvedValue(answered({ from: null, renewal_price: 9.99, data: [] }))
  const wallet = { coins: 20, currency: 'EUR', spending_limit: null, spent_this_month: 0 }
  vi.mocked(getWallet).mockResolvedValue(answered(wallet))
})

/** Opens the sheet as a screen does, by a button that gets the focus back. */
async function open(purchase: Purchase, change: Partial<Profile> = {}) {
  const page = await rendered({ coins: 20, ...change }, purchase)
  await userEvent.click(opener)
  return page
}

const rendered = (change: Partial<Profile>, purchase: Purchase = month) =>
  renderFor(
    signedIn(fiona, change),
    <>
      <button type="button" onClick={() => openPurchase(purchase)}>
        Buy
      </button>
      <PurchaseSheet />
      <Moment />
    </>,
  )

function Moment() {
  const bought = usePurchase((it) => it.bought)
  return bought && <BoughtCard bought={bought} />
}

it('shows price, balance and the balance afterwards in coins and money before anything is paid', async () => {
  await open(month)
  await expect.element(sheet).toHaveAccessibleName('Subscribe to @mina')
  await expect.element(row('Price')).toHaveTextContent('€9.999.99 coins')
  await expect.element(row('Your balance')).toHaveTextContent('€20.0020 coins')
  await expect.element(row('last')).toHaveTextContent('€10.0110.01 coins')
  expect(subscribe).not.toHaveBeenCalled()
})

it('charges the share of the locked media, beside the price of the whole, when a part is owned', async () => {
  const media = [photo({ id: '1', price: 5, locked: false }), photo({ id: '2', price: 5 })]
  await open({ kind: 'unlock', creator: mina, price: 10, mediaId: mina.id, within: fiona.id, media })
  await expect.element(row('Price')).toHaveTextContent('instead of €10.00€5.005 coins')
})

it('subscribes at the shown price, closes, says so and shows the new balance in the next sheet', async () => {
  vi.mocked(subscribe).mockResolvedValue(answered({ ...subscribed, coins: 10.01 }))
  await open(month)
  await userEvent.click(button('Subscribe for €9.99'))
  await expect.element(page.getByRole('status').filter({ hasText: 'You are subscribed to @mina' })).toBeVisible()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(callsOf(subscribe)).toEqual([{ id: mina.id, expected_price: 9.99 }])
  await expect.element(hello).toHaveAttribute('href', '/chat?u=mina')
  await userEvent.click(opener)
  await expect.element(row('Your balance')).toHaveTextContent('10.01 coins')
})

it('pays what is missing from the sheet, or leads to larger amounts and back here', async () => {
  const slow = later<Awaited<ReturnType<typeof beginTopup>>>()
  vi.mocked(beginTopup).mockReturnValueOnce(slow.answer).mockResolvedValue(refused('unavailable', 503))
  const { router } = await open(month, { coins: 4.5 })
  await expect.element(row('last')).toHaveTextContent('€5.495.49 coins')
  await expect.element(button('Subscribe for €9.99')).not.toBeInTheDocument()
  await userEvent.dblClick(button('Pay the missing €5.49'))
  slow.give(refused('unavailable', 503))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('not available right now')
  await userEvent.click(button('Pay the missing €5.49'))
  await vi.waitFor(() => expect(beginTopup).toHaveBeenCalledTimes(2))
  expect(callsOf(beginTopup)[0]).toEqual({ amount: 5.49, return_path: '/@mina' })
  expect(new Set(keysOf(beginTopup)).size).toBe(1)
  await userEvent.click(sheet.getByRole('link', { name: 'Get coins' }))
  await expect.element(sheet).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/settings/payments')
  expect(router.state.location.search).toEqual({ missing: 5.49, return_path: '/@mina' })
})

describe('after the payment of what was missing', () => {
  const paid = (coins: number) =>
    answered({ id: topup, status: 'paid', amount: 5.49, coins, return_path: null } as const)
  /** As the page is opened again on which the purchase was left. */
  const comeBack = async (purchase: Purchase) => {
    const { queryClient } = await rendered({ coins: 4.5 })
    storePurchase({ who: fiona.id, path: '/@mina', topup, payment: { question, key }, purchase })
    await restorePurchase(queryClient, fiona.id, '/@mina')
  }

  it('completes the purchase by itself, once, at the agreed price', async () => {
    vi.mocked(getTopup).mockResolvedValue(paid(9.99))
    vi.mocked(subscribe).mockResolvedValue(answered({ ...subscribed, coins: 0 }))
    await comeBack(month)
    await expect.element(hello).toBeVisible()
    expect(callsOf(subscribe)).toEqual([{ id: mina.id, expected_price: 9.99 }])
    // Another tab may have been answered under it meanwhile.
    expect(keysOf(subscribe)).toEqual([key])
    expect(readPurchase('tab', fiona.id)).toBe(null)
  })

  it('finds under its key what another tab has bought with the coins meanwhile', async () => {
    vi.mocked(getTopup).mockResolvedValue(paid(0))
    vi.mocked(subscribe).mockResolvedValue(answered({ ...subscribed, coins: 0 }))
    await comeBack(month)
    await expect.element(hello).toBeVisible()
    expect(keysOf(subscribe)).toEqual([key])
  })

  it('asks again when the price rose meanwhile, and says where the coins are', async () => {
    vi.mocked(getTopup).mockResolvedValue(paid(9.99))
    vi.mocked(subscribe).mockResolvedValue(refused('price_changed', 409, { price: 12.99 }))
    await comeBack(month)
    await expect.element(row('Price')).toHaveTextContent('12.99 coins')
    await expect.element(sheet).toHaveTextContent('What you paid is in your wallet.')
    await expect.element(button('Pay the missing €5.00')).toBeVisible()
    expect(subscribe).toHaveBeenCalledOnce()
  })

  it('says that the coins are kept when the thing is gone', async () => {
    vi.mocked(getTopup).mockResolvedValue(paid(9.99))
    vi.mocked(subscribe).mockResolvedValue(refused('not_found', 404))
    await comeBack(month)
    await expect.element(sheet.getByRole('alert')).toHaveTextContent(refused('not_found', 404).refusal.message)
    await expect.element(sheet).toHaveTextContent('What you paid is in your wallet.')
  })

  it('waits while the payment is under way, and pays nothing', async () => {
    vi.mocked(getTopup).mockResolvedValue(
      answered({ id: topup, status: 'pending', amount: 5.49, coins: 4.5, return_path: null }),
    )
    await comeBack(month)
    await expect.element(sheet).toHaveTextContent('Waiting for your payment.')
    expect(subscribe).not.toHaveBeenCalled()
  })
})

it('asks for the code of the mail before anything is paid, and goes on when the address is confirmed', async () => {
  vi.mocked(getEmail).mockResolvedValue(answered(unconfirmed))
  vi.mocked(getProfile).mockResolvedValue(answered(signedIn(fiona, { email_verified: true })))
  vi.mocked(confirmEmailCode)
    .mockResolvedValueOnce(refused('invalid_code', 400))
    .mockResolvedValueOnce(answered({ ...unconfirmed, email_verified: true, code_sent_at: null }))
  await open(month, { email_verified: false })
  await expect.element(sheet).toHaveTextContent('We have sent a code to fiona@demo.test.')
  await expect.element(button('Subscribe for €9.99')).not.toBeInTheDocument()
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Code' }), '12 34 56')
  await expect.element(sheet.getByText(refused('invalid_code', 400).refusal.message)).toBeVisible()
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Code' }), '654321')
  await expect.element(button('Subscribe for €9.99')).toBeVisible()
  expect(callsOf(confirmEmailCode)).toEqual([{ code: '123456' }, { code: '654321' }])
})

it('offers to buy coins when the API knows of a smaller balance than the page', async () => {
  vi.mocked(tipUser).mockResolvedValue(refused('insufficient_coins', 402, { shortfall: 3 }))
  await open(tip)
  await userEvent.click(button('Send the tip · €5.00'))
  await expect.element(row('last')).toHaveTextContent('3 coins')
  await expect.element(button('Pay the missing €5.00')).toBeVisible()
})

it('shows a changed price and pays it only after a second confirmation, also after an answer that was lost', async () => {
  const [second, third] = [later<Answer>(), later<Answer>()]
  vi.mocked(subscribe)
    .mockResolvedValueOnce(refused('price_changed', 409, { price: 12.99 }))
    .mockReturnValueOnce(second.answer)
    .mockReturnValueOnce(third.answer)
  await open(month)
  await userEvent.click(button('Subscribe for €9.99'))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('The price has changed. Please look at it again.')
  await expect.element(row('Price')).toHaveTextContent('12.99 coins')
  await expect.element(row('last')).toHaveTextContent('7.01 coins')
  expect(subscribe).toHaveBeenCalledOnce()

  await userEvent.click(button('Subscribe for €12.99'))
  await expect.element(button('Waiting for the answer…')).toBeVisible()
  await expect.element(row('Price')).toHaveTextContent('12.99 coins')
  second.give(refused('unavailable', 503))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('not available right now')
  await expect.element(row('Price')).toHaveTextContent('12.99 coins')
  await userEvent.click(button('Subscribe for €12.99'))
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
  await userEvent.dblClick(button('Send the tip · €5.00'))
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
  await userEvent.click(button('Send the tip · €5.00'))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('not available right now')
  await userEvent.click(button('Not now'))
  await userEvent.click(opener)
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Message' }), 'Thank you')
  await userEvent.click(button('Send the tip · €5.00'))
  await vi.waitFor(() => expect(tipUser).toHaveBeenCalledTimes(2))
  await expect.element(sheet.getByRole('alert')).toBeVisible()
  await userEvent.click(button('10'))
  await userEvent.click(button('Send the tip · €10.00'))
  await vi.waitFor(() => expect(tipUser).toHaveBeenCalledTimes(3))
  const [first, again, larger] = keysOf(tipUser)
  expect(again).toBe(first)
  expect(larger).not.toBe(first)
})

it('shows the sentence of a refusal and stays open', async () => {
  vi.mocked(unlockMedia).mockResolvedValue(refused('gone', 410))
  const media = [photo({ id: '1' })]
  await open({ kind: 'unlock', creator: mina, price: 5, mediaId: mina.id, within: fiona.id, media })
  await userEvent.click(button('Unlock for €5.00'))
  await expect.element(sheet.getByRole('alert')).toHaveTextContent(refused('gone', 410).refusal.message)
  await expect.element(button('Unlock for €5.00')).not.toHaveAttribute('aria-disabled')
})

it.each(['0.99', '200.01', '1.234', 'five', ''])('pays no tip of "%s" and names the reason', async (amount) => {
  await open(tip)
  await userEvent.fill(sheet.getByRole('textbox', { name: 'Coins' }), amount)
  await userEvent.click(button('Send the tip'), disabled)
  await expect.element(button('Send the tip')).toHaveAccessibleDescription('Choose an amount first')
  await expect.element(sheet.getByRole('tooltip')).toBeVisible()
  await expect.element(sheet.getByRole('term')).toHaveTextContent(/^Your balance$/)
  const field = sheet.getByRole('textbox', { name: 'Coins' })
  if (amount === '') await expect.element(field).not.toHaveAttribute('aria-invalid')
  else await expect.element(sheet.getByRole('alert')).toHaveTextContent('From 1 to 200 coins')
  expect(tipUser).not.toHaveBeenCalled()
})

it('closes on Escape without a purchase and gives the focus back to the button that opened it', async () => {
  await open(month)
  await expect.element(button('Subscribe for €9.99')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(subscribe).not.toHaveBeenCalled()
})

type Answer = Awaited<ReturnType<typeof subscribe>>
type Tipped = Awaited<ReturnType<typeof tipUser>>

const question = `subscribe ${mina.id} 9.99 `
const key = '0190b6a0-0000-7000-8000-0000000000bb'
const topup = '0190b6a0-0000-7000-8000-0000000000aa'
const unconfirmed = {
  email: 'fiona@demo.test',
  email_verified: false,
  code_sent_at: '2026-01-01T00:00:00.000Z',
  pending: null,
}
const subscribed = { is_subscribed: true, active_until: null, price: 9.99 }

const callsOf = (it: (call: never) => unknown) => vi.mocked(it).mock.calls.map(([call]) => (call as Call).data)
const keysOf = (it: (call: never) => unknown) =>
  vi.mocked(it).mock.calls.map(([call]) => (call as Call).headers['idempotency-key'])
type Call = { data: { expected_price?: number }; headers: Record<string, string> }
