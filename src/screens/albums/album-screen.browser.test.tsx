import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AlbumPage } from '../../../contract/albums.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, post, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { album } from '../../../tests/support/costly-things.ts'
import {
  addPostToAlbum,
  getAlbum,
  getAlbumChoices,
  getAlbumPosts,
  movePostInAlbum,
  removePostFromAlbum,
} from '../../server/albums.functions.ts'
import { AlbumScreen } from './album-screen.tsx'

const show = (viewer = fiona, change: Partial<AlbumPage> = {}) => {
  vi.mocked(getAlbum).mockResolvedValue(answered({ ...album, creator: mina, can_edit: false, ...change }))
  return renderFor(signedIn(viewer), <AlbumScreen id="a1" />)
}
const posts = [post({ id: 'p1', text: 'First night' }), post({ id: 'p2', text: 'Second night' })]
const takeOut = page.getByRole('button', { name: en.albums_take_out })

beforeEach(() => {
  void page.viewport(390, 844)
  vi.mocked(getAlbumPosts)
    .mockReset()
    .mockResolvedValue(answered({ data: posts, next: null }))
  vi.mocked(movePostInAlbum)
    .mockReset()
    .mockResolvedValue(answered({ ok: true }))
  vi.mocked(addPostToAlbum)
    .mockReset()
    .mockResolvedValue(answered({ ok: true }))
  vi.mocked(removePostFromAlbum)
    .mockReset()
    .mockResolvedValue(answered({ position: 4 }))
})

it('shows whose album it is, what it says and its posts, and nothing of the creator’s to others', async () => {
  await show()
  await expect.element(page.getByRole('heading', { name: 'Summer', level: 1 })).toBeVisible()
  await expect.element(page.getByText('By the sea')).toBeVisible()
  await expect.element(page.getByText('3 posts')).toBeVisible()
  await expect.element(page.getByText('Second night')).toBeInTheDocument()
  await expect.element(takeOut).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: en.albums_add })).not.toBeInTheDocument()
})

it('moves a post, and takes one out, which is undone to its place', async () => {
  await show(mina, { can_edit: true })
  await userEvent.click(page.getByRole('button', { name: en.albums_place }).first())
  await expect.element(page.getByRole('menuitem', { name: en.albums_first })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('menuitem', { name: en.albums_post_down }))
  await expect
    .poll(() => vi.mocked(movePostInAlbum).mock.lastCall?.[0].data)
    .toEqual({ id: 'a1', postId: 'p1', direction: 'down' })
  await userEvent.click(takeOut.nth(1))
  await expect.poll(() => vi.mocked(removePostFromAlbum).mock.lastCall?.[0].data).toEqual({ id: 'a1', postId: 'p2' })
  await userEvent.click(page.getByRole('button', { name: en.ui_undo }))
  await expect
    .poll(() => vi.mocked(addPostToAlbum).mock.lastCall?.[0].data)
    .toEqual({ id: 'a1', postId: 'p2', position: 4 })
})

it('puts posts in from a list of all that are out', async () => {
  vi.mocked(getAlbumPosts).mockResolvedValue(answered({ data: [], next: null }))
  const choices = [
    { post: post({ id: 'p1', text: `${'long '.repeat(40)}end` }), in_album: true },
    { post: post({ id: 'p2', text: '' }), in_album: false },
  ]
  vi.mocked(getAlbumChoices).mockResolvedValue(answered({ data: choices, next: null }))
  await show(mina, { can_edit: true, posts: 0 })
  await expect.element(page.getByText(en.albums_none_out)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: en.albums_add }))
  await expect.element(page.getByRole('switch', { name: /^long .*…$/ })).toBeChecked()
  const without = page.getByRole('switch', { name: en.composer_no_words })
  await expect.element(without).not.toBeChecked()
  await userEvent.click(without)
  await expect.poll(() => vi.mocked(addPostToAlbum).mock.lastCall?.[0].data).toEqual({ id: 'a1', postId: 'p2' })
})

it('says what went wrong, and tries again', async () => {
  vi.mocked(getAlbum).mockResolvedValueOnce(refused('unavailable', 503))
  await renderFor(signedIn(fiona), <AlbumScreen id="a1" />)
  await expect.element(page.getByRole('button', { name: en.ui_retry })).toBeVisible()
})
