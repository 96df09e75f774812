import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TrackingLink, TrackingLinkTotals } from '../../../contract/tracking-links.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { actingFor, answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import type { LinksSearch } from '../../lib/links-search.ts'
import { getFanLists, getFans } from '../../server/audience.functions.ts'
import {
  createTrackingLink,
  getTrackingLink,
  getTrackingLinks,
  updateTrackingLink,
} from '../../server/tracking-links.functions.ts'
import { LinksScreen } from './links-screen.tsx'

const at = '2026-11-20T00:00:00.000Z'
const bio: TrackingLink = {
  id: '0190b6a0-0000-7000-8000-0000000000c1',
  name: 'Instagram bio',
  url: 'https://fanfare.example/l/abcdefgh',
  created_at: at,
  is_archived: false,
  list_id: null,
  cost: 20,
  visits: 1200,
  follows: 40,
  subscriptions: 5,
  fans: 41,
  revenue: { gross: 62.5, net: 50 },
}
const quiet: TrackingLink = {
  ...{ ...bio, id: bio.id.replace('c1', 'c2'), name: 'Poster', url: bio.url.replace('abc', 'xyz'), cost: 0 },
  ...{ visits: 0, follows: 0, subscriptions: 0, fans: 0, revenue: { gross: 0, net: 0 } },
}
const day = ({ visits, follows, subscriptions, fans, revenue }: TrackingLink) => ({
  ...{ at, visits, follows, subscriptions, fans, revenue },
})
const totals: TrackingLinkTotals = {
  ...{ links: 2, visits: 1200, follows: 40, subscriptions: 5, fans: 41 },
  ...{ revenue: { gross: 62.5, net: 50 }, cost: 20 },
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.mocked(getTrackingLinks).mockResolvedValue(answered({ data: [bio, quiet], next: null, totals }))
  vi.mocked(getTrackingLink).mockResolvedValue(answered({ link: bio, days: [day(bio)] }))
  vi.mocked(createTrackingLink).mockResolvedValue(answered(quiet))
  vi.mocked(updateTrackingLink).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getFanLists).mockResolvedValue(
    answered({ data: [{ id: bio.id, name: 'Regulars', filter: null, is_closed: false }] }),
  )
  vi.mocked(getFans).mockResolvedValue(
    answered({
      data: [
        {
          ...{ user: fiona, relation: 'subscriber', since: at, renews_at: at, active_until: at, spent: 9.99 },
          ...{ last_paid_at: at, language: 'en', lists: [] },
        },
      ],
      next: null,
    }),
  )
})
const render = (search: LinksSearch = {}, viewer = signedIn(mina)) => renderFor(viewer, <LinksScreen search={search} />)

it('shows what each link brought, what it cost and how many times that came back', async () => {
  await page.viewport(1400, 800)
  await render()
  await expect
    .element(page.getByRole('row', { name: /Instagram bio/ }))
    .toHaveTextContent(/1,200405€50\.00.*€20\.002\.50×€1\.22/)
  await expect.element(page.getByRole('row', { name: /Poster/ })).toHaveTextContent(/000––––/)
  await expect
    .element(page.getByRole('row', { name: /All 2 links/ }))
    .toHaveTextContent(/1,200405€50\.00.*€20\.002\.50×€1\.22/)
  await page.getByRole('button', { name: 'Return' }).click()
  await expect.poll(() => vi.mocked(getTrackingLinks).mock.calls.length).toBeGreaterThan(0)
})

it('explains what a link is for where there is none', async () => {
  vi.mocked(getTrackingLinks).mockResolvedValue(answered({ data: [], next: null, totals: null }))
  await render()
  await expect.element(page.getByText(en.links_empty_text)).toBeVisible()
})

it('makes a link with its cost and list, and refuses a cost that is no amount', async () => {
  await render()
  await page.getByRole('button', { name: en.links_make }).click()
  await page.getByLabelText(en.links_name).fill('Shoutout by Nora')
  await page.getByLabelText(en.links_cost).fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(en.links_cost_wrong)).toBeVisible()
  expect(createTrackingLink).not.toHaveBeenCalled()
  await page.getByLabelText(en.links_cost).fill('49.90')
  await userEvent.selectOptions(page.getByLabelText(en.links_list), 'Regulars')
  await page.getByRole('button', { name: 'Save' }).click()
  const sent = { name: 'Shoutout by Nora', cost: 49.9, list_id: bio.id }
  await expect.poll(() => vi.mocked(createTrackingLink).mock.calls[0]?.[0]).toMatchObject({ data: sent })
})

it('shows the days and the fans of a link, and archives it with an undo', async () => {
  await render({ link: bio.id })
  await expect.element(page.getByRole('region', { name: en.links_column_visits })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /Fiona/ }))
    .toHaveAttribute('href', `/creator/audience?link=${bio.id}&q=fiona`)
  await page.getByRole('button', { name: en.links_archive }).click()
  await expect.poll(() => vi.mocked(updateTrackingLink).mock.calls.length).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => vi.mocked(updateTrackingLink).mock.calls[1]?.[0])
    .toMatchObject({ data: { id: bio.id, is_archived: false } })
})

it('shows an operator without money neither amounts nor orders by them, and without the profile no new link', async () => {
  const closed = { ...bio, cost: null, revenue: null }
  vi.mocked(getTrackingLinks).mockResolvedValue(
    answered({ data: [closed], next: null, totals: { ...totals, cost: null, revenue: null } }),
  )
  await render({}, actingFor(mina, { can_payment: false, can_profile: false }))
  await expect.element(page.getByRole('row', { name: /Instagram bio/ })).toBeVisible()
  expect(page.getByRole('button', { name: en.links_column_revenue }).elements()).toEqual([])
  expect(page.getByRole('table').element().textContent).not.toContain('€')
  await expect.element(page.getByRole('button', { name: en.links_make })).toHaveAttribute('aria-disabled', 'true')
})

it('is closed to an operator without figures', async () => {
  await render({}, actingFor(mina, { show_in_analytics: false }))
  expect(getTrackingLinks).not.toHaveBeenCalled()
})
