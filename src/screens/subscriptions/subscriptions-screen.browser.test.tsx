import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Subscription } from '../../../contract/subscriptions.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getGifts } from '../../server/gifts.functions.ts'
import { getSubscriptions } from '../../server/subscriptions.functions.ts'
import { SubscriptionsScreen } from './subscriptions-screen.tsx'

const subscription: Subscription = {
  id: '1',
  creator: mina,
  status: 'active',
  price: 9.99,
  next_price: 9.99,
  consent_price: null,
  started_at: '2026-01-01T00:00:00.000Z',
  active_until: '2026-12-01T12:00:00.000Z',
  renews: true,
  bundle_until: null,
  extendable: false,
  month: { posts: 12, media: 31 },
}

const show = (rows: Subscription[]) => {
  vi.mocked(getSubscriptions).mockResolvedValue(answered({ data: rows, next: null }))
  vi.mocked(getGifts).mockResolvedValue(answered({ data: [], next: null }))
  return renderFor(signedIn(fiona), <SubscriptionsScreen tab="paid" />)
}

it.each([
  [{ posts: 12, media: 31 }, '12 posts for subscribers in the last 30 days · 31 photos, films and sounds'],
  [{ posts: 1, media: 1 }, '1 post for subscribers in the last 30 days · 1 photo, film or sound'],
  [{ posts: 3, media: 0 }, '3 posts for subscribers in the last 30 days'],
  [{ posts: 0, media: 0 }, en.subscriptions_month_none],
])('says what the month has brought: %o', async (month, text) => {
  await show([{ ...subscription, month }])
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

it('says before cancelling until when access stays', async () => {
  await show([subscription])
  await page.getByRole('button', { name: en.subscriptions_cancel, exact: true }).click()
  await expect.element(page.getByRole('status').getByText(/You keep access until December 1, 2026/)).toBeVisible()
})

it('says nothing of the month of a subscription that is over', async () => {
  await show([{ ...subscription, status: 'ended', active_until: '2026-02-01T12:00:00.000Z', month: null }])
  await expect.element(page.getByText(/^Ended on/)).toBeVisible()
  expect(page.getByText(/last 30 days/).elements()).toEqual([])
})
