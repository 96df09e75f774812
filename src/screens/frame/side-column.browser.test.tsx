import { useLocation } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import SideColumn from './side-column.tsx'

/** The column says where the page is, so that a test waits for it. */
function Beside() {
  return (
    <>
      <p>{useLocation({ select: (it) => it.pathname })}</p>
      <SideColumn />
    </>
  )
}
const at = async (path: string, viewer = signedIn(mina)) => {
  const { router } = await renderFor(viewer, <Beside />)
  await router.navigate({ href: path })
  await expect.element(page.getByText(path, { exact: true })).toBeVisible()
}
const rooms = page.getByRole('navigation', { name: 'Your studio' })

it('leads from each room of the studio to the others', async () => {
  await at('/creator/automation')
  await expect.element(rooms.getByRole('link', { name: 'Calendar' })).toHaveAttribute('href', '/creator/calendar')
  await expect.element(rooms.getByRole('link', { name: 'Automatic messages' })).toHaveAttribute('aria-current', 'page')
})

it('leads to the other settings from each, and not from what is unlocked, which is a place of the navigation', async () => {
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await at('/settings/email', signedIn(fiona))
  await expect.element(settings.getByRole('link', { name: 'Username' })).toBeVisible()
  for (const path of ['/subscriptions', '/agencies']) {
    await at(path, signedIn(fiona))
    await expect.element(settings.getByRole('link', { name: 'Username' })).toBeVisible()
  }
  await at('/settings/unlocked', signedIn(fiona))
  expect(settings.elements()).toEqual([])
})

it('is empty beside the studio itself, and has no rooms for a fan', async () => {
  await at('/creator')
  expect([rooms.elements(), page.getByRole('region').elements()]).toEqual([[], []])
  await at('/creator/verification', signedIn(fiona))
  expect(rooms.elements()).toEqual([])
})
