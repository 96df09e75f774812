import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fiona, renderFor, signedIn } from '../../tests/support/component.tsx'
import { Menu } from './menu.tsx'
import { Sheet } from './sheet.tsx'

const sheet = (name: string) => page.getByRole('dialog', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const menu = page.getByRole('menu')
/** How many entries lie over that of the page. */
const depth = () => history.state?.overlays ?? 0

it('closes with Back, and gives focus and text of the page back', async () => {
  await open()
  await userEvent.fill(page.getByRole('textbox'), 'a draft')
  await userEvent.click(button('Open'))
  await expect.element(sheet('First')).toBeVisible()
  history.back()
  await expect.element(sheet('First')).not.toBeInTheDocument()
  await expect.element(button('Open')).toHaveFocus()
  await expect.element(page.getByRole('textbox')).toHaveValue('a draft')
})

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the button', () => userEvent.click(button('Close'))],
  ['a tap outside', () => userEvent.click(page.elementLocator(document.documentElement), outside)],
])('takes its entry away when %s closes it', async (_, close) => {
  await open()
  await userEvent.click(button('Open'))
  await expect.poll(depth).toBe(1)
  await close()
  await expect.element(sheet('First')).not.toBeInTheDocument()
  await expect.poll(depth).toBe(0)
})

it('lets the keys scroll a text in which nothing can have the focus', async () => {
  await renderFor(
    signedIn(fiona),
    <Sheet open onOpenChange={() => undefined} title="Terms">
      <p style={{ height: '300vh' }}>Long</p>
    </Sheet>,
  )
  await expect.element(sheet('Terms')).toBeVisible()
  const text = page.getByText('Long').element().parentElement
  // Some browsers make it so by themselves, and others do not.
  expect(text?.tabIndex).toBe(0)
  text?.focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => text?.scrollTop).toBeGreaterThan(100)
})

it('closes a sheet over a sheet one at a time', async () => {
  await open()
  await userEvent.click(button('Open'))
  await userEvent.click(button('Further'))
  await expect.element(sheet('Second')).toBeVisible()
  await expect.poll(depth).toBe(2)
  history.back()
  await expect.element(sheet('Second')).not.toBeInTheDocument()
  await expect.element(sheet('First')).toBeVisible()
  history.back()
  await expect.element(sheet('First')).not.toBeInTheDocument()
})

it('closes a menu with Back, and shares the entry of the menu with the sheet that it opens', async () => {
  await open()
  await userEvent.click(button('More'))
  await expect.element(menu).toBeVisible()
  await expect.poll(depth).toBe(1)
  history.back()
  await expect.element(menu).not.toBeInTheDocument()
  await userEvent.click(button('More'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Open' }))
  await expect.element(sheet('First')).toBeVisible()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.poll(depth).toBe(1)
})

it('stays closed on Forward, which changes nothing', async () => {
  await open()
  await userEvent.click(button('Open'))
  await expect.poll(depth).toBe(1)
  history.back()
  await expect.element(sheet('First')).not.toBeInTheDocument()
  const move = vi.spyOn(history, 'go')
  history.forward()
  await expect.poll(() => move.mock.calls).toEqual([[-1]])
  await expect.poll(depth).toBe(0)
  await expect.element(sheet('First')).not.toBeInTheDocument()
})

it('stays open on Back while it is held, and closes afterwards', async () => {
  await open()
  await userEvent.click(button('Open'))
  await userEvent.click(button('Hold'))
  await expect.poll(depth).toBe(1)
  const push = vi.spyOn(History.prototype, 'pushState')
  history.back()
  await expect.poll(() => push.mock.calls).toHaveLength(1)
  expect(depth()).toBe(1)
  await expect.element(sheet('First')).toBeVisible()
  await userEvent.click(button('Hold'))
  history.back()
  await expect.element(sheet('First')).not.toBeInTheDocument()
})

it('leaves no entry behind when a link in it leads to another page', async () => {
  const { router } = await open()
  await userEvent.click(button('Open'))
  await userEvent.click(button('Further'))
  await expect.poll(depth).toBe(2)
  await userEvent.click(sheet('Second').getByRole('link'))
  await expect.poll(() => router.state.location.pathname).toBe('/wallet')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(depth()).toBe(0)
})

const outside = { position: { x: 5, y: 5 }, force: true }

const open = () => renderFor(signedIn(fiona), <Screen />)

function Screen() {
  const [isOpen, setOpen] = useState(false)
  const [isFurther, setFurther] = useState(false)
  const [isHeld, setHeld] = useState(false)
  return (
    <>
      <textarea aria-label="Draft" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Menu items={[{ label: 'Open', onSelect: () => setOpen(true) }]} />
      <Sheet open={isOpen} onOpenChange={setOpen} title="First" held={isHeld}>
        <button type="button" onClick={() => setFurther(true)}>
          Further
        </button>
        <button type="button" onClick={() => setHeld((it) => !it)}>
          Hold
        </button>
        <Sheet open={isFurther} onOpenChange={setFurther} title="Second">
          <Link to="/wallet">Wallet</Link>
        </Sheet>
      </Sheet>
    </>
  )
}
