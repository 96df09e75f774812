import type { Page } from '@playwright/test'

/** Waits until a page that was just opened reacts to input: until it is hydrated. One without code does at once. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
}

/**
 * Waits until the page is hydrated and nothing has come for it for half a second. The browser's own word for it,
 * `networkidle`, may come before the code is asked for, which is after the first paint.
 */
export async function waitUntilAtRest(page: Page, options: { timeout?: number } = {}): Promise<void> {
  await waitForHydration(page)
  await page.waitForFunction(atRest, undefined, options)
}

/** What the two below need of a page; benches use them too, whose types have no window. */
type Here = {
  document: { scripts: Iterable<{ text: string }>; documentElement: { dataset: Record<string, string | undefined> } }
  readySince?: number
}

/** Runs in the page. */
function isHydrated(): boolean {
  const { document } = globalThis as unknown as Here
  const hasCode = [...document.scripts].some((it) => it.text.includes('modulepreload'))
  return !hasCode || document.documentElement.dataset.hydrated !== undefined
}

/** Runs in the page. */
function atRest(): boolean {
  const here = globalThis as unknown as Here
  performance.setResourceTimingBufferSize(5_000)
  here.readySince ??= performance.now()
  const ends = performance.getEntriesByType('resource').map((it) => it.startTime + it.duration)
  return performance.now() - Math.max(here.readySince, ...ends) > 500
}
