import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import type { Profile } from '../../../contract/profile.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, photo, post, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getPostsOfUser } from '../../server/posts.functions.ts'
import { usePurchase } from '../../stores/purchase.ts'
import { LightboxHost } from '../lightbox/lightbox-host.tsx'
import { MediaGrid } from './media-grid.tsx'

const lightbox = page.getByRole('dialog', { name: 'Full screen' })
const tiles = page.getByRole('main').getByRole('button', { name: /^Show in full/ })
const tile = (name: string) => page.getByRole('main').getByRole('button', { name: `Show in full: ${name}` })

beforeEach(() => void page.viewport(390, 844))

it('goes through the media of all posts, each once, and tips from within', async () => {
  await open([postOf('1', picture('first')), postOf('2', picture('second'), picture('first'))])
  await expect.element(tiles.nth(1)).toBeVisible()
  expect(tiles.elements()).toHaveLength(2)
  await userEvent.click(tile('Photo: second'))
  await expect.element(lightbox.getByText('2 of 2', { exact: true })).toBeVisible()
  await userEvent.click(lightbox.getByRole('button', { name: 'Send a tip' }))
  expect(usePurchase.getState().purchase).toMatchObject({ kind: 'tip', creator: { id: mina.id }, postId: '2' })
})

it('leads to the post, and Back from there to the grid', async () => {
  const { router } = await open([postOf('1', picture('first'))])
  await userEvent.click(tile('Photo: first'))
  await userEvent.click(lightbox.getByRole('link', { name: /^\d+ comments?$/ }))
  await expect.element(lightbox).not.toBeInTheDocument()
  expect(router.history.location.pathname).toBe('/@mina/1')
  router.history.back()
  await expect.poll(() => router.history.location.pathname).toBe('/@mina')
})

it('offers nothing of this to the creator herself, and no like to a visitor', async () => {
  await open([postOf('1', picture('first'))], signedIn(mina))
  await userEvent.click(tile('Photo: first'))
  await expect.element(lightbox.getByRole('button', { name: /like/ })).toBeVisible()
  await expect.element(lightbox.getByRole('button', { name: 'Send a tip' })).not.toBeInTheDocument()
  await open([postOf('1', picture('first'))], null)
  await userEvent.click(tile('Photo: first'))
  await expect.element(lightbox.getByRole('link', { name: /^\d+ comments?$/ })).toBeVisible()
  await expect.element(lightbox.getByRole('button', { name: /like|tip/ })).not.toBeInTheDocument()
})

it('shows what is locked in a post as one tile with the price of the post, and buys it', async () => {
  const locked = (id: string, type: Media['type']) => photo({ id, type, locked: true, url: null, price: 8 })
  const sold = post({
    id: '1',
    visibility: 'paid',
    price: 8,
    access: { allowed: false, reason: 'locked', offers: ['buy'] },
    media: [locked('a', 'IMAGE'), locked('b', 'IMAGE'), locked('c', 'VIDEO')],
  })
  await open([sold])
  await expect.element(page.getByText('2 photos, 1 video')).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(1)
  await userEvent.click(page.getByRole('button', { name: 'Unlock · €8.00' }))
  expect(usePurchase.getState().purchase).toMatchObject({ creator: { id: mina.id } })
})

it('shows how long a film lasts, and says what is missing in an empty tab', async () => {
  await open([postOf('1', { ...picture('clip'), type: 'VIDEO', duration: 65 }, picture('first'))], undefined, 'VIDEO')
  await expect.element(tile('Video: clip')).toHaveTextContent('1:05')
  expect(tiles.elements()).toHaveLength(1)
  await open([], undefined, 'SOUND')
  await expect.element(page.getByRole('heading', { name: en.profile_sounds_empty })).toBeVisible()
  await expect.element(page.getByText(en.profile_kind_empty_text.replace('{name}', 'Mina'))).toBeVisible()
})

function open(data: Post[], viewer: Profile | null = signedIn(fiona), type: Media['type'] = 'IMAGE') {
  vi.mocked(getPostsOfUser).mockResolvedValue(answered({ data, next: null }))
  return renderFor(
    viewer,
    <>
      <MediaGrid user={mina} type={type} />
      <LightboxHost />
    </>,
  )
}

const picture = (id: string): Media =>
  photo({
    id,
    locked: false,
    description: id,
    url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  })

const postOf = (id: string, ...media: Media[]) => post({ id, media })
