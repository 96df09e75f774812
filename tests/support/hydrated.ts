import type { Page } from '@playwright/test'

/** Waits until a page that was just opened hears what is done to it: until its code has taken over this control. */
export async function waitForHydration(page: Page, control = 'main button'): Promise<void> {
  await page.waitForFunction((selector) => {
    const found = document.querySelector(selector)
    return found !== null && Object.keys(found).some((it) => it.startsWith('__reactProps'))
  }, control)
}
