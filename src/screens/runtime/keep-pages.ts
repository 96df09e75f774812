import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter, AsyncRouteComponent } from '@tanstack/react-router'
import { storedOwnerKey } from '../../lib/storage-keys.ts'
import { getLocale } from '../../paraglide/runtime.js'
import { keepAnswers, openStored } from '../../queries/stored-answers.ts'
import { isOffline } from '../../stores/offline.ts'

export { dropStored } from '../../queries/stored-answers.ts'

/** Keeps answers and, a while after the page has come, the code of the pages that open without a connection, until it is aborted. */
export async function keepPages(
  queryClient: QueryClient,
  router: AnyRouter,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  await openStored(owner, signal)
  if (signal.aborted) return
  signal.addEventListener('abort', keepAnswers(queryClient, owner))
  const whenAtRest = window.requestIdleCallback ?? ((run: () => void) => run())
  const later = setTimeout(() => whenAtRest(() => void keepCode(router, owner).catch(() => undefined)), firstLookMs)
  signal.addEventListener('abort', () => clearTimeout(later))
}

/** A page that was just opened is pressed and scrolled; the code of other pages comes after that. */
const firstLookMs = 10_000

/** What was shown to one person is not left to the next. */
export async function forgetShown(queryClient: QueryClient, router: AnyRouter): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  await router.invalidate()
}

/** The service worker keeps the empty page of this language and the files that this page and those below have come with. */
async function keepCode(router: AnyRouter, owner: string): Promise<void> {
  const worker = await navigator.serviceWorker?.ready
  if (worker?.active == null || isOffline() || savesData() || (await areStored(loadedFiles()))) return
  if (!(await isBuildStored())) await loadOfflinePages(router)
  // The person may have left while the code came, here or in another tab.
  if (localStorage.getItem(storedOwnerKey) !== owner) return
  worker.active.postMessage({ keep: getLocale(), files: loadedFiles() })
}

async function loadOfflinePages(router: AnyRouter): Promise<void> {
  // A browser notes 250 files, which some pages and those below are more than.
  performance.setResourceTimingBufferSize(2_000)
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
}

/** The paths of our files that this page has come with. */
function loadedFiles(): string[] {
  const files = performance.getEntriesByType('resource').map((it) => new URL(it.name))
  return files
    .filter((it) => it.origin === location.origin && it.pathname.startsWith('/assets/'))
    .map((it) => it.pathname)
}

/** Whether the worker has the app of this build, which it keeps whole: the pages below with the file that all begins with. */
async function isBuildStored(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return entry !== null && areStored([new URL(entry.src).pathname])
}

/** Whether the worker has the empty page of this language and these files. */
async function areStored(files: string[]): Promise<boolean> {
  const stored = await Promise.all([`/_i18n/${getLocale()}/shell.html`, ...files].map((it) => caches.match(it)))
  return stored.every((it) => it !== undefined)
}

/** Whether this person has asked for fewer bytes; `connection` is known to Chromium alone. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const openedOffline = ['/', '/chat/', '/settings/unlocked', '/bookmarks', '/notifications', '/upload']
