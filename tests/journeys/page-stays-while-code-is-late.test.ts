import type { Page } from '@playwright/test'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { looksRight } from '../support/looks-right.ts'
import { signIn } from '../support/sign-in.ts'

/** Frank taps buttons whose code does not load: the page stays, a line says so, and it opens when the code is there. */

// Its files would come past the routes of this test.
test.use({ serviceWorkers: 'block' })

test.beforeEach(async ({ page, context }) => {
  await signIn(context, 'frank@demo.test')
  await page.goto('/@mina')
  await waitForHydration(page)
})

test('a sheet whose code fails to load says so in its place, and opens by itself', async ({ page }) => {
  await page.route(/\/purchase-sheet-[^/]*\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: /^Subscribe/ }).click()
  const late = page.getByRole('dialog', { name: 'Not loaded yet' })
  await expect(late).toBeVisible()
  await looksRight(page)
  await page.goBack()
  await expect(late).toBeHidden()
  await pageStays(page)

  await page.getByRole('button', { name: /^Subscribe/ }).click()
  await expect(late).toBeVisible()
  await page.unroute(/\/purchase-sheet-[^/]*\.js$/)
  await expect(page.getByRole('dialog', { name: 'Subscribe to @mina' })).toBeVisible()
  await expect(late).toBeHidden()
})

test('a menu that is opened without a signal opens when it is back', async ({ page, context }) => {
  await context.setOffline(true)
  await page.getByRole('button', { name: 'More' }).first().click()
  await expect(
    page.getByText('This menu has not loaded yet. It opens as soon as your connection is back.'),
  ).toBeVisible()
  await pageStays(page)
  await context.setOffline(false)
  await expect(page.getByRole('menu')).toBeVisible()
  await pageStays(page)
})

async function pageStays(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/@mina$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Mina/ })).toBeVisible()
}
