import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderFor } from '../../../tests/support/component.tsx'
import { CreatorScreen } from './creator-screen.tsx'

it('calculates what a creator would earn, by the keyboard', async () => {
  await renderFor(null, <CreatorScreen />)
  const section = page.getByRole('region', { name: 'What would you earn?' })
  const sum = (label: string) => section.getByText(label, { exact: true }).element().nextElementSibling?.textContent
  // 100 fans at 9.99 and 3, less a fifth of each payment.
  expect(sum('Your fans pay')).toContain('€1,299')
  expect(sum('You earn a month')).toContain('€1,039')
  const fans = section.getByRole('slider', { name: 'Subscribers' })
  await expect.element(fans).toHaveAttribute('aria-valuetext', '100')
  await userEvent.click(fans)
  await userEvent.keyboard('{End}')
  await expect.element(fans).toHaveAttribute('aria-valuetext', '10,000')
  expect(sum('You earn a month')).toContain('€103,900')
})

it('leads a visitor to sign up and on to the verification', async () => {
  await renderFor(null, <CreatorScreen />)
  await expect
    .element(page.getByRole('link', { name: 'Sign up and begin' }))
    .toHaveAttribute('href', '/signup?redirect=%2Fcreator%2Fverification')
})
