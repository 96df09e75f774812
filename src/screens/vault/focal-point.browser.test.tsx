import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, inVault, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { updateMedia } from '../../server/media.functions.ts'
import { FocalPoint } from './focal-point.tsx'

const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const wide = inVault({ width: 400, height: 200, url: onePixel, small: onePixel, focal: { x: 50, y: 50 } })
const target = page.getByRole('slider', { name: 'What lists show' })

beforeEach(async () => {
  vi.mocked(updateMedia).mockImplementation(async ({ data }) =>
    answered({ ...wide, focal: data?.focal ?? { x: 33, y: 44 } }),
  )
  await renderFor(signedIn({ ...mina, is_self: true }), <FocalPoint media={wide} />)
  await userEvent.click(page.getByRole('button', { name: 'Choose what lists show' }))
})

it('moves the point by the arrow keys, within the picture, and saves it', async () => {
  target.element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}{Shift>}{ArrowLeft}{/Shift}')
  await expect.element(target).toHaveAttribute('aria-valuetext', '59 % from the left, 45 % from the top')
  await userEvent.keyboard('{ArrowUp>20/}')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => vi.mocked(updateMedia).mock.lastCall?.[0])
    .toMatchObject({ data: { id: wide.id, focal: { x: 59, y: 0 } } })
})

it('moves the point to where the picture is tapped', async () => {
  const { width, height } = target.element().getBoundingClientRect()
  await userEvent.click(target, { position: { x: width * 0.9, y: height * 0.2 } })
  await expect
    .element(target)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/^(89|90) % from the left, (19|20) % from the top$/))
})

it('shows the point that was found, after the owner gave the choice back', async () => {
  await userEvent.click(page.getByRole('button', { name: 'Find it automatically' }))
  await expect
    .poll(() => vi.mocked(updateMedia).mock.lastCall?.[0])
    .toMatchObject({ data: { id: wide.id, focal: null } })
  await expect.element(target).toHaveAttribute('aria-valuetext', '33 % from the left, 44 % from the top')
})
