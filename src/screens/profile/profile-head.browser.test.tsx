import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PublicProfile } from '../../../contract/users.ts'
import { fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { usePurchase } from '../../stores/purchase.ts'
import { SubscribeAtFoot } from './profile-actions.tsx'
import { ProfileHead } from './profile-head.tsx'

it('breaks a place without a space instead of making the page wider', async () => {
  await page.viewport(390, 844)
  const user = { ...mina, location: 'W'.repeat(76) }
  await renderFor(signedIn(fiona), <ProfileHead user={user} offer={undefined} />)
  await expect.element(page.getByText(user.location)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('says once who it is, what there is to see, and the price as money in the button', async () => {
  await page.viewport(390, 844)
  const user = { ...mina, is_subscribed: false, media_counts: { photos: 12, videos: 1, sounds: 0 } }
  await renderFor(signedIn(fiona), <ProfileHead user={user} offer={undefined} />)
  await expect.element(page.getByText('12 photos · 1 video · 1 post · 1 follower', { exact: true })).toBeVisible()
  expect(page.getByText('@mina').elements()).toHaveLength(1)
  await userEvent.click(page.getByRole('button', { name: 'Subscribe · €9.99 a month' }))
  expect(usePurchase.getState().purchase).toMatchObject({ kind: 'subscribe', creator: { id: mina.id } })
  await expect.element(page.getByRole('link', { name: 'Message' })).toBeVisible()
})

it('offers to subscribe at the foot of a phone to those alone who may and have not', async () => {
  await page.viewport(390, 844)
  const atFoot = async (change: Partial<PublicProfile>, offer?: string) => {
    const user = { ...mina, is_subscribed: false, ...change }
    const { container } = await renderFor(signedIn(fiona), <SubscribeAtFoot user={user} offer={offer} />)
    return container.querySelector('.action-at-foot') !== null
  }
  expect(await atFoot({})).toBe(true)
  expect(await atFoot({ is_subscribed: true })).toBe(false)
  expect(await atFoot({ is_self: true })).toBe(false)
  expect(await atFoot({ is_blocked: true })).toBe(false)
  expect(await atFoot({ is_creator: false })).toBe(false)
  expect(await atFoot({}, 'TRIAL')).toBe(false)
})

it('shows nothing at the foot before the page knows where the head is', async () => {
  await page.viewport(390, 844)
  const user = { ...mina, is_subscribed: false }
  const { container } = await renderFor(signedIn(fiona), <SubscribeAtFoot user={user} offer={undefined} />)
  expect(container.querySelector('.action-at-foot')?.checkVisibility({ visibilityProperty: true })).toBe(false)
})

const three = { months: 3, percent: 10, price: 26.97 } as const
const sold = page.getByRole('list', { name: 'Several months at once' })
/** The code of the choices comes with a touch. */
const touch = () => document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))

it('shows what several months cost beside the price of one, and opens the sheet with them', async () => {
  await page.viewport(390, 844)
  const user = { ...mina, is_subscribed: false, bundles: [three] }
  await renderFor(signedIn(fiona), <ProfileHead user={user} offer={undefined} />)
  touch()
  await expect.element(sold).toHaveTextContent('3 months€26.9726.97 coinssave 10 %')
  await userEvent.click(sold.getByRole('button'))
  expect(usePurchase.getState().purchase).toMatchObject({ kind: 'subscribe', price: 9.99, months: 3 })
})

it('shows them to an operator who may not pay as what they cost alone, and beside no trial', async () => {
  const user = { ...mina, is_subscribed: false, bundles: [three] }
  const acting = { agency: { id: mina.id, name: 'Agency' }, permissions: {} }
  await renderFor(signedIn(fiona, { acting_as: acting as never }), <ProfileHead user={user} offer={undefined} />)
  touch()
  await expect.element(sold).toHaveTextContent('€26.97')
  expect(sold.getByRole('button').elements()).toEqual([])
  await renderFor(signedIn(fiona), <ProfileHead user={user} offer="TRIAL7" />)
  await expect.element(page.getByRole('button', { name: /^Subscribe/ })).toBeVisible()
  expect(sold.elements()).toEqual([])
})
