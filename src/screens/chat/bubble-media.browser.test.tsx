import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fiona, message, mina, photo, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { BubbleMedia } from './bubble-media.tsx'

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
