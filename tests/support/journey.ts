import { test as base, type Page } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

export { expect } from '@playwright/test'

/**
 * Journeys use a page as people do, who look at it before they press a key: one that is opened, reloaded or gone back
 * to is hydrated before the next step. Playwright waits for `load` alone, before which a page does not ask for its
 * code. A journey that is quicker than the code says what it waits for: `goto(path, { waitUntil: 'load' })`.
 */
export const test = base.extend<object>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        return context.on('page', lookAtPages)
      }
      await use(browser)
      browser.newContext = open
    },
    { scope: 'worker' },
  ],
})

function lookAtPages(page: Page): void {
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const move = page[name].bind(page) as (...given: unknown[]) => ReturnType<Page['goto']>
    const thenLook = async (...given: unknown[]) => {
      const options = given[name === 'goto' ? 1 : 0] as { waitUntil?: string } | undefined
      const answer = await move(...given)
      if (!options?.waitUntil) await waitForHydration(page)
      return answer
    }
    Object.assign(page, { [name]: thenLook })
  }
}
