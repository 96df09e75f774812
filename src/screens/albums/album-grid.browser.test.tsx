import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Album } from '../../../contract/albums.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { chooseInMenu } from '../../../tests/support/choose-in-menu.ts'
import { answered, fiona, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { album } from '../../../tests/support/costly-things.ts'
import { createAlbum, getAlbumsOfUser, moveAlbum, updateAlbum } from '../../server/albums.functions.ts'
import { AlbumGrid } from './album-grid.tsx'

const blur = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
const own = { ...mina, is_self: true }
const show = (albums: Album[], viewer = fiona, user = mina) => {
  vi.mocked(getAlbumsOfUser).mockResolvedValue(answered({ data: albums, next: null }))
  return renderFor(signedIn(viewer), <AlbumGrid user={user} />)
}
const inMenu = (item: string) => chooseInMenu('More about Summer', item)

beforeEach(() => {
  void page.viewport(390, 844)
  vi.mocked(moveAlbum)
    .mockReset()
    .mockResolvedValue(answered({ ok: true }))
  vi.mocked(updateAlbum)
    .mockReset()
    .mockResolvedValue(answered({ ok: true }))
})

it('shows each album with its number of posts, and a blur with a lock where the viewer may not see the cover', async () => {
  const locked = { locked: true, url: null, preview: blur, focal: null }
  await show([album, { ...album, id: 'a2', name: 'Winter', posts: 1, cover: locked }])
  const first = page.getByRole('link', { name: 'Summer' })
  await expect.element(first).toHaveAttribute('href', '/@mina/albums/a1')
  await expect.element(first).toHaveTextContent('3 posts')
  const second = page.getByRole('link', { name: 'Winter' })
  await expect.element(second).toHaveTextContent('1 post')
  await expect.element(second.getByText(en.ui_locked)).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: en.albums_new })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'More about Summer' })).not.toBeInTheDocument()
})

it('says that there is none, and to the creator what an album is for', async () => {
  await show([])
  await expect.element(page.getByRole('heading', { name: en.albums_empty_title })).toBeVisible()
  await show([], mina, own)
  await expect.element(page.getByRole('heading', { name: en.albums_empty_own_title })).toBeVisible()
})

it('makes the first album and goes to its page', async () => {
  const made = { ...album, creator: mina, can_edit: true }
  vi.mocked(createAlbum).mockResolvedValueOnce(refused('too_many_albums', 409)).mockResolvedValue(answered(made))
  const { router } = await show([], mina, own)
  await userEvent.click(page.getByRole('button', { name: en.albums_new }))
  await userEvent.fill(page.getByRole('textbox', { name: en.albums_name }), ' Summer ')
  await userEvent.fill(page.getByRole('textbox', { name: en.albums_description }), 'By the sea')
  await userEvent.click(page.getByRole('button', { name: en.albums_make }))
  await expect.element(page.getByText(en.refusal_too_many_albums).first()).toBeVisible()
  vi.mocked(getAlbumsOfUser).mockResolvedValue(answered({ data: [album], next: null }))
  await userEvent.click(page.getByRole('button', { name: en.albums_make }))
  await expect.poll(() => router.state.location.pathname).toBe('/@mina/albums/a1')
  expect(vi.mocked(createAlbum).mock.lastCall?.[0].data).toEqual({ name: 'Summer', description: 'By the sea' })
})

it('lets the creator rename an album and move it among the others', async () => {
  await show([album], mina, own)
  await inMenu(en.albums_up)
  await inMenu(en.albums_first)
  await expect
    .poll(() => vi.mocked(moveAlbum).mock.calls.map(([call]) => call.data))
    .toEqual([
      { id: 'a1', direction: 'up' },
      { id: 'a1', direction: 'first' },
    ])
  await inMenu(en.albums_edit)
  await userEvent.fill(page.getByRole('textbox', { name: en.albums_name }), 'Summer 2026')
  await userEvent.click(page.getByRole('button', { name: en.chat_save }))
  await expect
    .poll(() => vi.mocked(updateAlbum).mock.lastCall?.[0].data)
    .toEqual({ id: 'a1', name: 'Summer 2026', description: 'By the sea' })
})
