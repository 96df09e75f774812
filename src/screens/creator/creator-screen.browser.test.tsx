import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answered, fiona, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getAnalytics } from '../../server/analytics.functions.ts'
import { countFans } from '../../server/audience.functions.ts'
import { getConversationCounts } from '../../server/inbox.functions.ts'
import { getEarnings } from '../../server/payouts.functions.ts'
import { getWaitingRequests } from '../../server/requests.functions.ts'
import { CreatorScreen } from './creator-screen.tsx'
import { spansOf } from './lately.tsx'

const counts = { unread: 0, unanswered: 3, waiting: 0, requested: 1, pinned: 0, snoozed: 0 }
const request = {
  id: '0190b6a0-0000-7000-8000-0000000000d1',
  message_id: '0190b6a0-0000-7000-8000-0000000000d2',
  delivered_id: null,
  fan_id: fiona.id,
  creator_id: mina.id,
  price: 20,
  state: 'open' as const,
  due_at: '2026-12-01T00:00:00.000Z',
  created_at: '2026-11-20T00:00:00.000Z',
  fan: fiona,
  text: 'a song',
}

const answers = () => {
  vi.mocked(getEarnings).mockResolvedValue(answered({ pending: 4, available: 9, next_release: null }))
  vi.mocked(getAnalytics).mockResolvedValue(answered({ earnings: [], subscribers: [], visits: [], top_fans: [] }))
  vi.mocked(getConversationCounts).mockResolvedValue(answered(counts))
  vi.mocked(countFans).mockResolvedValue(answered({ count: 2, relations: [] }))
  vi.mocked(getWaitingRequests).mockResolvedValue(
    answered({ data: [request], next: null, total: { count: 1, coins: 20 } }),
  )
}

it('says what waits for the creator, each with the view that shows it', async () => {
  answers()
  await renderFor(signedIn(mina), <CreatorScreen />)
  const leads = (name: RegExp) => expect.element(page.getByRole('link', { name }))
  await leads(/^3 fans wait for an answer/).toHaveAttribute(
    'href',
    '/chat?mode=creator&f=unanswered&sort=oldest_unanswered',
  )
  await leads(/^1 paid request · €20\.00/).toHaveAttribute('href', '/creator/requests')
  await leads(/^2 subscriptions end within 7 days/).toHaveAttribute(
    'href',
    '/creator/audience?renewal=off&renewal_days=7',
  )
  expect(document.body.textContent).not.toContain('Nothing is waiting')
})

it('leaves out a part that does not load, and says where nothing waits', async () => {
  answers()
  vi.mocked(countFans).mockResolvedValue(refused('unavailable', 503))
  const { unmount } = await renderFor(signedIn(mina), <CreatorScreen />)
  await expect.element(page.getByRole('link', { name: /^3 fans/ })).toBeVisible()
  expect(page.getByRole('link', { name: /subscriptions end/ }).elements()).toEqual([])
  await unmount()
  vi.mocked(getConversationCounts).mockResolvedValue(answered({ ...counts, unanswered: 0 }))
  vi.mocked(countFans).mockResolvedValue(answered({ count: 0, relations: [] }))
  vi.mocked(getWaitingRequests).mockResolvedValue(answered({ data: [], next: null, total: { count: 0, coins: 0 } }))
  await renderFor(signedIn(mina), <CreatorScreen />)
  await expect.element(page.getByText('Nothing is waiting for you.')).toBeVisible()
})

it('compares a month with the same days of the one before', () => {
  const row = (at: string, tips: number) => ({
    at: `${at}T00:00:00.000Z`,
    subscriptions: 0,
    tips,
    requests: 0,
    unlocks: 0,
  })
  const october = Array.from({ length: 31 }, (_, day) => row(`2026-10-${String(day + 1).padStart(2, '0')}`, 1))
  const november = [row('2026-11-01', 5), row('2026-11-02', 7), row('2026-11-03', 2)]
  expect(spansOf([...october, ...november])).toEqual({ yesterday: 7, dayBefore: 5, month: 14, monthBefore: 3 })
  expect(spansOf([...october, row('2026-11-01', 5)])).toEqual({ yesterday: 1, dayBefore: 1, month: 5, monthBefore: 1 })
})
