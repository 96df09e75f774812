import { elsewhere, noteTouch } from '../../lib/discreet.ts'

/**
 * Leads away at three presses of Shift alone within a second and a half, or a tap with three fingers. Returns how to stop.
 */
export function watchForLeaving(leave: () => void = leaveAtOnce): () => void {
  let presses: number[] = []
  const pressed = ({ key, repeat, timeStamp }: KeyboardEvent) => {
    if (repeat) return
    // A capital letter is no wish to leave.
    presses = key === 'Shift' ? [...presses, timeStamp].filter((at) => timeStamp - at <= withinMs) : []
    if (presses.length < 3) return
    presses = []
    leave()
  }
  const touched = ({ touches }: TouchEvent) => {
    if (touches.length === 3) leave()
  }
  addEventListener('keydown', pressed, { capture: true })
  addEventListener('touchstart', touched, { capture: true, passive: true })
  return () => {
    removeEventListener('keydown', pressed, { capture: true })
    removeEventListener('touchstart', touched, { capture: true })
  }
}

const withinMs = 1_500

/**
 * Hides the page, locks it where a lock is chosen, and puts another one in its place in the history, so that Back does not
 * show it.
 */
function leaveAtOnce(): void {
  document.documentElement.dataset.locked = ''
  noteTouch(0)
  location.replace(elsewhere)
}
