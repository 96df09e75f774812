import type { AnyRouter } from '@tanstack/react-router'

/**
 * Gives the focus to the heading of each new page, which screen readers then read: the link that led there is gone or
 * says nothing of the new page. What a page has focused by itself keeps it. Returns how to stop.
 */
export function focusNewPages(router: AnyRouter): () => void {
  let before: Element | null = null
  const stops = [
    router.subscribe('onBeforeNavigate', () => {
      before = document.activeElement
    }),
    router.subscribe('onRendered', ({ pathChanged }) => {
      const { activeElement } = document
      if (pathChanged && (activeElement === document.body || activeElement === before)) focusHeading()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
