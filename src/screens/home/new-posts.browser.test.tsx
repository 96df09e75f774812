import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Post } from '../../../contract/posts.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, post, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { applyEvent } from '../../live/events.ts'
import { feedQuery } from '../../queries/posts.ts'
import { getFeed } from '../../server/posts.functions.ts'
import { NewPosts } from './new-posts.tsx'

const line = page.getByRole('button', { name: en.feed_new_posts })
const pageOf = (...data: Post[]) => ({ data, next: null })

it('offers what a followed creator has just published, and asks for it only when it is pressed', async () => {
  const { queryClient } = await show()
  applyEvent(queryClient, { id: 'e', type: 'new_post', author_id: 'x' })
  await expect.element(line).toBeVisible()
  expect(getFeed).not.toHaveBeenCalled()
  vi.mocked(getFeed).mockResolvedValue(answered(pageOf(post({ id: '2' }), post())))
  await userEvent.click(line)
  await expect.element(line).not.toBeInTheDocument()
  const shown = queryClient.getQueryData(feedQuery('following').queryKey)?.pages[0]?.data
  expect(shown?.map((it) => it.id)).toEqual(['2', '1'])
})

it.each([
  ['says so after a while away when there is something', '2', 1],
  ['is silent after a while away when there is nothing', '1', 0],
])('%s', async (_, newest, shown) => {
  await show()
  vi.mocked(getFeed).mockResolvedValue(answered(pageOf(post({ id: newest }))))
  onTestFinished(() => void vi.restoreAllMocks())
  const now = Date.now()
  look('hidden')
  vi.spyOn(Date, 'now').mockReturnValue(now + 61_000)
  look('visible')
  await expect.poll(() => vi.mocked(getFeed).mock.calls).toEqual([[{ data: { tab: 'following', limit: 1 } }]])
  await expect.poll(() => line.elements().length).toBe(shown)
})

async function show() {
  const rendered = await renderFor(signedIn(fiona), <NewPosts tab="following" />)
  const pages = { pages: [pageOf(post())], pageParams: [undefined] }
  rendered.queryClient.setQueryData(feedQuery('following').queryKey, pages)
  return rendered
}

function look(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
