import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Post } from '../../contract/posts.ts'
import { fiona, mina, photo, post, renderFor, signedIn } from '../../tests/support/component.tsx'
import { PostMedia } from '../screens/posts/post-media.tsx'
import { LockedTile } from './locked-tile.tsx'

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

it('says what is behind it, with the price as money in its one button and as coins beside', async () => {
  await page.viewport(390, 844)
  const onUnlock = vi.fn()
  const all = [photo({ preview: dot }), photo({ id: '2' }), photo({ id: '3', type: 'VIDEO', duration: 134 })]
  await renderFor(signedIn(fiona), <LockedTile media={all[0] ?? photo()} all={all} price={4.99} onUnlock={onUnlock} />)
  await expect.element(page.getByText('2 photos, 1 video · 2:14')).toBeVisible()
  await expect.element(page.getByText('4.99 coins', { exact: true })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Unlock · €4.99', exact: true }))
  expect(onUnlock).toHaveBeenCalledOnce()
  expect(page.getByRole('main').element().querySelector('img')?.getAttribute('src')).toBe(dot)
})

it('says who a post is for and how many unlocked it, where enough have', async () => {
  await renderFor(
    signedIn(fiona),
    <PostMedia eager={false} post={paidPost({ visibility: 'subscribers', unlocks: 1214 })} />,
  )
  await expect.element(page.getByText('For subscribers · Unlocked by 1,214 fans')).toBeVisible()
  await renderFor(signedIn(fiona), <PostMedia eager={false} post={paidPost({ unlocks: null })} />)
  await expect.element(page.getByRole('button', { name: 'Unlock · €5.00' })).toBeVisible()
  await expect.element(page.getByText(/Unlocked by/)).not.toBeInTheDocument()
})

it('names the price of the subscription that opens a post, also to a visitor', async () => {
  const offers = { allowed: false, reason: 'subscribers', offers: ['sign_in', 'subscribe'] } satisfies Post['access']
  const forSubscribers = paidPost({ visibility: 'subscribers', price: null, access: offers })
  for (const viewer of [signedIn(fiona), null]) {
    await renderFor(viewer, <PostMedia eager={false} post={forSubscribers} />)
    const act = viewer ? page.getByRole('button', { name: 'Subscribe · €9.99' }) : page.getByText('Subscribe · €9.99')
    await expect.element(act).toBeVisible()
  }
})

const paidPost = (change: Partial<Post>): Post =>
  post({
    author: { ...mina, is_subscribed: false },
    visibility: 'paid',
    price: 5,
    access: { allowed: false, reason: 'paid', offers: ['buy'] },
    media: [photo()],
    commenting: { allowed: false, reason: 'locked' },
    ...change,
  })
