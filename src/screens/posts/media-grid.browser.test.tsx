import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import { fiona, mina, photo, post, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { usePurchase } from '../../stores/purchase.ts'
import { LightboxHost } from '../lightbox/lightbox-host.tsx'
import { MediaGrid } from './media-grid.tsx'
import type { ListQuery } from './post-list.tsx'

const lightbox = page.getByRole('dialog', { name: 'Full screen' })
const tile = (name: string) => page.getByRole('main').getByRole('button', { name: `Show in full: ${name}` })

it('goes through the media of all posts, each once, and tips from within', async () => {
  await open([postOf('1', 'first'), postOf('2', 'second', 'first')])
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Show in full/ })
      .all(),
  ).toHaveLength(3)
  await userEvent.click(tile('Photo: second'))
  await expect.element(lightbox.getByText('2 of 2', { exact: true })).toBeVisible()
  await userEvent.click(lightbox.getByRole('button', { name: 'Send a tip' }))
  expect(usePurchase.getState().purchase).toMatchObject({ kind: 'tip', creator: { id: mina.id }, postId: '2' })
})

it('leads to the post, and Back from there to the grid', async () => {
  const { router } = await open([postOf('1', 'first')])
  await userEvent.click(tile('Photo: first'))
  await userEvent.click(lightbox.getByRole('link', { name: 'The post and its comments' }))
  await expect.element(lightbox).not.toBeInTheDocument()
  expect(router.history.location.pathname).toBe('/@mina/1')
  router.history.back()
  await expect.poll(() => router.history.location.pathname).toBe('/@mina')
})

it('offers nothing of this to the creator herself, and no like to a visitor', async () => {
  await renderFor(signedIn(mina), <Screen posts={[postOf('1', 'first')]} />)
  await userEvent.click(tile('Photo: first'))
  await expect.element(lightbox.getByRole('button', { name: /like/ })).toBeVisible()
  await expect.element(lightbox.getByRole('button', { name: 'Send a tip' })).not.toBeInTheDocument()
  await renderFor(null, <Screen posts={[postOf('1', 'first')]} />)
  await userEvent.click(tile('Photo: first'))
  await expect.element(lightbox.getByRole('link', { name: 'The post and its comments' })).toBeVisible()
  await expect.element(lightbox.getByRole('button', { name: /like|tip/ })).not.toBeInTheDocument()
})

const open = (posts: Post[]) => renderFor(signedIn(fiona), <Screen posts={posts} />)

function Screen({ posts }: { posts: Post[] }) {
  return (
    <>
      <MediaGrid name="mina" posts={posts} list={wholeList} />
      <LightboxHost />
    </>
  )
}

const wholeList: ListQuery = {
  error: null,
  hasNextPage: false,
  isFetchingNextPage: false,
  isRefetching: false,
  fetchNextPage: () => undefined,
  refetch: () => undefined,
}

const picture = (id: string): Media =>
  photo({
    id,
    locked: false,
    description: id,
    url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  })

const postOf = (id: string, ...media: string[]) => post({ id, media: media.map(picture) })
