import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answered, mina, photo, post, refused, renderFor } from '../../../tests/support/component.tsx'
import { getSearchResults } from '../../server/search.functions.ts'
import { getFeatured } from '../../server/users.functions.ts'
import { HomeScreen } from './home-screen.tsx'

beforeEach(() => {
  vi.mocked(getFeatured).mockResolvedValue(answered({ data: [mina], next: null }))
})

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const posts = ['One', 'Two', 'Three'].map((text, at) =>
  post({
    id: `p${at}`,
    text,
    author: { ...mina, username: `creator${at}` },
    media: [photo({ id: `m${at}`, locked: false, url: pixel })],
  }),
)

it('shows what everyone may see, the first as an example of unlocking', async () => {
  vi.mocked(getSearchResults).mockResolvedValue(answered({ data: posts, next: null }))
  await renderFor(null, <HomeScreen tab="following" />)
  const example = page.getByRole('region', { name: 'Locked, until it is yours' })
  await expect.element(example.getByRole('link', { name: '@creator0' })).toHaveAttribute('href', '/@creator0/p0')
  // What looks locked is an ornament; the picture is there for everyone.
  expect(example.getByRole('img').elements()).toHaveLength(1)
  const wall = page.getByRole('region', { name: 'Open to everyone' })
  await expect.element(wall.getByRole('link', { name: /Two/ })).toHaveAttribute('href', '/@creator1/p1')
  expect(wall.getByRole('link').elements()).toHaveLength(2)
})

it('is whole without an answer about posts', async () => {
  vi.mocked(getSearchResults).mockResolvedValue(refused('unavailable', 503))
  await renderFor(null, <HomeScreen tab="following" />)
  await expect.element(page.getByRole('link', { name: /@mina/ })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Where your money goes' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Open to everyone' })).not.toBeInTheDocument()
})
