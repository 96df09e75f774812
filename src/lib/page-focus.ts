import type { AnyRouter } from '@tanstack/react-router'

/**
 * Gives the focus to the heading of each new page, which screen readers then read: the link that led there is gone or
 * says nothing of the new page. What a page has focused by itself keeps it. The code comes after the first page's, so it
 * begins with the page that one has gone to meanwhile. Returns how to stop.
 */
export function focusNewPages(router: AnyRouter): () => void {
  let before = document.activeElement
  if (hasLeftFirstPage() && before === document.body) focusHeading()
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

function hasLeftFirstPage(): boolean {
  const [first] = performance.getEntriesByType('navigation')
  return first !== undefined && new URL(first.name).pathname !== location.pathname
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.querySelector<HTMLElement>('main')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
