import sheet from '../../ui/icons.svg?no-inline'

/** Whether a click is on the card itself, on nothing in it that does something else, and not the end of marking its words. */
export function isOnCard(target: EventTarget, card: Element): boolean {
  if (!(target instanceof Element) || !card.contains(target)) return false
  return !target.closest('a,button,input,video,[role],[tabindex="0"]') && getSelection()?.isCollapsed !== false
}

type MediaTap = {
  /** Which media was tapped: a second tap counts only on the same one. */
  key: string
  at: { x: number; y: number }
  open: () => void
  like: () => void
}

/** One tap of a finger on a picture opens it, a second one soon after it likes the post instead. */
export function tapMedia({ key, at, open, like }: MediaTap): void {
  const isSecond = waiting?.key === key
  clearTimeout(waiting?.timer)
  waiting = null
  if (isSecond) {
    showHeart(at)
    like()
    return
  }
  const timer = setTimeout(() => {
    waiting = null
    open()
  }, doubleTapMs)
  waiting = { key, timer }
}

let waiting: { key: string; timer: ReturnType<typeof setTimeout> } | null = null
/** As long as phones wait for a second tap themselves. */
const doubleTapMs = 280

/** A heart under the finger. It stands still for a viewer who wants no motion. */
function showHeart({ x, y }: MediaTap['at']): void {
  const heart = document.createElementNS(svg, 'svg')
  heart.setAttribute('class', 'heart-burst')
  heart.setAttribute('aria-hidden', 'true')
  heart.style.left = `${x}px`
  heart.style.top = `${y}px`
  const drawing = document.createElementNS(svg, 'use')
  drawing.setAttribute('href', `${sheet}#heart`)
  heart.append(drawing)
  document.body.append(heart)
  setTimeout(() => heart.remove(), 700)
}

const svg = 'http://www.w3.org/2000/svg'
