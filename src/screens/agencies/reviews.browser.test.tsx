import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Agency } from '../../../contract/agency-shapes.ts'
import type { QueuedConversation, Review, SupervisedMessage } from '../../../contract/reviews.ts'
import { answered, fiona, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { agency, operator } from '../../../tests/support/costly-things.ts'
import type { AgencyState } from '../../lib/agency-tabs.ts'
import { getAgency } from '../../server/agencies.functions.ts'
import {
  getReviewConversation,
  getReviewQueue,
  getReviews,
  putReview,
  removeReview,
} from '../../server/reviews.functions.ts'
import { AgencyScreen } from './agency-screen.tsx'

const at = '2026-03-02T12:00:00.000Z'
const lou = { ...fiona, id: 'lou', username: 'lou', display_name: 'Lou' }
const noor = { ...fiona, id: 'noor', username: 'noor', display_name: 'Noor' }
const own = { id: 'mine', user: noor, role: 'supervisor' as const }
const supervised: Agency = { ...agency, role: 'supervisor', members: [operator, own] }
const queued: QueuedConversation = {
  ...{ creator: mina, fan: lou, message_id: 'second', text: 'See you tonight', at, is_reviewed: false },
}
const line: SupervisedMessage = {
  ...{ id: 'second', from: 'team', operator: operator.user, text: 'See you tonight', media: 0, price: null },
  ...{ tip: null, deleted: false, at, may_review: true, review: null },
}
const first = { ...line, id: 'first', text: 'Good evening', media: 2 }
const asked = { ...line, id: 'asked', from: 'fan' as const, operator: null, text: 'Are you there?', may_review: false }
const review: Review = {
  ...{ id: 'review', message_id: 'second', operator: operator.user, creator: mina, author: noor, score: 4 },
  ...{ comment: 'Warm, and quick', created_at: at, changed_at: null },
  about: { fan: lou, text: 'See you tonight', at },
}

beforeEach(() => {
  vi.mocked(getAgency).mockResolvedValue(answered(supervised))
  vi.mocked(getReviewQueue).mockResolvedValue(answered({ data: [queued], next: null }))
  vi.mocked(getReviewConversation).mockResolvedValue(answered({ data: [line, asked, first], next: null }))
  vi.mocked(getReviews).mockResolvedValue(answered({ data: [review], next: null }))
  vi.mocked(putReview).mockResolvedValue(answered({ id: 'review' }))
  vi.mocked(removeReview).mockResolvedValue(answered({ ok: true }))
})

const show = (state: AgencyState = {}, who: Parameters<typeof signedIn>[0] = noor) =>
  renderFor(signedIn(who), <AgencyScreen id="agency" state={{ tab: 'reviews', ...state }} />)
const lastOf = (mock: { mock: { lastCall?: unknown[] | undefined } }) => mock.mock.lastCall?.[0]

it('opens a conversation to review, and sends score and words about the latest message', async () => {
  await show()
  await userEvent.click(page.getByRole('button', { name: /Lou/ }))
  await expect.element(page.getByText('Mina sees in their log that you read this', { exact: false })).toBeVisible()
  await userEvent.click(page.getByRole('radio', { name: '2 of 5' }))
  await userEvent.fill(page.getByRole('textbox'), 'Ask how the day was.')
  await userEvent.click(page.getByRole('button', { name: 'Save review' }))
  await expect.element(page.getByText('The review is saved')).toBeVisible()
  expect(lastOf(vi.mocked(putReview))).toEqual({
    data: { id: 'agency', message_id: 'second', score: 2, comment: 'Ask how the day was.' },
  })
})

it('reviews another message of an operator that is chosen, and none of the fan', async () => {
  await show()
  await userEvent.click(page.getByRole('button', { name: /Lou/ }))
  await userEvent.click(page.getByRole('button', { name: 'Good evening' }))
  await expect.element(page.getByText('Media: 2')).toBeVisible()
  expect(page.getByRole('button', { name: 'Are you there?' }).elements()).toEqual([])
  await userEvent.click(page.getByRole('radio', { name: '5 of 5' }))
  await userEvent.click(page.getByRole('button', { name: 'Save review' }))
  await expect.poll(() => lastOf(vi.mocked(putReview))).toMatchObject({ data: { message_id: 'first', score: 5 } })
})

it('keeps score and words when saving fails, and says why', async () => {
  vi.mocked(putReview).mockResolvedValue(refused('forbidden', 403))
  await show()
  await userEvent.click(page.getByRole('button', { name: /Lou/ }))
  await userEvent.fill(page.getByRole('textbox'), 'Not lost')
  await userEvent.click(page.getByRole('radio', { name: '3 of 5' }))
  await userEvent.click(page.getByRole('button', { name: 'Save review' }))
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expect.element(page.getByRole('textbox')).toHaveValue('Not lost')
})

it('asks before a supervisor deletes their review', async () => {
  await show({ list: 'given' })
  await userEvent.click(page.getByRole('button', { name: 'More' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Delete review' }))
  await expect.element(page.getByText('Your score and your words are gone for you and for Fiona.')).toBeVisible()
  expect(removeReview).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Delete review' }))
  await expect.poll(() => lastOf(vi.mocked(removeReview))).toEqual({ data: { id: 'agency', reviewId: 'review' } })
})

it('shows an operator their own reviews alone, with nothing to change', async () => {
  vi.mocked(getAgency).mockResolvedValue(answered({ ...supervised, role: 'operator', my_member_id: operator.id }))
  await show({}, fiona)
  await expect.element(page.getByText('Warm, and quick')).toBeVisible()
  await expect.element(page.getByText('4 of 5')).toBeVisible()
  expect(page.getByRole('button', { name: 'More' }).elements()).toEqual([])
  expect(getReviewQueue).not.toHaveBeenCalled()
})

it('says that a conversation is closed to an operator whose access has ended', async () => {
  vi.mocked(getAgency).mockResolvedValue(answered({ ...supervised, role: 'operator', my_member_id: operator.id }))
  vi.mocked(getReviews).mockResolvedValue(answered({ data: [{ ...review, about: null }], next: null }))
  await show({}, fiona)
  await expect.element(page.getByText('You may not read this conversation any more.')).toBeVisible()
  await expect.element(page.getByText('Warm, and quick')).toBeVisible()
})

it('fits a phone', async () => {
  await page.viewport(390, 844)
  await show()
  await expect.element(page.getByText('See you tonight')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1024, 768)
})
