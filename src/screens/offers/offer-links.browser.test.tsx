import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getOffers, updateOffer } from '../../server/subscriptions.functions.ts'
import { OfferLinks } from './offer-links.tsx'

const trial = {
  id: '0190b6a0-0000-7000-8000-0000000000c1',
  code: 'TRIAL7',
  link: 'https://fanfare.example/@mina?offer=TRIAL7',
  kind: 'trial' as const,
  days: 7,
  percent: null,
  months: null,
  uses: 0,
  max_uses: null,
  expires_at: null,
  open: true,
  listed: false,
}
const discount = { ...trial, id: trial.id.replace('c1', 'c2'), kind: 'discount' as const, percent: 50, months: 3 }
const over = { ...trial, id: trial.id.replace('c1', 'c3'), open: false }

it('shows an open trial to everyone by its switch, which a discount and an ended trial lack', async () => {
  vi.mocked(getOffers).mockResolvedValue(answered({ data: [trial, discount, over] }))
  vi.mocked(updateOffer).mockResolvedValue(answered({ ...trial, listed: true }))
  await renderFor(signedIn(mina), <OfferLinks />)
  const listed = page.getByRole('switch', { name: en.offers_listed })
  await expect.element(listed).not.toBeChecked()
  expect(listed.elements()).toHaveLength(1)
  vi.mocked(getOffers).mockResolvedValue(answered({ data: [{ ...trial, listed: true }, discount, over] }))
  await userEvent.click(listed)
  await expect.element(listed).toBeChecked()
  // The switch shows its new side before the call is made.
  await expect
    .poll(() => vi.mocked(updateOffer).mock.calls[0]?.[0])
    .toMatchObject({ data: { id: trial.id, listed: true } })
})
