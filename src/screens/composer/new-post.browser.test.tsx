import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { PostDraft } from '../../../contract/posts.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, inVault, mina, post, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getMedia } from '../../server/media.functions.ts'
import { createPost, getPostDraft, savePostDraft } from '../../server/posts.functions.ts'
import { NewPost } from './new-post.tsx'

const nothing: PostDraft = {
  text: '',
  visibility: 'subscribers',
  price: null,
  media_ids: [],
  preview_ids: [],
  publish_at: null,
  expires_at: null,
  comments_for: 'everyone',
}
const left: PostDraft = {
  text: 'Ten minutes of text',
  visibility: 'paid',
  price: 12.5,
  media_ids: ['photo', 'second'],
  preview_ids: ['photo'],
  publish_at: new Date(2199, 11, 24, 18, 0).toISOString(),
  expires_at: new Date(2199, 11, 26, 9, 0).toISOString(),
  comments_for: 'payers',
}
const text = page.getByRole('textbox', { name: 'What do you want to say?' })
const saved = () => vi.mocked(savePostDraft).mock.lastCall?.[0].data
const show = (mediaIds: string[] = [], viewer = signedIn(mina)) => renderFor(viewer, <NewPost mediaIds={mediaIds} />)

beforeEach(() => {
  localStorage.clear()
  vi.mocked(getPostDraft).mockResolvedValue(answered({ draft: null }))
  vi.mocked(savePostDraft).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getMedia).mockImplementation(async ({ data: { id } }) => answered(inVault({ id })))
})

it('brings back everything that was chosen, and is empty again once the post is made', async () => {
  vi.mocked(getPostDraft).mockResolvedValue(answered({ draft: left }))
  vi.mocked(createPost).mockResolvedValue(answered(post()))
  await show()
  await expect.element(text).toHaveValue('Ten minutes of text')
  await userEvent.click(page.getByRole('button', { name: 'Schedule' }))
  await expect.poll(() => vi.mocked(createPost).mock.lastCall?.[0].data).toMatchObject(left)
  await expect.element(text).toHaveValue('')
  expect(savePostDraft).not.toHaveBeenCalled()
})

it('saves each choice at once and the words when the screen is left', async () => {
  await show()
  await userEvent.click(page.getByText('Everyone', { exact: true }))
  await expect.poll(saved).toEqual({ ...nothing, visibility: 'public' })
  await userEvent.fill(text, 'Good morning')
  await cleanup()
  await expect.poll(saved).toEqual({ ...nothing, visibility: 'public', text: 'Good morning' })
})

it('keeps the words that could not be saved in this browser', async () => {
  vi.mocked(savePostDraft).mockResolvedValue(refused('rate_limited', 429))
  await show()
  await userEvent.fill(text, 'Good morning')
  await expect.element(page.getByText('Not saved yet')).toBeVisible()
  expect(localStorage.getItem(`chat_drafts:${mina.id}`)).toContain('Good morning')
})

it('adds the files that were brought along to what was left, and keeps them', async () => {
  vi.mocked(getPostDraft).mockResolvedValue(answered({ draft: { ...nothing, text: 'Before', media_ids: ['old'] } }))
  await show(['old', 'new'])
  await expect.element(text).toHaveValue('Before')
  await expect.poll(saved).toEqual({ ...nothing, text: 'Before', media_ids: ['old', 'new'] })
})

it('does not publish a name that only a broadcast fills, and saves it as a draft', async () => {
  vi.mocked(createPost).mockResolvedValue(answered(post({ draft: true })))
  await show()
  await userEvent.fill(text, 'Good morning {name}')
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await expect.element(publish).toHaveAccessibleDescription(en.composer_name_unfilled)
  await expect.element(publish).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(page.getByRole('button', { name: 'Save as draft' }))
  await expect
    .poll(() => vi.mocked(createPost).mock.lastCall?.[0].data)
    .toMatchObject({ text: 'Good morning {name}', draft: true })
})

it('begins for subscribers where they pay, and for everyone where they do not', async () => {
  await show()
  await expect.element(page.getByRole('radio', { name: 'Subscribers' })).toBeChecked()
  await show([], signedIn({ ...mina, subscription_price: 0 }))
  await expect.element(page.getByRole('radio', { name: 'Everyone' })).toBeChecked()
})

it('warns before everyone sees what fans have paid for, and not where they see it already', async () => {
  vi.mocked(getPostDraft).mockResolvedValue(answered({ draft: { ...nothing, media_ids: ['sold', 'open', 'new'] } }))
  vi.mocked(getMedia).mockImplementation(async ({ data: { id } }) =>
    answered(inVault({ id, is_sold: id !== 'new', is_public: id === 'open' })),
  )
  const warning = page.getByText('1 file was paid for by fans.')
  await show()
  await expect.element(text).toBeVisible()
  await expect.element(warning).not.toBeInTheDocument()
  await userEvent.click(page.getByText('Everyone', { exact: true }))
  await expect.element(warning).toBeVisible()
})
