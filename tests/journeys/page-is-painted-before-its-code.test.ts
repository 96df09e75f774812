import type { Page } from '@playwright/test'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'

/** A page asks for its code once it and its largest picture are painted, or when it is pressed, or after a second. */

test('code waits for the largest picture', async ({ page }) => {
  await neverAfterASecond(page)
  const { asked, show } = await openWithoutPicture(page)
  expect(asked).toEqual([])
  show()
  await waitForHydration(page)
  expect(asked.length).toBeGreaterThan(0)
})

test('a press asks for the code at once, and is answered', async ({ page }) => {
  await neverAfterASecond(page)
  const { asked } = await openWithoutPicture(page)
  expect(asked).toEqual([])
  await page.getByText('Follow', { exact: true }).first().click()
  await expect(page.getByRole('dialog')).toContainText('Alice Marchetti')
})

test('a picture that does not come does not hold the code up', async ({ page }) => {
  await openWithoutPicture(page)
  await waitForHydration(page)
})

/** Opens a profile until it is painted, but for its largest picture, which comes with `show`; `asked` are its files of code. */
async function openWithoutPicture(page: Page): Promise<{ asked: string[]; show: () => void }> {
  let show = () => {}
  const shown = new Promise<void>((resolve) => {
    show = resolve
  })
  const asked: string[] = []
  page.on('request', (it) => {
    if (it.resourceType() === 'script') asked.push(it.url())
  })
  await page.route('**/media/**/card?**', async (route) => {
    await shown
    await route.continue()
  })
  await page.goto('/@alice', { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await expect(page.locator('img[fetchpriority=high]')).toHaveCount(1)
  return { asked, show }
}

/** Takes the second away after which a page asks in any case, so that a slow machine does not come to it. */
async function neverAfterASecond(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: later } = window
    Object.assign(window, {
      setTimeout: (run: TimerHandler, ms?: number, ...rest: unknown[]) => (ms === 1_000 ? 0 : later(run, ms, ...rest)),
    })
  })
}
