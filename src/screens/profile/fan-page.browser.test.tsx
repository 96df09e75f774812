import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Subscription } from '../../../contract/subscriptions.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getSubscriptions } from '../../server/subscriptions.functions.ts'
import { getFollowing } from '../../server/users.functions.ts'
import { ProfilePosts } from './profile-posts.tsx'

const subscription: Subscription = {
  id: '1',
  creator: mina,
  status: 'active',
  price: 9.99,
  next_price: 9.99,
  consent_price: null,
  started_at: '2026-01-01T00:00:00.000Z',
  active_until: '2026-12-01T12:00:00.000Z',
  renews: true,
  bundle_until: null,
  extendable: false,
  month: { posts: 12, media: 31 },
}

beforeEach(() => {
  vi.mocked(getSubscriptions).mockResolvedValue(answered({ data: [subscription], next: null }))
  vi.mocked(getFollowing).mockResolvedValue(answered({ data: [mina], next: null }))
})

const show = () =>
  renderFor(signedIn(fiona), <ProfilePosts user={{ ...fiona, is_self: true }} tab={undefined} offer={undefined} />)

it('shows a fan what is theirs instead of an empty creator page', async () => {
  await show()
  const subscriptions = page.getByRole('region', { name: en.title_subscriptions })
  await expect.element(subscriptions.getByRole('link', { name: /Mina/ })).toHaveAttribute('href', '/@mina')
  await expect.element(subscriptions.getByText(/Renews on/)).toBeVisible()
  await expect.element(page.getByRole('region', { name: en.subscriptions_following })).toBeVisible()
  const yours = page.getByRole('navigation', { name: en.me_yours })
  const hrefs = yours
    .getByRole('link')
    .elements()
    .map((it) => it.getAttribute('href'))
  expect(hrefs).toEqual([
    '/settings/payments',
    '/settings/unlocked',
    '/bookmarks',
    '/notifications',
    '/settings/referral',
    '/settings',
    '/creator',
  ])
  await expect.element(yours.getByText('€20.00')).toBeVisible()
})

it('leads a fan without subscriptions to creators', async () => {
  vi.mocked(getSubscriptions).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getFollowing).mockResolvedValue(answered({ data: [], next: null }))
  await show()
  await expect.element(page.getByRole('link', { name: en.feed_go_discover })).toHaveAttribute('href', '/search')
  expect(page.getByRole('region', { name: en.subscriptions_following }).elements()).toEqual([])
})
