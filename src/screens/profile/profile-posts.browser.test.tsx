import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { profileTab } from '../../lib/profile-tabs.ts'
import { getAlbumsOfUser } from '../../server/albums.functions.ts'
import { getPostsOfUser } from '../../server/posts.functions.ts'
import { ProfilePosts } from './profile-posts.tsx'

const user = { ...mina, counts: { posts: 7, followers: 1 }, media_counts: { photos: 12, videos: 0, sounds: 2 } }
const names = () =>
  page
    .getByRole('navigation', { name: en.profile_tabs })
    .getByRole('link')
    .elements()
    .map((it) => it.textContent)

it('has a tab with its number for each kind that there is, and for the one that was asked for', async () => {
  vi.mocked(getPostsOfUser).mockResolvedValue(answered({ data: [], next: null }))
  await renderFor(signedIn(fiona), <ProfilePosts user={user} tab="photos" offer="TRIAL" />)
  await expect.element(page.getByRole('heading', { name: en.profile_photos_empty })).toBeVisible()
  expect(names()).toEqual(['Posts7', 'Photos12', 'Sounds2'])
  const tab = (name: string) => page.getByRole('link', { name })
  await expect.element(tab('Photos')).toHaveAttribute('aria-current', 'page')
  await expect.element(tab('Sounds')).toHaveAttribute('href', '/@mina?offer=TRIAL&tab=sounds')
  await expect.element(tab('Posts')).toHaveAttribute('href', '/@mina?offer=TRIAL')
  expect(vi.mocked(getPostsOfUser).mock.calls.map(([call]) => call?.data.with)).toEqual(['IMAGE'])
  await renderFor(signedIn(fiona), <ProfilePosts user={user} tab="videos" offer={undefined} />)
  await expect.element(page.getByRole('heading', { name: en.profile_videos_empty })).toBeVisible()
  expect(names()).toEqual(['Posts7', 'Photos12', 'Videos0', 'Sounds2'])
})

it('has no tabs without media, and ignores a tab that does not exist', async () => {
  vi.mocked(getPostsOfUser).mockResolvedValue(answered({ data: [], next: null }))
  await renderFor(signedIn(fiona), <ProfilePosts user={mina} tab={profileTab('films')} offer={undefined} />)
  await expect.element(page.getByRole('heading', { name: en.profile_empty_title })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

it('has the albums in a tab where one shows something, and for their creator always', async () => {
  vi.mocked(getPostsOfUser).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getAlbumsOfUser).mockResolvedValue(answered({ data: [], next: null }))
  await renderFor(signedIn(fiona), <ProfilePosts user={{ ...user, albums: 2 }} tab="albums" offer={undefined} />)
  await expect.element(page.getByRole('heading', { name: en.albums_empty_title })).toBeVisible()
  expect(names()).toEqual(['Posts7', 'Photos12', 'Sounds2', 'Albums2'])
  await renderFor(signedIn(mina), <ProfilePosts user={{ ...mina, is_self: true }} tab={undefined} offer={undefined} />)
  await expect.element(page.getByRole('heading', { name: en.profile_empty_own_title })).toBeVisible()
  expect(names()).toEqual(['Posts1', 'Albums0'])
})
