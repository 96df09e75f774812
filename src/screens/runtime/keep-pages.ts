import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter, AsyncRouteComponent } from '@tanstack/react-router'
import { storedOwnerKey } from '../../lib/storage-keys.ts'
import { getLocale } from '../../paraglide/runtime.js'
import { keepAnswers, openStored } from '../../queries/stored-answers.ts'
import { isOffline } from '../../stores/offline.ts'

export { dropStored } from '../../queries/stored-answers.ts'

/** Keeps answers and, once the page is at rest, the code of the pages that open without a connection, until it is aborted. */
export async function keepPages(
  queryClient: QueryClient,
  router: AnyRouter,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  await openStored(owner, signal)
  if (signal.aborted) return
  signal.addEventListener('abort', keepAnswers(queryClient, owner))
  const whenAtRest = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  whenAtRest(() => void keepCode(router, owner).catch(() => undefined))
}

/** What was shown to one person is not left to the next. */
export async function forgetShown(queryClient: QueryClient, router: AnyRouter): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  await router.invalidate()
}

/** The service worker keeps the empty page of this language and the files that this page and those below have come with. */
async function keepCode(router: AnyRouter, owner: string): Promise<void> {
  const worker = await navigator.serviceWorker?.ready
  if (worker?.active == null || isOffline() || savesData() || (await areStored(loadedFiles()))) return
  for (const id of openedOffline) {
    const route = router.routesById[id]
    if (route) await router.loadRouteChunk(route)
  }
  await Promise.all([
    // A page that was never seen says that there is no connection.
    (router.options.defaultErrorComponent as AsyncRouteComponent<object> | undefined)?.preload?.(),
    // A purchase that is open comes back after a reload.
    import('../purchase/restore-purchase.ts'),
    import('../purchase/purchase-sheet.tsx'),
  ])
  // The person may have left while the code came, here or in another tab.
  if (localStorage.getItem(storedOwnerKey) !== owner) return
  worker.active.postMessage({ keep: getLocale(), files: loadedFiles() })
}

/** The paths of our files that this page has come with. */
function loadedFiles(): string[] {
  const files = performance.getEntriesByType('resource').map((it) => new URL(it.name))
  return files
    .filter((it) => it.origin === location.origin && it.pathname.startsWith('/assets/'))
    .map((it) => it.pathname)
}

/** Whether the worker has the empty page of this language and these files: all of this build then, as it keeps it whole. */
async function areStored(files: string[]): Promise<boolean> {
  const stored = await Promise.all([`/_i18n/${getLocale()}/shell.html`, ...files].map((it) => caches.match(it)))
  return stored.every((it) => it !== undefined)
}

/** Whether this person has asked for fewer bytes; `connection` is known to Chromium alone. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const openedOffline = ['/', '/chat/', '/settings/unlocked', '/bookmarks', '/notifications', '/upload']
