import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Post } from '../../../contract/posts.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { addComment } from '../../server/posts.functions.ts'
import { CommentForm } from './comment-form.tsx'

const post = { id: 'p', comments: 0 } as Post

it('sends a comment once, however often Send is clicked, and again after a refusal', async () => {
  const first = Promise.withResolvers<Awaited<ReturnType<typeof addComment>>>()
  vi.mocked(addComment)
    .mockReturnValueOnce(first.promise)
    .mockResolvedValue(answered({} as never))
  await renderFor(signedIn(fiona), <CommentForm post={post} answered={null} onEnd={() => undefined} />)
  const field = page.getByLabelText(en.posts_comment_write)
  const send = page.getByRole('button', { name: en.posts_comment_send })
  await userEvent.fill(field, 'lovely')
  await userEvent.dblClick(send)
  first.resolve(refused('rate_limited', 429))
  await expect.element(send).not.toHaveAttribute('aria-busy', 'true')
  expect(addComment).toHaveBeenCalledTimes(1)
  await expect.element(field).toHaveValue('lovely')
  await userEvent.click(send)
  await expect.element(field).toHaveValue('')
  expect(addComment).toHaveBeenCalledTimes(2)
})

it('stops growing with a long comment, which scrolls, and keeps Send in sight', async () => {
  await page.viewport(390, 500)
  await renderFor(signedIn(fiona), <CommentForm post={post} answered={null} onEnd={() => undefined} />)
  const field = page.getByLabelText(en.posts_comment_write)
  await userEvent.fill(field, 'lovely\n'.repeat(60))
  const { scrollHeight, clientHeight } = field.element()
  expect(clientHeight).toBeLessThan(200)
  expect(scrollHeight).toBeGreaterThan(clientHeight)
  await expect.element(page.getByRole('button', { name: en.posts_comment_send })).toBeInViewport()
})

it('keeps a comment that was not sent, until it is', async () => {
  vi.mocked(addComment).mockResolvedValue(answered({} as never))
  const field = page.getByLabelText(en.posts_comment_write)
  await renderFor(signedIn(fiona), <CommentForm post={post} answered={null} onEnd={() => undefined} />)
  await userEvent.fill(field, 'half a comment')
  expect(localStorage.getItem(`chat_drafts:${fiona.id}`)).toContain('half a comment')
  await userEvent.click(page.getByRole('button', { name: en.posts_comment_send }))
  await expect.element(field).toHaveValue('')
  expect(localStorage.getItem(`chat_drafts:${fiona.id}`)).not.toContain('half a comment')
})
