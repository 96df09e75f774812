import { useSearch } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CalendarDay, CalendarItem } from '../../../contract/calendar.ts'
import type { Profile } from '../../../contract/profile.ts'
import { answered, mina, post, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { cardOf, drag } from '../../../tests/support/drag.ts'
import { calendarSearch } from '../../lib/calendar-search.ts'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { moveBroadcast } from '../../server/broadcasts.functions.ts'
import { getCalendar } from '../../server/calendar.functions.ts'
import { updatePost } from '../../server/posts.functions.ts'
import { CalendarScreen } from './calendar-screen.tsx'

const item = (change: Partial<CalendarItem>): CalendarItem => ({
  kind: 'post',
  id: 'p',
  at: '2026-11-26T08:30:00.000Z',
  is_past: false,
  text: 'Rehearsal',
  media: 0,
  visibility: 'followers',
  audience: null,
  list_name: null,
  offer: null,
  ...change,
})
const broadcast = item({
  ...{ kind: 'broadcast', id: 'b', at: '2026-11-26T17:00:00.000Z', text: 'Tonight!' },
  ...{ visibility: null, audience: 'subscribers' },
})
const past = item({ id: 'o', at: '2026-11-23T09:00:00.000Z', is_past: true, text: 'Yesterday’s film', media: 2 })
const offer = item({
  ...{ kind: 'offer', id: 'l', at: '2026-11-27T09:00:00.000Z', text: 'CODE', visibility: null },
  offer: { days: 7, percent: null, months: null },
})
const planned: CalendarDay[] = [
  { day: '2026-11-23', items: [past], more: 0 },
  { day: '2026-11-26', items: [item({}), broadcast], more: 3 },
  { day: '2026-11-27', items: [offer], more: 0 },
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') })
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Europe/Paris' } as never)
  vi.mocked(getCalendar).mockResolvedValue(answered({ data: planned }))
  vi.mocked(updatePost).mockClear().mockResolvedValue(answered(post()))
  vi.mocked(moveBroadcast)
    .mockClear()
    .mockResolvedValue(answered({ send_at: '' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  overwriteGetLocale(() => 'en')
  document.documentElement.removeAttribute('data-theme')
})

function Host() {
  return <CalendarScreen search={calendarSearch(useSearch({ strict: false }))} />
}
const open = async (search = '', viewer: Profile = signedIn(mina)) => {
  const rendered = await renderFor(viewer, <Host />)
  await rendered.router.navigate({ href: `/creator/calendar${search}` })
  return rendered
}
const phone = () => page.viewport(390, 844)
const laptop = () => page.viewport(1280, 900)
const asked = () => vi.mocked(getCalendar).mock.lastCall?.[0]?.data

it('lists a week by day on phones, in the viewer’s time zone, and says of what is over that it is', async () => {
  await phone()
  await open()
  const day = page.getByRole('listitem').filter({ hasText: 'Thursday, November 26' })
  await expect.element(day.getByText('9:30 AM')).toBeVisible()
  expect(asked()).toEqual({ from: '2026-11-22', days: 7, time_zone: 'Europe/Paris' })
  await expect.element(day.getByText('6:00 PM')).toBeVisible()
  await expect.element(day.getByText('and 3 more')).toBeVisible()
  await expect.element(page.getByText('Broadcast · Subscribers')).toBeVisible()
  await expect.element(page.getByText('Post, out · Followers · 2 files')).toBeVisible()
  await expect.element(page.getByText('Link ends: 7 days free')).toBeVisible()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Tuesday, November 24' }))
    .toHaveAttribute('aria-current', 'date')
  // What is over and the end of a link stay where they are.
  expect(
    page
      .getByRole('button', { name: /^Move: / })
      .elements()
      .map((it) => it.getAttribute('aria-label')),
  ).toEqual(['Move: Rehearsal', 'Move: Tonight!', 'Move: Link ends: 7 days free'])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('has the end of a post beside the post, which leads to it', async () => {
  const end = item({ kind: 'expiry', at: '2026-11-26T20:00:00.000Z' })
  vi.mocked(getCalendar).mockResolvedValue(answered({ data: [{ day: '2026-11-26', items: [item({}), end], more: 0 }] }))
  await phone()
  await open()
  const card = page.getByRole('article').filter({ hasText: 'Post, is archived · Followers' })
  await expect.element(card.getByRole('link', { name: 'Rehearsal' })).toHaveAttribute('href', '/@mina/p')
  await expect.element(card.getByRole('button', { name: 'Move: Rehearsal' })).toBeVisible()
  await expect
    .element(page.getByRole('article').filter({ hasText: 'Post · Followers' }).getByRole('button'))
    .toBeVisible()
})

it('has seven columns on a laptop', async () => {
  await laptop()
  await open()
  await expect.element(page.getByText('9:30 AM')).toBeVisible()
  const days = document.querySelectorAll('ol > li')
  expect(days.length).toBe(7)
  expect(new Set(Array.from(days, (it) => Math.round(it.getBoundingClientRect().top))).size).toBe(1)
})

it('leads by the address from week to month, to a day and back', async () => {
  await phone()
  const { router } = await open('?view=month&day=2026-12-01')
  await expect.element(page.getByText('December 2026')).toBeVisible()
  expect(asked()).toEqual({ from: '2026-11-29', days: 35, time_zone: 'Europe/Paris' })
  await userEvent.click(page.getByRole('link', { name: 'Earlier' }))
  await expect.element(page.getByText('November 2026')).toBeVisible()
  expect(router.state.location.search).toEqual({ view: 'month', day: '2026-11-01' })
  await userEvent.click(page.getByRole('link', { name: 'Thursday, November 26: 5 items' }))
  await expect.element(page.getByRole('heading', { name: 'Thursday, November 26' })).toBeVisible()
  await expect.element(page.getByText('Tonight!').last()).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /^Thursday, November 26/ }))
    .toHaveAttribute('aria-current', 'page')
  router.history.back()
  await expect.element(page.getByRole('heading', { name: 'Sunday, November 1' })).toBeVisible()
  router.history.back()
  await expect.element(page.getByText('December 2026')).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: 'Week' }))
  await expect.element(page.getByText('Nov 29 – Dec 5, 2026')).toBeVisible()
})

