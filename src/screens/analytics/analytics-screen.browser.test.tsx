import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Analytics } from '../../../contract/analytics.ts'
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import type { FiguresSearch } from '../../lib/figures-span.ts'
import { getAnalytics, getSold } from '../../server/analytics.functions.ts'
import { AnalyticsScreen } from './analytics-screen.tsx'

const at = '2026-11-20T00:00:00.000Z'
const figures = (tips: number, people: number): Analytics => ({
  earnings: [{ at, subscriptions: 0, tips, requests: 0, unlocks: 0 }],
  subscribers: [{ at, new: people, renewed: 0, lost: 0 }],
  visits: [{ at, count: people * 10 }],
  top_fans: [],
})
const sold = {
  kinds: [{ kind: 'post' as const, sales: 3, paid: 11 }],
  posts: [
    { id: 'p1', is_deleted: false, text: 'The hills', thumbnail: null, sales: 2, paid: 6 },
    { id: 'p2', is_deleted: true, text: null, thumbnail: null, sales: 1, paid: 5 },
  ],
  hours: [
    { weekday: 1, hour: 9, sales: 1, paid: 4 },
    { weekday: 5, hour: 21, sales: 2, paid: 7 },
  ],
}

beforeEach(() => {
  // The span before begins earlier.
  vi.mocked(getAnalytics).mockImplementation(async (call) =>
    answered((call?.data?.from ?? '') < '2026-03-01' ? figures(2, 4) : figures(6, 9)),
  )
  vi.mocked(getSold).mockResolvedValue(answered(sold))
})
const march = { from: '2026-03-01', to: '2026-03-31' }
const render = (search: FiguresSearch) => renderFor(signedIn(mina), <AnalyticsScreen search={search} />)
const region = (name: string) => page.getByRole('region', { name })

it('shows each sum beside the one of as many days before', async () => {
  await render(march)
  await expect
    .element(region('Earned, after the fee'))
    .toHaveTextContent(/^Earned, after the fee€6\.006 coins.*before: €2\.00/)
  await expect.element(region('Visits of your profile')).toHaveTextContent(/90before: 40/)
  const asked = vi.mocked(getAnalytics).mock.calls.map(([call]) => call?.data)
  expect(asked).toContainEqual({ ...march, by: 'day' })
  expect(asked).toContainEqual({ from: '2026-01-29', to: '2026-02-28', by: 'day' })
})

it('shows what was sold by kind, by post and by hour', async () => {
  await render(march)
  await expect.element(region('What was unlocked')).toHaveTextContent(/In posts€11\.00.*3 sales/)
  const best = region('Best posts')
  await expect.element(best.getByRole('link', { name: 'The hills' })).toHaveAttribute('href', '/@mina/p1')
  await expect.element(best.getByText('A deleted post')).toBeVisible()
  await expect.element(region('When fans buy')).toHaveTextContent('Most is paid on Friday at 9 PM.')
  await expect
    .element(region('When fans buy').getByRole('row', { name: /Monday, 9 AM 1 sale €4\.00/ }))
    .toBeInTheDocument()
})

it('asks for chosen days only where they are in order, and at most 366', async () => {
  await render({})
  await page.getByRole('tab', { name: 'Choose days' }).click()
  await page.getByLabelText('First day').fill('2026-03-02')
  await page.getByLabelText('Last day').fill('2026-03-01')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect
    .element(page.getByText('The first day comes before the last, and at most 366 days are shown.'))
    .toBeVisible()
  await page.getByLabelText('Last day').fill('2026-03-31')
  await expect.element(page.getByText(/at most 366 days/)).not.toBeInTheDocument()
})

it('asks nothing of sales for an operator without the right to amounts', async () => {
  vi.mocked(getSold).mockClear()
  const permissions = { show_in_analytics: true, can_payment: false } as never
  const operator = signedIn(fiona, { acting_as: { target_user: mina, agency_id: '1', permissions } })
  await renderFor(operator, <AnalyticsScreen search={march} />)
  await expect.element(region('Visits of your profile')).toBeVisible()
  expect(region('Earned, after the fee').elements()).toEqual([])
  expect(getSold).not.toHaveBeenCalled()
})
