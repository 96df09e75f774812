import type { Locator, Page } from '@playwright/test'

/**
 * The button that pays on the provider's page. The button that leads there names the same amount and
 * is still on the screen while that page comes, so that a name would press it twice.
 */
export function payAtProvider(page: Page): Locator {
  return page.locator('button[name="outcome"][value="paid"]')
}
