import { forgetTouch, isLockDue, noteTouch, readDiscreet } from '../../lib/discreet.ts'
import { lockPage, unlockPage } from '../../stores/page-lock.ts'
import { watchForLeaving } from './leave.ts'
import { keepPlain } from './plain.ts'

/**
 * Keeps what this browser has chosen while the page is open. `isLockable` is false for a visitor, and while an
 * operator acts, who could not prove to be the creator. Returns how to stop.
 */
export function keepDiscreet(isLockable: boolean): () => void {
  const chosen = readDiscreet()
  const stops = [
    chosen.plain ? keepPlain() : null,
    chosen.leave ? watchForLeaving() : null,
    isLockable && chosen.lockMinutes > 0 ? watchLock() : null,
  ]
  if (!isLockable) {
    forgetTouch()
    unlockPage()
  }
  return () => {
    for (const stop of stops) stop?.()
  }
}

/** Locks the page once it has not been used for the chosen time, in whatever tab; also after a computer slept. */
function watchLock(): () => void {
  const isDue = () => isLockDue(readDiscreet())
  const look = () => (isDue() ? lockPage() : unlockPage())
  const touched = () => (isDue() ? lockPage() : noteTouch())
  const shown = () => document.visibilityState === 'visible' && look()
  look()
  if (!isDue()) noteTouch()
  const timer = setInterval(() => isDue() && lockPage(), 5_000)
  for (const event of touches) addEventListener(event, touched, { capture: true, passive: true })
  document.addEventListener('visibilitychange', shown)
  addEventListener('pageshow', look)
  return () => {
    clearInterval(timer)
    for (const event of touches) removeEventListener(event, touched, { capture: true })
    document.removeEventListener('visibilitychange', shown)
    removeEventListener('pageshow', look)
  }
}

const touches = ['pointerdown', 'keydown', 'wheel'] as const
