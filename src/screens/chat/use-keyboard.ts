import { useEffect } from 'react'

/**
 * While the keyboard of a phone lies over the page, the document says so and how much of the window is still seen
 * (`.panes` in app.css). Where the keyboard makes the window itself smaller there is nothing to do.
 */
export function useKeyboard(): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const { dataset, style } = document.documentElement
    const look = () => {
      // A page that is zoomed in is not covered, only partly seen.
      const isCovered = seen.scale < 1.05 && window.innerHeight - seen.height > leastPx
      if (!isCovered) return clear()
      dataset.keyboard = ''
      style.setProperty('--seen-height', `${seen.height}px`)
      style.setProperty('--seen-top', `${seen.offsetTop}px`)
    }
    const clear = () => {
      delete dataset.keyboard
      style.removeProperty('--seen-height')
      style.removeProperty('--seen-top')
    }
    look()
    seen.addEventListener('resize', look)
    seen.addEventListener('scroll', look)
    return () => {
      seen.removeEventListener('resize', look)
      seen.removeEventListener('scroll', look)
      clear()
    }
  }, [])
}

/** Less than this is a browser's own bar that slides in and out. */
const leastPx = 120
