import type { RouterHistory } from '@tanstack/react-router'

/** What lies over a page: a sheet, a menu, the viewer of pictures. */
export type Overlay = {
  close: (by: ClosedBy) => void
  /** While work is under way it stays open, and Back does nothing. */
  isHeld: () => boolean
}

/** Back, or a navigation of the page beneath. */
export type ClosedBy = 'user' | 'navigation'

/** What is open, the topmost last. */
const overlays: Overlay[] = []
let page: RouterHistory | null = null
/** Ends when the browser has arrived where `moveBy` sent it. */
let moving: PromiseWithResolvers<void> | null = null
/** The router is about to write into the history, which must be at the page's own entry then. */
let isLeaving = false
let unblock: (() => void) | null = null

/**
 * Gives an overlay an entry of the history, so that Back closes it and stays on the page. Returns how to take it away
 * after it was closed in another way. The entry is a copy of the page's with a depth, and the router never hears of it:
 * no guard runs, nothing scrolls, and the page is not rendered again.
 */
export function addOverlay(overlay: Overlay, history: RouterHistory): () => void {
  watchOverlays(history)
  overlays.push(overlay)
  settle()
  return () => {
    const at = overlays.indexOf(overlay)
    if (at < 0) return
    overlays.splice(at, 1)
    settle()
  }
}

/** Follows Back and Forward. After a reload, the entries of what was open before it are left. */
export function watchOverlays(history: RouterHistory): void {
  if (page === history) return
  if (page === null) addEventListener('popstate', arrive, { capture: true })
  page = history
  let path = history.location.pathname
  history.subscribe(({ location }) => {
    if (location.pathname !== path) closeAbove(0, 'navigation')
    path = location.pathname
  })
  settle()
}

/** One step for every overlay that is open: what one event closes and opens shares an entry. */
function settle(): void {
  queueMicrotask(() => {
    if (moving || isLeaving) return
    const missing = overlays.length - depth()
    if (missing < 0) void moveBy(missing)
    for (let at = 0; at < missing; at++) push()
    if (missing >= 0 && depth() === 0) {
      unblock?.()
      unblock = null
    }
  })
}

/** Past the router, which has its own `pushState` on the object. */
function push(): void {
  unblock ??= page?.block({ blockerFn: leave, enableBeforeUnload: false }) ?? null
  History.prototype.pushState.call(history, { ...history.state, overlays: depth() + 1 }, '')
}

/** A navigation from within an overlay waits until the entries of the page's overlays are gone. */
async function leave({ action }: { action: string }): Promise<boolean> {
  if (action !== 'PUSH' && action !== 'REPLACE') return false
  isLeaving = true
  await moving?.promise
  if (depth() > 0) await moveBy(-depth())
  setTimeout(() => {
    isLeaving = false
    settle()
  })
  return false
}

function moveBy(steps: number): Promise<void> {
  moving = Promise.withResolvers<void>()
  history.go(steps)
  return moving.promise
}

function arrive(event: PopStateEvent): void {
  const isOwn = moving !== null
  moving?.resolve()
  moving = null
  if (history.state?.__TSR_key === page?.location.state.__TSR_key) event.stopImmediatePropagation()
  if (!isOwn) closeAbove(depth(), 'user')
  settle()
}

function closeAbove(remaining: number, by: ClosedBy): void {
  while (overlays.length > remaining && !overlays.at(-1)?.isHeld()) overlays.pop()?.close(by)
}

const depth = (): number => history.state?.overlays ?? 0
