import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, fiona, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { lastTouchKey, saveDiscreet } from '../../lib/discreet.ts'
import { reauthenticate } from '../../server/account.functions.ts'
import { lockPage, unlockPage, usePageLock } from '../../stores/page-lock.ts'
import { keepDiscreet } from './keep-discreet.ts'
import { watchForLeaving } from './leave.ts'
import { LockScreen } from './lock-screen.tsx'

const off = { plain: false, lockMinutes: 0, leave: false }
let stop = () => {}
beforeEach(() => saveDiscreet(off))
afterEach(() => {
  stop()
  vi.useRealTimers()
  unlockPage()
  saveDiscreet(off)
  localStorage.removeItem(lastTouchKey)
})

it('leaves at three presses of Shift alone, and not while capital letters are typed', async () => {
  const leave = vi.fn()
  stop = watchForLeaving(leave)
  for (let at = 0; at < 4; at += 1) await userEvent.keyboard('{Shift>}A{/Shift}')
  await userEvent.keyboard('{Shift}{Shift}')
  expect(leave).not.toHaveBeenCalled()
  await userEvent.keyboard('{Shift}')
  expect(leave).toHaveBeenCalledOnce()
})

it('leaves at a tap with three fingers, and not with two', () => {
  const leave = vi.fn()
  stop = watchForLeaving(leave)
  const tap = (fingers: number) => {
    const touches = Array.from(
      { length: fingers },
      (_, identifier) => new Touch({ identifier, target: document.body, clientX: 9, clientY: 9 }),
    )
    document.body.dispatchEvent(new TouchEvent('touchstart', { bubbles: true, touches, changedTouches: touches }))
  }
  tap(2)
  expect(leave).not.toHaveBeenCalled()
  tap(3)
  expect(leave).toHaveBeenCalledOnce()
})

it('locks after the chosen time without input, and never for a visitor', () => {
  vi.useFakeTimers()
  saveDiscreet({ ...off, lockMinutes: 5 })
  const isLocked = () => usePageLock.getState().isLocked
  stop = keepDiscreet(true)
  vi.advanceTimersByTime(4 * 60_000)
  dispatchEvent(new PointerEvent('pointerdown'))
  vi.advanceTimersByTime(4 * 60_000)
  expect(isLocked()).toBe(false)
  vi.advanceTimersByTime(61_000)
  expect(isLocked()).toBe(true)
  // A touch of a locked page opens nothing.
  dispatchEvent(new PointerEvent('pointerdown'))
  expect(isLocked()).toBe(true)
  stop()
  stop = keepDiscreet(false)
  expect([isLocked(), 'locked' in document.documentElement.dataset]).toEqual([false, false])
  vi.advanceTimersByTime(60 * 60_000)
  expect(isLocked()).toBe(false)
})

it('hides the page behind the lock, and opens it for the right password alone', async () => {
  const { container } = await renderFor(
    signedIn(fiona),
    <>
      <p>secret</p>
      <LockScreen />
    </>,
  )
  lockPage()
  const dialog = page.getByRole('dialog', { name: 'Locked' })
  await expect.element(dialog).toBeVisible()
  expect(getComputedStyle(container).opacity).toBe('0')
  expect(container.closest('[inert]')).not.toBeNull()
  expect(dialog.element().textContent).not.toMatch(/Fanfare|fiona/i)
  vi.mocked(reauthenticate).mockResolvedValueOnce(refused('invalid_input', 422, { fields: { password: ['wrong'] } }))
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'not-this-one')
  await userEvent.click(dialog.getByRole('button', { name: 'Unlock with the password' }))
  await expect.element(dialog).toHaveTextContent('This is not your current password.')
  expect('locked' in document.documentElement.dataset).toBe(true)
  vi.mocked(reauthenticate).mockResolvedValueOnce(answered({ until: '2199-01-01T00:00:00.000Z' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Unlock with the password' }))
  await vi.waitFor(() => expect('locked' in document.documentElement.dataset).toBe(false))
})

it('keeps title and icons plain, whatever page is opened', async () => {
  const before = document.title
  const icon = document.head.appendChild(Object.assign(document.createElement('link'), { rel: 'icon', href: '/a.svg' }))
  saveDiscreet({ ...off, plain: true })
  stop = keepDiscreet(true)
  expect([document.title, icon.getAttribute('href')]).toEqual(['Notes', '/plain-icon.svg'])
  document.title = '(1) @bob · Fanfare'
  await vi.waitFor(() => expect(document.title).toBe('Notes'))
  stop()
  icon.remove()
  document.title = before
})
