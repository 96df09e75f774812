import type { Page } from '@playwright/test'

/** Waits until a page that was just opened reacts to input: until it is hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}