it('shows today for an address that names no day', async () => {
  await open('?view=month&day=2026-02-31')
  await expect.element(page.getByRole('heading', { name: 'Tuesday, November 24' })).toBeVisible()
})

it('moves a post by the keyboard to a typed time, and back by the toast', async () => {
  await phone()
  await open()
  const button = page.getByRole('button', { name: 'Move: Rehearsal' })
  await expect.element(button).toBeVisible()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  const field = page.getByLabelText('Day and time, on your clock')
  await expect.element(field).toHaveValue('2026-11-26T09:30')
  await userEvent.fill(field, '2027-03-28T09:30')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Move' }))
  await expect.element(page.getByText('Moved to March 28, 2027 at 9:30 AM')).toBeVisible()
  // On that day the clocks of Paris have changed.
  const [there, here] = ['2027-03-28T07:30:00.000Z', '2026-11-26T08:30:00.000Z']
  expect(vi.mocked(updatePost).mock.lastCall?.[0].data).toEqual({ id: 'p', publish_at: there, moved_from: here })
  expect(page.getByRole('dialog').elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await vi.waitFor(() =>
    expect(vi.mocked(updatePost).mock.lastCall?.[0].data).toEqual({ id: 'p', publish_at: here, moved_from: there }),
  )
})

it('says in the sheet why a time is refused: it has passed, or the broadcast has gone out meanwhile', async () => {
  vi.mocked(moveBroadcast).mockResolvedValue(refused('not_planned', 409))
  await open()
  await userEvent.click(page.getByRole('button', { name: 'Move: Tonight!' }))
  const save = page.getByRole('dialog').getByRole('button', { name: 'Move' })
  const field = page.getByLabelText('Day and time, on your clock')
  await userEvent.fill(field, '2026-11-24T10:59')
  await userEvent.click(save)
  await expect.element(page.getByText('That moment has already passed.')).toBeVisible()
  expect(vi.mocked(moveBroadcast)).not.toHaveBeenCalled()
  vi.mocked(getCalendar).mockClear()
  await userEvent.fill(field, '2026-11-24T11:01')
  await userEvent.click(save)
  await expect.element(page.getByText(/^This has gone out or ended meanwhile/)).toBeVisible()
  expect(vi.mocked(getCalendar)).toHaveBeenCalled()
})

it('moves what is dragged to the same time of another day, in a week and in a month', async () => {
  await laptop()
  await open()
  await expect.element(page.getByText('Tonight!')).toBeVisible()
  await drag(cardOf('Tonight!'), page.getByRole('listitem').filter({ hasText: 'Saturday, November 28' }).element())
  await expect.element(page.getByText('Moved to November 28, 2026 at 6:00 PM')).toBeVisible()
  expect(vi.mocked(moveBroadcast).mock.lastCall?.[0].data).toEqual({
    ...{ id: 'b', moved_from: '2026-11-26T17:00:00.000Z', send_at: '2026-11-28T17:00:00.000Z' },
  })
  await userEvent.click(page.getByRole('link', { name: 'Month' }))
  await expect.element(page.getByRole('link', { name: 'Monday, November 30' })).toBeVisible()
  const cell = page.getByRole('link', { name: 'Monday, November 30' }).element().closest('td') as Element
  await drag(cardOf('Rehearsal'), cell)
  await expect.element(page.getByText('Moved to November 30, 2026 at 9:30 AM')).toBeVisible()
  expect(vi.mocked(updatePost).mock.lastCall?.[0].data).toMatchObject({ publish_at: '2026-11-30T08:30:00.000Z' })
})

it('moves nothing to a day that is over, and says so; what is over cannot be dragged', async () => {
  await laptop()
  await open()
  await expect.element(page.getByText('Tonight!')).toBeVisible()
  await drag(cardOf('Tonight!'), page.getByRole('listitem').filter({ hasText: 'Monday, November 23' }).element())
  await expect.element(page.getByText('That moment has already passed.')).toBeVisible()
  expect(vi.mocked(moveBroadcast)).not.toHaveBeenCalled()
  expect(page.getByText('Yesterday’s film').element().closest('[draggable=true]')).toBeNull()
})

it('leads from an empty month to planning a post', async () => {
  // A day of the next month, which stands in the same weeks, does not fill it.
  const next = { day: '2026-12-01', items: [item({ at: '2026-12-01T08:30:00.000Z' })], more: 0 }
  vi.mocked(getCalendar).mockResolvedValue(answered({ data: [next] }))
  await phone()
  await open('?view=month')
  await expect.element(page.getByText('Nothing is planned for this month.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Plan a post' }))
    .toHaveAttribute('href', expect.stringContaining('/upload?step=post'))
})

