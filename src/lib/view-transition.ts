import type { AnyRouter } from '@tanstack/react-router'

/**
 * Changes pages in a view transition as the router itself does, without its uncaught error: a transition that the browser
 * skips, as when the window changes its size meanwhile, rejects promises that the router never looks at.
 */
export function catchSkippedTransitions(router: AnyRouter): void {
  router.startViewTransition = (change) => {
    const isWanted = router.shouldViewTransition ?? router.options.defaultViewTransition
    delete router.shouldViewTransition
    if (!isWanted || typeof document === 'undefined' || !document.startViewTransition) return change()
    const { ready, finished, updateCallbackDone } = document.startViewTransition(change)
    for (const it of [ready, finished]) it.catch(() => undefined)
    return updateCallbackDone
  }
}
