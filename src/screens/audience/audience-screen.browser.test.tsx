import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AudienceFan, FanList } from '../../../contract/audience.ts'
import { answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { changeFans, countFans, createFanList, getFanLists, getFans } from '../../server/audience.functions.ts'
import { AudienceScreen } from './audience-screen.tsx'

const fan = (id: string, name: string, facts: Partial<AudienceFan> = {}): AudienceFan => ({
  user: { ...mina, id, username: name.toLowerCase(), display_name: name, is_creator: false },
  relation: 'subscriber',
  since: '2026-01-05T10:00:00.000Z',
  renews_at: null,
  active_until: null,
  spent: 12.5,
  last_paid_at: null,
  language: 'fr',
  lists: [],
  ...facts,
})
const vip: FanList = { id: 'vip', name: 'VIP', filter: null, is_closed: false }

beforeEach(() => {
  vi.mocked(getFans).mockResolvedValue(answered({ data: [fan('a', 'Adam'), fan('b', 'Berta')], next: null }))
  vi.mocked(countFans).mockResolvedValue(answered({ count: 41, relations: [{ relation: 'subscriber', count: 41 }] }))
  vi.mocked(getFanLists).mockResolvedValue(answered({ data: [vip] }))
})

it('shows the fans of the address with their number, and puts everyone but one into a list', async () => {
  vi.mocked(changeFans).mockResolvedValue(answered({ changed: 40 }))
  await renderFor(signedIn(mina), <AudienceScreen search={{ relation: 'subscriber', min_spent: 10 }} />)
  await expect.element(page.getByRole('row', { name: /Berta/ })).toBeVisible()
  await expect.element(page.getByText('41 fans')).toBeVisible()
  expect(vi.mocked(getFans).mock.lastCall?.[0]?.data).toMatchObject({ relation: ['subscriber'], min_spent: 10 })
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all (41)' }))
  await userEvent.click(page.getByRole('checkbox', { name: 'Select Adam' }))
  await expect.element(page.getByText('40 selected')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Add to a list' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'VIP' }))
  await expect.element(page.getByText('40 fans added to “VIP”')).toBeVisible()
  expect(vi.mocked(changeFans).mock.lastCall?.[0]?.data).toEqual({
    choice: { filter: { relation: ['subscriber'], min_spent: 10 }, except: ['a'] },
    act: 'add',
    list_id: 'vip',
  })
})

it('keeps the filter as a smart list', async () => {
  vi.mocked(createFanList).mockResolvedValue(
    answered({ ...vip, id: 'smart', name: 'French', filter: { language: 'fr' } }),
  )
  await renderFor(signedIn(mina), <AudienceScreen search={{ language: 'fr' }} />)
  await userEvent.click(page.getByRole('button', { name: 'Save as a smart list' }))
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'French')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => vi.mocked(createFanList).mock.lastCall?.[0]?.data)
    .toEqual({ name: 'French', filter: { language: 'fr' } })
})

it.each([390, 1440])('shows names in full, and is no wider than a window of %d pixels', async (width) => {
  await page.viewport(width, 844)
  vi.mocked(getFans).mockResolvedValue(answered({ data: [fan('a', 'Adam Smithson')], next: null }))
  await renderFor(signedIn(mina), <AudienceScreen search={{}} />)
  const name = page.getByText('Adam Smithson', { exact: true })
  await expect.element(name).toBeVisible()
  expect(name.element().scrollWidth).toBe(name.element().clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
