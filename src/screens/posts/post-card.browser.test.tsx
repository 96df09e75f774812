import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Post } from '../../../contract/posts.ts'
import type { Profile } from '../../../contract/profile.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, photo, post, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { likePost } from '../../server/posts.functions.ts'
import { LightboxHost } from '../lightbox/lightbox-host.tsx'
import { PostCard } from './post-card.tsx'

const card = page.getByRole('article')
const lightbox = page.getByRole('dialog', { name: en.lightbox_title })
const pictures = card.getByRole('button', { name: /^Show in full/ })

beforeEach(() => void page.viewport(390, 844))

it('opens the post from anywhere on the card, and by Enter on it', async () => {
  for (const open of [
    () => userEvent.click(card.getByText('Doors at nine')),
    () => {
      card.element().focus()
      return userEvent.keyboard('{Enter}')
    },
  ]) {
    const { router } = await show({ text: 'Doors at nine' })
    await open()
    await expect.poll(() => router.history.location.pathname).toBe('/@mina/1')
  }
})

it('leaves buttons, links and marked words alone, and leads nowhere on the page of the post', async () => {
  vi.mocked(likePost).mockResolvedValue(answered({ liked: true, likes: 1 }))
  const { router } = await show({ text: 'With @alice.\nDoors at nine' })
  await userEvent.click(card.getByRole('button', { name: '0 likes' }))
  const words = card.getByText('Doors at nine').element()
  getSelection()?.selectAllChildren(words)
  words.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await vi.dynamicImportSettled()
  expect(router.history.location.pathname).toBe('/@mina')
  getSelection()?.removeAllRanges()
  await userEvent.click(card.getByRole('link', { name: '@alice', exact: true }))
  await expect.poll(() => router.history.location.pathname).toBe('/@alice')
  const page = await show({ text: 'Doors at nine' }, { isPage: true })
  await userEvent.click(card.getByText('Doors at nine'))
  await vi.dynamicImportSettled()
  expect(page.router.history.location.pathname).toBe('/@mina')
})

it('makes links of names, tags and addresses, and of nothing else', async () => {
  await show({ text: 'By @alice #night https://a.example/x javascript:alert(1) <a href="/x">x</a>' })
  // The code of links comes with the first touch or key of a visit.
  await userEvent.keyboard('{Shift}')
  const links = card.getByText('By @alice').getByRole('link')
  await expect.element(links.first()).toBeVisible()
  expect(links.elements().map((it) => it.getAttribute('href'))).toEqual([
    '/@alice',
    '/search?type=posts&q=%23night',
    'https://a.example/x',
  ])
  expect(links.last().element()).toHaveAttribute('rel', 'noopener nofollow ugc')
})

it('likes by a second tap on a picture, and opens it by one', async () => {
  vi.mocked(likePost).mockResolvedValue(answered({ liked: true, likes: 1 }))
  await show({ media: [picture('a')] })
  tap(pictures.element())
  tap(pictures.element())
  await expect.poll(() => document.querySelector('.heart-burst')).not.toBeNull()
  await expect.poll(() => vi.mocked(likePost).mock.calls.length).toBe(1)
  await expect.poll(() => document.querySelector('.heart-burst')).toBeNull()
  expect(lightbox.elements()).toEqual([])
  tap(pictures.element())
  await expect.element(lightbox).toBeVisible()
  expect(likePost).toHaveBeenCalledTimes(1)
})

it('takes no like back by a second tap', async () => {
  await show({ media: [picture('a')], liked: true })
  tap(pictures.element())
  tap(pictures.element())
  await expect.poll(() => document.querySelector('.heart-burst')).not.toBeNull()
  expect(likePost).not.toHaveBeenCalled()
})

it('shows several pictures side by side, with where one is and arrows for a mouse', async () => {
  await show({ media: [picture('a'), picture('b'), picture('c')] })
  await expect.element(card.getByText('1/3')).toBeVisible()
  expect(card.getByRole('listitem').elements()).toHaveLength(3)
  await userEvent.click(card.getByRole('button', { name: en.lightbox_next }))
  await expect.element(card.getByText('2/3')).toBeVisible()
  await userEvent.click(card.getByRole('button', { name: en.lightbox_previous }))
  await expect.element(card.getByText('1/3')).toBeVisible()
})

it('has no strip for one picture, and the locked ones stay in sight under it', async () => {
  await show({ media: [picture('a'), photo({ id: 'b', price: 5 })], price: 5, visibility: 'paid' })
  await expect.element(pictures).toBeVisible()
  await expect.element(card.getByText(en.ui_locked).first()).toBeVisible()
  expect(card.getByText('1/2').elements()).toEqual([])
})

it.each<[what: string, change: Partial<Post>, facts: string]>([
  ['a paid post', { visibility: 'paid', price: 12.5, unlocks: 3 }, 'Buyers only · €12.503 sales'],
  [
    'a paid post that sells nothing yet',
    { visibility: 'paid', price: 12.5, unlocks: 0 },
    'Buyers only · €12.500 sales',
  ],
  ['a free one', { visibility: 'followers', unlocks: 0 }, 'Followers'],
])('tells the author of %s for whom it is, its price and its sales', async (_, change, facts) => {
  await show({ ...change, can_edit: true })
  await expect.poll(() => card.element().querySelector('header')?.textContent).toContain(facts)
})

it('tells no one else of its sales', async () => {
  await show({ visibility: 'paid', price: 12.5, unlocks: 30 })
  await expect.element(card).toBeVisible()
  expect(card.element().querySelector('header')?.textContent).not.toContain('sales')
})

const show = (change: Partial<Post>, { isPage = false, viewer = signedIn(fiona) as Profile | null } = {}) =>
  renderFor(
    viewer,
    <>
      <PostCard post={post(change)} isPage={isPage} />
      <LightboxHost />
    </>,
  )

const tap = (element: Element) =>
  void element.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' }))

const picture = (id: string) =>
  photo({
    id,
    locked: false,
    description: id,
    url: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  })
