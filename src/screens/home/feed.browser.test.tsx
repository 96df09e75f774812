import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import type { FeedTab } from '../../lib/feed-tabs.ts'
import { getSuggestions } from '../../server/discovery.functions.ts'
import { getFeed } from '../../server/posts.functions.ts'
import { Feed } from './feed.tsx'

const permissions = {
  can_chat: true,
  can_payment: true,
  can_medias: true,
  can_profile: true,
  can_social: true,
  show_in_analytics: true,
}
const actingForMina = signedIn(mina, { acting_as: { target_user: mina, agency_id: '1', permissions } })
const suggested = page.getByRole('region', { name: en.beside_follow })

it.each([
  ['following', en.feed_empty_following_title],
  ['subscribed', en.feed_empty_subscribed_title],
] as const)('names creators to follow under an empty feed of %s', async (tab, title) => {
  await show(tab, signedIn(fiona))
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(suggested.getByRole('link', { name: /Mina/ })).toHaveAttribute('href', '/@mina')
  await expect.element(suggested.getByRole('button', { name: /Follow/ })).toBeVisible()
})

it.each([
  ['under an empty Discover', 'discover', signedIn(fiona), en.feed_empty_discover_title],
  ['while acting for a creator', 'following', actingForMina, en.feed_empty_following_title],
] as const)('names no creators %s', async (_, tab, viewer, title) => {
  await show(tab, viewer)
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(suggested).not.toBeInTheDocument()
  expect(getSuggestions).not.toHaveBeenCalled()
})

async function show(tab: FeedTab, viewer: Parameters<typeof renderFor>[0]) {
  // On a phone nothing stands beside the feed that names creators too.
  await page.viewport(390, 844)
  vi.mocked(getFeed).mockResolvedValue(answered({ data: [], next: null }))
  const user = { ...mina, is_followed: false, is_subscribed: false }
  vi.mocked(getSuggestions).mockResolvedValue(answered({ data: [{ user, because: null }], next: null }))
  await renderFor(viewer, <Feed tab={tab} />)
}
