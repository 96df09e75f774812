import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CalendarItem } from '../../../contract/calendar.ts'
import { answered, mina, post, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { cardOf, drag } from '../../../tests/support/drag.ts'
import { getCalendar } from '../../server/calendar.functions.ts'
import { updatePost } from '../../server/posts.functions.ts'
import { moveOffer } from '../../server/subscriptions.functions.ts'
import { CalendarScreen } from './calendar-screen.tsx'

const end: CalendarItem = {
  ...{ kind: 'expiry', id: 'e', at: '2026-11-26T20:00:00.000Z', is_past: false, text: 'Its end', media: 0 },
  ...{ visibility: 'followers', audience: null, list_name: null, offer: null },
}
const offer: CalendarItem = {
  ...{ ...end, kind: 'offer', id: 'l', at: '2026-11-27T09:00:00.000Z', text: 'CODE', visibility: null },
  offer: { days: 7, percent: null, months: null },
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') })
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Europe/Paris' } as never)
  vi.mocked(updatePost).mockClear().mockResolvedValue(answered(post()))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('moves the end of a post and of a link by dragging, and back by the toast', async () => {
  vi.mocked(moveOffer).mockResolvedValue(answered({ expires_at: '' }))
  vi.mocked(getCalendar).mockResolvedValue(
    answered({
      data: [
        { day: '2026-11-26', items: [end], more: 0 },
        { day: '2026-11-27', items: [offer], more: 0 },
      ],
    }),
  )
  await page.viewport(1280, 900)
  await renderFor(signedIn(mina), <CalendarScreen search={{}} />)
  const saturday = () => page.getByRole('listitem').filter({ hasText: 'Saturday, November 28' }).element()
  await expect.element(page.getByText('Its end')).toBeVisible()
  await drag(cardOf('Its end'), saturday())
  await expect.element(page.getByText('Moved to November 28, 2026 at 9:00 PM')).toBeVisible()
  const [there, here] = ['2026-11-28T20:00:00.000Z', '2026-11-26T20:00:00.000Z']
  expect(vi.mocked(updatePost).mock.lastCall?.[0].data).toEqual({ id: 'e', expires_at: there, end_moved_from: here })
  await drag(cardOf('Link ends: 7 days free'), saturday())
  await expect.element(page.getByText('Moved to November 28, 2026 at 10:00 AM')).toBeVisible()
  expect(vi.mocked(moveOffer).mock.lastCall?.[0].data).toEqual({
    ...{ id: 'l', expires_at: '2026-11-28T09:00:00.000Z', moved_from: '2026-11-27T09:00:00.000Z' },
  })
  await userEvent.click(page.getByRole('button', { name: 'Undo' }).first())
  await vi.waitFor(() =>
    expect(vi.mocked(updatePost).mock.lastCall?.[0].data).toEqual({ id: 'e', expires_at: here, end_moved_from: there }),
  )
})
