import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { chooseInMenu } from '../../../tests/support/choose-in-menu.ts'
import { answered, mina, post, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { album } from '../../../tests/support/costly-things.ts'
import { addPostToAlbum, createAlbum, getOwnAlbums, removePostFromAlbum } from '../../server/albums.functions.ts'
import { PostCard } from './post-card.tsx'

const open = async () => {
  await renderFor(signedIn(mina), <PostCard post={post({ text: 'Rehearsal', can_edit: true })} />)
  // Before its code has come, the button is that of other people's posts.
  await vi.dynamicImportSettled()
  await chooseInMenu(en.posts_menu, en.albums_of_post)
}

beforeEach(() => {
  void page.viewport(390, 844)
  vi.mocked(addPostToAlbum)
    .mockReset()
    .mockResolvedValue(answered({ ok: true }))
  vi.mocked(removePostFromAlbum)
    .mockReset()
    .mockResolvedValue(answered({ position: 4 }))
})

it('puts a post into an album and takes it out of another, from its own menu', async () => {
  const albums = [
    { id: 'a1', name: 'Summer', posts: 3, has_post: true },
    { id: 'a2', name: 'Winter', posts: 0, has_post: false },
  ]
  vi.mocked(getOwnAlbums).mockResolvedValue(answered({ data: albums, next: null }))
  await open()
  await userEvent.click(page.getByRole('switch', { name: 'Winter' }))
  await expect.poll(() => vi.mocked(addPostToAlbum).mock.lastCall?.[0].data).toEqual({ id: 'a2', postId: '1' })
  await userEvent.click(page.getByRole('switch', { name: 'Summer' }))
  await expect.poll(() => vi.mocked(removePostFromAlbum).mock.lastCall?.[0].data).toEqual({ id: 'a1', postId: '1' })
})

it('makes the first album with the post in it', async () => {
  vi.mocked(getOwnAlbums).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(createAlbum).mockResolvedValue(answered({ ...album, creator: mina, can_edit: true }))
  await open()
  await expect.element(page.getByText(en.albums_of_post_none)).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: en.albums_new }), 'Summer')
  await userEvent.click(page.getByRole('button', { name: en.albums_make }))
  await expect.poll(() => vi.mocked(createAlbum).mock.lastCall?.[0].data).toEqual({ name: 'Summer', post: '1' })
  await expect.element(page.getByRole('textbox', { name: en.albums_new })).toHaveValue('')
})
