import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Post } from '../../../contract/posts.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { usePurchase } from '../../stores/purchase.ts'
import { PostActions } from './post-actions.tsx'

const post = {
  id: '0190b6a0-0000-7000-8000-0000000000bb',
  author: { ...mina, is_creator: true },
  likes: 1,
  comments: 0,
}
const actions = (viewer: Parameters<typeof renderFor>[0]) =>
  renderFor(viewer, <PostActions post={{ ...post, liked: false, bookmarked: false } as unknown as Post} />)
const tip = () => page.getByRole('button', { name: en.profile_tip })
const share = () => page.getByRole('button', { name: en.posts_share })
afterEach(() => void Reflect.deleteProperty(navigator, 'share'))

it('opens a tip for the post, in which its author is named', async () => {
  await actions(signedIn(fiona))
  await userEvent.click(tip())
  expect(usePurchase.getState().purchase).toMatchObject({ kind: 'tip', postId: post.id, creator: { id: mina.id } })
})

it('offers no tip to the author or to a visitor', async () => {
  for (const viewer of [signedIn({ ...fiona, id: mina.id }), null]) {
    await actions(viewer)
    await expect.element(share()).toBeVisible()
    expect(tip().elements()).toEqual([])
  }
})

it('hands the address alone to the share sheet, and its refusal is no failure', async () => {
  const shared = vi.fn().mockRejectedValue(new DOMException('', 'AbortError'))
  Object.defineProperty(navigator, 'share', { value: shared, configurable: true })
  await actions(null)
  await userEvent.click(share())
  await vi.waitFor(() => expect(shared).toHaveBeenCalledWith({ url: `${location.origin}/@mina/${post.id}` }))
})

it('puts the address on the clipboard where there is no share sheet', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await actions(null)
  await userEvent.click(share())
  await expect.element(page.getByText(en.posts_link_copied)).toBeVisible()
  expect(write).toHaveBeenCalledWith(`${location.origin}/@mina/${post.id}`)
})
