import type { Page } from '@playwright/test'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** Frank finds Mina by the search and opens sheets and menus on her page: Back closes them, and only then leaves. */

test.beforeEach(async ({ page, context }) => {
  await signIn(context, 'frank@demo.test')
  await page.goto('/search?q=mina')
  await waitForHydration(page)
  await page.getByRole('main').getByRole('link', { name: /mina/i }).first().click()
  await expect(page).toHaveURL(/\/@mina$/)
  // Then the navigation has ended, and the page is at its top.
  await expect(page.getByRole('heading', { level: 1, name: /^Mina/ })).toBeFocused()
})

test('Back closes the sheet, stays where the page was scrolled to, and leaves with the next', async ({ page }) => {
  await page.mouse.wheel(0, 150)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(150)
  await open(page)
  await back(page)
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL(/\/@mina$/)
  await expect(subscribe(page)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(150)

  await test.step('Forward opens nothing', async () => {
    await page.goForward()
    await expect.poll(() => depth(page)).toBe(0)
    await expect(sheet(page)).toBeHidden()
  })
  await leaves(page)
  await page.goForward()
  await expect(page).toHaveURL(/\/@mina$/)
})

test('Escape, the button and a tap outside leave nothing behind in the history', async ({ page }) => {
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => sheet(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(195, 20),
  ]) {
    await open(page)
    await close()
    await expect(sheet(page)).toBeHidden()
    await expect.poll(() => depth(page)).toBe(0)
  }
  await leaves(page)
})

test('a sheet that a menu opens closes with one Back', async ({ page }) => {
  await page.getByRole('button', { name: 'More' }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  await back(page)
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page).toHaveURL(/\/@mina$/)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  await expect(sheet(page)).toBeVisible()
  await expect.poll(() => depth(page)).toBe(1)
  await back(page)
  await expect(sheet(page)).toBeHidden()
  await leaves(page)
})

test('a sheet over the viewer closes first', async ({ page }) => {
  await page
    .getByRole('button', { name: /^Show in full/ })
    .first()
    .click()
  const viewer = page.getByRole('dialog', { name: 'Full screen' })
  await expect(viewer).toBeVisible()
  await viewer.getByRole('button', { name: 'Send a tip' }).click()
  await expect(sheet(page)).toBeVisible()
  await expect.poll(() => depth(page)).toBe(2)
  await back(page)
  await expect(sheet(page)).toBeHidden()
  await expect(viewer).toBeVisible()
  await back(page)
  await expect(viewer).toBeHidden()
  await leaves(page)
})

test('a reload closes the sheet and leaves one entry of the page', async ({ page }) => {
  await open(page)
  await page.reload()
  await expect(subscribe(page)).toBeVisible()
  await expect.poll(() => depth(page)).toBe(0)
  await expect(sheet(page)).toBeHidden()
  await leaves(page)
})

test('a link in a sheet leads on without an entry of the sheet behind', async ({ page }) => {
  await open(page)
  await sheet(page).getByRole('link', { name: 'Get coins' }).click()
  await expect(page).toHaveURL(/\/settings\/payments/)
  await back(page)
  await expect(page).toHaveURL(/\/@mina$/)
  await expect(sheet(page)).toBeHidden()
  await leaves(page)
})

async function open(page: Page): Promise<void> {
  await subscribe(page).click()
  await expect(sheet(page)).toBeVisible()
  await expect.poll(() => depth(page)).toBe(1)
}

/** One Back from here is the search. */
async function leaves(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/@mina$/)
  await back(page)
  await expect(page).toHaveURL(/\/search\?q=mina$/)
}

/** As `page.goBack()`, which on a busy machine counts from an entry that the page has left already. */
const back = (page: Page): Promise<void> => page.evaluate(() => history.back())

const sheet = (page: Page) => page.getByRole('dialog', { name: /@mina/ })
const subscribe = (page: Page) => page.getByRole('button', { name: /^Subscribe/ })
const depth = (page: Page): Promise<number> => page.evaluate(() => history.state?.overlays ?? 0)
