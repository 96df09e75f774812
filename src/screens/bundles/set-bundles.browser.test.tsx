import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { setBundles } from '../../server/bundles.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { SetBundles } from './set-bundles.tsx'

const three = { months: 3, percent: 10, price: 26.97 } as const
const half = page.getByRole('combobox', { name: '6 months' })
const save = page.getByRole('button', { name: 'Save', exact: true })

it('shows what a fan pays, in all and a month, and what the creator receives, before it is set', async () => {
  vi.mocked(getUser).mockResolvedValue(answered({ ...mina, is_self: true, bundles: [three] }))
  vi.mocked(setBundles).mockResolvedValue(answered({ data: [three] }))
  await renderFor(signedIn(mina), <SetBundles />)
  await expect.element(page.getByText('Fans pay €26.97, €8.99 a month. €21.58 of it are yours')).toBeVisible()
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  await userEvent.selectOptions(half, '20')
  await expect.element(page.getByText('Fans pay €47.95, €7.99 a month. €38.36 of it are yours')).toBeVisible()
  await userEvent.click(save)
  await expect
    .poll(() => vi.mocked(setBundles).mock.calls[0]?.[0].data)
    .toEqual({
      bundles: [
        { months: 3, percent: 10 },
        { months: 6, percent: 20 },
      ],
    })
})

it('sets nothing for a free subscription, nor for an operator who may not set prices', async () => {
  vi.mocked(getUser).mockResolvedValue(answered({ ...mina, is_self: true, bundles: [three] }))
  await renderFor(signedIn(mina, { subscription_price: 0 }), <SetBundles />)
  await expect.element(page.getByText('Your subscription is free')).toBeVisible()
  expect(save.elements()).toEqual([])
  const acting = { agency: { id: mina.id, name: 'Agency' }, permissions: { can_chat: true } }
  await renderFor(signedIn(mina, { acting_as: acting as never }), <SetBundles />)
  await userEvent.selectOptions(half, '20')
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
})
