import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message } from '../../../contract/chat.ts'
import { fiona, message, mina, photo, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { BubbleMedia, conversationItems, useIsCovered } from './bubble-media.tsx'

it.each([
  ['For sale:', { sold: false }],
  ['Sold for:', { sold: true }],
])('says %s to who sent it', async (label, facts) => {
  const sender = { id: mina.id, username: mina.username }
  const media = [photo({ locked: false, url: '/media/1/card?v=u' })]
  const sent = message({ sender, receiver_id: fiona.id, type: 'media', media, price: 15, ...facts })
  await renderFor(signedIn(mina), <BubbleMedia message={sent} other={fiona} />)
  await expect.element(page.getByText(label)).toHaveTextContent(/15/)
})

it('covers a picture from a fan until the creator shows it, and looks through none that is covered', async () => {
  const media = [photo({ id: 'a', locked: false, url: onePixel }), photo({ id: 'b', locked: false, url: onePixel })]
  const received = message({ sender: { id: fiona.id, username: 'fiona' }, receiver_id: mina.id, type: 'media', media })
  await renderFor(signedIn(mina), <Conversation received={received} />)
  const covered = page.getByRole('button', { name: 'Picture from @fiona: show it' })
  await expect.element(covered.first()).toBeVisible()
  expect(covered.elements()).toHaveLength(2)
  expect(page.getByRole('img', { name: 'From @fiona' }).elements()).toHaveLength(0)
  expect(looked()).toBe('')
  await userEvent.click(covered.last())
  await expect.element(page.getByRole('img', { name: 'From @fiona' })).toBeVisible()
  expect([covered.elements().length, looked()]).toEqual([1, 'b'])
})

it.each([
  ['a creator’s picture from the fan who reads it', signedIn(fiona), mina, mina],
  ['their own from the fan who sent it', signedIn(fiona), fiona, mina],
  ['their own from the creator who sent it', signedIn(mina), mina, fiona],
])('does not cover %s', async (_, viewer, author, other) => {
  const media = [photo({ locked: false, url: onePixel })]
  const sent = message({ sender: { id: author.id, username: author.username }, type: 'media', media })
  await renderFor(viewer, <BubbleMedia message={sent} other={other} />)
  await expect.element(page.getByRole('img', { name: /^From/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /show it$/ })).not.toBeInTheDocument()
})

it('does not cover a voice note', async () => {
  const media = [photo({ type: 'SOUND', locked: false, url: onePixel })]
  const received = message({ sender: { id: fiona.id, username: 'fiona' }, receiver_id: mina.id, type: 'media', media })
  await renderFor(signedIn(mina), <BubbleMedia message={received} other={fiona} />)
  await expect.element(page.getByRole('button', { name: /show it$/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Play/ })).toBeVisible()
})

/** A message, and which of its media can be looked through in full. */
function Conversation({ received }: { received: Message }) {
  const isCovered = useIsCovered(fiona)
  const items = conversationItems([received], fiona, { canBuy: false, onBought: () => undefined, isCovered })
  return (
    <>
      <BubbleMedia message={received} other={fiona} />
      <output aria-label="Looked through">{items.map((it) => it.media.id).join()}</output>
    </>
  )
}
const looked = () => page.getByRole('status', { name: 'Looked through' }).element().textContent
const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
