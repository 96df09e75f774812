import type { Page } from '@playwright/test'

/** Waits until a page that was just opened reacts to what is done to it: until its code has hydrated it. */
export async function awake(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}
