import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { chooseInMenu } from '../../../tests/support/choose-in-menu.ts'
import { answered, fiona, mina, post, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import {
  createBookmarkList,
  getBookmarkLists,
  removeBookmarkList,
  sortBookmark,
  updateBookmarkList,
} from '../../server/bookmark-lists.functions.ts'
import { bookmarkPost, getBookmarks } from '../../server/posts.functions.ts'
import { closeSheet, useOpenSheet } from '../../stores/open-sheet.ts'
import { PostBookmarkLists } from '../posts/post-bookmark-lists.tsx'
import { PostCard } from '../posts/post-card.tsx'
import { BookmarksScreen } from './bookmarks-screen.tsx'

const plays = { id: '0190b6a0-0000-7000-8000-0000000000b1', name: 'Plays', bookmarks: 2, has_post: true }
const books = { ...plays, id: '0190b6a0-0000-7000-8000-0000000000b2', name: 'Books', bookmarks: 0, has_post: false }

beforeEach(() => {
  void page.viewport(390, 844)
  vi.mocked(getBookmarks).mockResolvedValue(answered({ data: [post({ text: 'Rehearsal', author: mina })], next: null }))
  vi.mocked(getBookmarkLists).mockResolvedValue(answered({ data: [books, plays], next: null }))
  vi.mocked(sortBookmark)
    .mockReset()
    .mockResolvedValue(answered({ bookmarked: true }))
})

it('shows one list of several, and leads to the others', async () => {
  await renderFor(signedIn(fiona), <BookmarksScreen list={plays.id} />)
  await expect.element(page.getByText('Rehearsal')).toBeVisible()
  expect(vi.mocked(getBookmarks).mock.lastCall?.[0]?.data).toMatchObject({ list: plays.id })
  const lists = page.getByRole('navigation', { name: en.bookmark_lists_label })
  await expect.element(lists.getByRole('link', { name: 'Plays 2' })).toHaveAttribute('aria-current', 'true')
  await expect
    .element(lists.getByRole('link', { name: 'Books 0' }))
    .toHaveAttribute('href', `/bookmarks?list=${books.id}`)
  await expect.element(lists.getByRole('link', { name: en.bookmark_lists_all })).toHaveAttribute('href', '/bookmarks')
})

it('renames a list, and says why a name is refused', async () => {
  vi.mocked(updateBookmarkList).mockResolvedValue(refused('list_exists', 409))
  await renderFor(signedIn(fiona), <BookmarksScreen list={plays.id} />)
  await chooseInMenu('More for the list “Plays”', en.bookmark_lists_rename)
  const field = page.getByRole('textbox', { name: en.bookmark_lists_name })
  await expect.element(field).toHaveValue('Plays')
  await userEvent.fill(field, 'Books')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: en.chat_save }))
  await expect.element(page.getByText(en.refusal_list_exists)).toBeVisible()
  expect(vi.mocked(updateBookmarkList).mock.lastCall?.[0].data).toEqual({ id: plays.id, name: 'Books' })
})

it('deletes a list after a question, and shows all bookmarks', async () => {
  vi.mocked(removeBookmarkList).mockResolvedValue(answered({ ok: true }))
  const { router } = await renderFor(signedIn(fiona), <BookmarksScreen list={plays.id} />)
  await chooseInMenu('More for the list “Plays”', en.bookmark_lists_delete)
  await expect.element(page.getByText(en.bookmark_lists_delete_text)).toBeVisible()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: en.bookmark_lists_delete }))
  await expect.poll(() => router.state.location.href).toBe('/bookmarks')
  expect(vi.mocked(removeBookmarkList).mock.lastCall?.[0].data).toEqual({ id: plays.id })
})

it('puts a post into another list, out of every one, or into a new one', async () => {
  vi.mocked(createBookmarkList).mockResolvedValue(answered({ ...books, name: 'New', has_post: true }))
  await renderFor(signedIn(fiona), <PostBookmarkLists post="p1" onClose={() => undefined} />)
  const asked = () => vi.mocked(sortBookmark).mock.lastCall?.[0].data
  await userEvent.click(page.getByRole('switch', { name: 'Books' }))
  await expect.poll(asked).toEqual({ id: 'p1', list: books.id })
  await userEvent.click(page.getByRole('switch', { name: 'Plays' }))
  await expect.poll(asked).toEqual({ id: 'p1', list: null })
  await userEvent.fill(page.getByRole('textbox', { name: en.bookmark_lists_new }), 'New')
  await userEvent.click(page.getByRole('button', { name: en.bookmark_lists_make }))
  await expect.poll(() => vi.mocked(createBookmarkList).mock.lastCall?.[0].data).toEqual({ name: 'New', post: 'p1' })
})

it('counts a list again when a bookmark is taken back', async () => {
  vi.mocked(getBookmarks).mockResolvedValue(
    answered({ data: [post({ text: 'Rehearsal', author: mina, bookmarked: true })], next: null }),
  )
  vi.mocked(bookmarkPost).mockResolvedValue(answered({ bookmarked: false }))
  await renderFor(signedIn(fiona), <BookmarksScreen list={plays.id} />)
  const lists = page.getByRole('navigation', { name: en.bookmark_lists_label })
  await expect.element(lists.getByRole('link', { name: 'Plays 2' })).toBeVisible()
  vi.mocked(getBookmarkLists).mockResolvedValue(answered({ data: [books, { ...plays, bookmarks: 1 }], next: null }))
  await userEvent.click(page.getByRole('button', { name: en.posts_bookmark, exact: true }))
  await expect.element(lists.getByRole('link', { name: 'Plays 1' })).toBeVisible()
})

it('is offered to authors for their own posts too', async () => {
  await renderFor(signedIn(mina), <PostCard post={post({ text: 'Rehearsal', author: mina, can_edit: true })} />)
  await chooseInMenu(en.posts_menu, en.bookmark_lists_sort)
  await renderFor(signedIn(mina), useOpenSheet.getState().sheet)
  await expect.element(page.getByRole('dialog', { name: en.bookmark_lists_title })).toBeVisible()
  closeSheet()
})
