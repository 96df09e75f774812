import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { create } from 'zustand'
import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import { fiona, photo, post, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { usePurchase } from '../../stores/purchase.ts'
import { PostMedia } from '../posts/post-media.tsx'
import { LightboxHost } from './lightbox-host.tsx'

const lightbox = page.getByRole('dialog', { name: 'Full screen' })
const place = (text: string) => lightbox.getByText(text, { exact: true })
const tile = (name: string) => page.getByRole('button', { name: `Show in full: ${name}` })

it('goes through the media of the post, each whole, and at its largest from close', async () => {
  await open(threePictures)
  await userEvent.click(tile('first'))
  await expect.element(place('1 of 3')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(place('2 of 3')).toBeVisible()
  await userEvent.click(lightbox.getByRole('button', { name: 'Next' }))
  await expect.element(place('3 of 3')).toBeVisible()
  const third = lightbox.getByRole('img', { name: 'third' })
  await expect.element(third).toHaveAttribute('src', pixel('card'))
  await userEvent.click(lightbox.getByRole('button', { name: 'Zoom in' }))
  await userEvent.click(lightbox.getByRole('button', { name: 'Zoom in' }))
  await expect.element(third).toHaveAttribute('src', pixel('full'))
})

it('closes with Back on the same page, and gives the focus back', async () => {
  const { router } = await open(threePictures)
  await userEvent.click(tile('first'))
  await expect.element(place('1 of 3')).toBeVisible()
  history.back()
  await expect.element(lightbox).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/@mina')
  await expect.element(tile('first')).toHaveFocus()
})

it.each(['Escape', 'the button'])('closes with %s, and Back then leaves the page as before', async (way) => {
  await open(threePictures)
  await userEvent.click(tile('second'))
  await expect.element(place('2 of 3')).toBeVisible()
  await (way === 'Escape'
    ? userEvent.keyboard('{Escape}')
    : userEvent.click(lightbox.getByRole('button', { name: 'Close' })))
  await expect.element(lightbox).not.toBeInTheDocument()
  await expect.poll(() => history.state).not.toHaveProperty('overlays')
})

it('sells a locked one from within, and shows it once it is bought', async () => {
  const locked = [picture('first'), photo({ id: 'second', price: 4 })]
  await open(locked, { price: 4, access: { allowed: false, reason: 'locked', offers: ['buy'] } })
  await userEvent.click(tile('first'))
  await userEvent.keyboard('{ArrowRight}')
  const unlock = lightbox.getByRole('button', { name: /^Unlock/ })
  await expect.element(unlock).toHaveTextContent('Unlock · €4.00')
  await userEvent.click(unlock)
  expect(usePurchase.getState().purchase).toMatchObject({
    kind: 'unlock',
    mediaId: 'second',
    within: publicPost.id,
    price: 4,
  })
  show([picture('first'), picture('second')])
  await expect.element(lightbox.getByRole('img', { name: 'second' })).toBeVisible()
  await expect.element(unlock).not.toBeInTheDocument()
})

/** A post of Mina's, as Fiona sees it, with the media that `show` sets. */
async function open(media: Media[], change: Partial<Post> = {}) {
  show(media, change)
  return renderFor(signedIn(fiona), <Screen />)
}

const useShown = create<Pick<Post, 'media'> & Partial<Post>>(() => ({ media: [] }))
const show = (media: Media[], change: Partial<Post> = {}) => useShown.setState({ ...change, media }, true)

function Screen() {
  return (
    <>
      <PostMedia post={{ ...publicPost, ...useShown() }} eager />
      <LightboxHost />
    </>
  )
}

const pixel = (size: string): string =>
  `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7#${size}`

const picture = (id: string): Media =>
  photo({
    id,
    locked: false,
    description: id,
    width: 2560,
    height: 1920,
    small: pixel('small'),
    url: pixel('card'),
    full: pixel('full'),
  })

const threePictures = [picture('first'), picture('second'), picture('third')]

const publicPost = post({ id: '0190b6a0-0000-7000-8000-000000000001' })