it('is French in French, where a week begins on Monday', async () => {
  overwriteGetLocale(() => 'fr')
  await phone()
  await open('?day=2026-12-01')
  await expect.element(page.getByText('mardi 1er décembre')).toBeVisible()
  expect(asked()).toEqual({ from: '2026-11-30', days: 7, time_zone: 'Europe/Paris' })
  expect(document.body.textContent).not.toMatch(/\b(Week|Month|Today|Nothing)\b/)
})

it('shows the rest of a day by a press', async () => {
  await phone()
  await open()
  const day = page.getByRole('listitem').filter({ hasText: 'Thursday, November 26' })
  const more = day.getByRole('button', { name: 'and 3 more' })
  await expect.element(more).toBeVisible()
  const rest = ['One', 'Two', 'Three'].map((text) => item({ id: text, text }))
  const whole = { day: '2026-11-26', items: [item({}), broadcast, ...rest], more: 0 }
  vi.mocked(getCalendar).mockResolvedValue(answered({ data: [whole] }))
  await userEvent.click(more)
  await expect.element(day.getByText('Three')).toBeVisible()
  expect(asked()).toEqual({ from: '2026-11-26', days: 1, time_zone: 'Europe/Paris' })
  await expect.element(more).not.toBeInTheDocument()
})

it('is readable in the dark, what is dimmed too', async () => {
  document.documentElement.dataset.theme = 'dark'
  await open()
  await expect.element(page.getByText('Rehearsal')).toBeVisible()
  for (const text of ['Yesterday’s film', 'Post, out · Followers · 2 files', 'Rehearsal', 'and 3 more'])
    expect(contrastOf(page.getByText(text).element())).toBeGreaterThan(4.5)
})

it('is closed to an operator without the right to posts, and asks for nothing', async () => {
  vi.mocked(getCalendar).mockClear()
  await open('', signedIn(mina, { acting_as: { target_user: mina, permissions: { can_chat: true } } as never }))
  await expect.element(page.getByText(/@mina/).first()).toBeVisible()
  expect(vi.mocked(getCalendar)).not.toHaveBeenCalled()
})

/** The contrast of a text with what it stands on, by WCAG. */
function contrastOf(element: Element): number {
  const grounds = []
  for (let at: Element | null = element; at !== null; at = at.parentElement)
    grounds.unshift(getComputedStyle(at).backgroundColor)
  const ground = luminance([getComputedStyle(document.documentElement).backgroundColor, ...grounds])
  const ink = luminance([...grounds, getComputedStyle(element).color])
  return (Math.max(ground, ink) + 0.05) / (Math.min(ground, ink) + 0.05)
}

/** Of colours painted one over the other. */
function luminance(colours: readonly string[]): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) throw new Error('no canvas')
  for (const colour of colours) {
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = Array.from(context.getImageData(0, 0, 1, 1).data, (it) => {
    const share = it / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
