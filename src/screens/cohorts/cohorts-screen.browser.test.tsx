import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Cohort } from '../../../contract/analytics.ts'
import { actingFor, answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getCohorts } from '../../server/analytics.functions.ts'
import { CohortsScreen } from './cohorts-screen.tsx'

const after = (...figures: Cohort['after']) => Array.from({ length: 12 }, (_, at) => figures[at] ?? null)
const cohorts: Cohort[] = [
  { month: '2026-11', fans: 8, after: after(), today: { subscribed: 8, paid: 9.99 } },
  {
    ...{ month: '2026-09', fans: 40, today: { subscribed: 10, paid: 31.5 } },
    after: after({ subscribed: 30, paid: 17.25 }),
  },
]

beforeEach(() => {
  vi.mocked(getCohorts).mockResolvedValue(answered({ data: cohorts }))
})
const row = (name: RegExp) => page.getByRole('row', { name })

it('shows in a table how many of each month still subscribe', async () => {
  await renderFor(signedIn(mina), <CohortsScreen shown="subscribed" />)
  await expect.element(page.getByRole('columnheader', { name: 'After 12 months' })).toBeInTheDocument()
  await expect.element(row(/September 2026/)).toHaveTextContent(/^September 20264075%30·not yet.*25%10$/)
  await expect.element(row(/November 2026/)).toHaveTextContent(/^November 20268·not yet.*100%8$/)
})

it('scrolls sideways on a phone under its first column, and the page does not', async () => {
  await page.viewport(390, 844)
  await renderFor(signedIn(mina), <CohortsScreen shown="subscribed" />)
  const region = page.getByRole('region', { name: 'Who still subscribes' })
  await expect.element(region).toBeVisible()
  expect(region.element().scrollWidth).toBeGreaterThan(390)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const month = page.getByRole('rowheader', { name: 'September 2026' }).element()
  region.element().scrollLeft = 200
  expect(month.getBoundingClientRect().left).toBe(0)
})

it('shows what a fan paid on average by then', async () => {
  await renderFor(signedIn(mina), <CohortsScreen shown="paid" />)
  await expect.element(page.getByRole('tab', { name: 'Paid per fan' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(row(/September 2026/)).toHaveTextContent(/€17\.25.*€31\.50$/)
})

it('shows no amounts to an operator without the right to them', async () => {
  await renderFor(actingFor(mina, { can_payment: false }), <CohortsScreen shown="paid" />)
  await expect.element(row(/September 2026/)).toHaveTextContent(/75%/)
  expect(page.getByRole('tab', { name: 'Paid per fan' }).elements()).toEqual([])
})
