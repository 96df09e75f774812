import type { Page } from '@playwright/test'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'

/** The bar of the browser has the colour of the page, whether the device or a person chose it. */
const paper = '#fcfaf7'
const night = '#120d13'

test('a visitor chooses a theme: the browser bar follows on every page, until the device decides again', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/about')
  await waitUntilAtRest(page)
  expect(await bar(page)).toEqual([paper])
  await choose(page, 'Dark')
  expect(await bar(page)).toEqual([night])
  await page.goto('/search', { waitUntil: 'commit' })
  await page.waitForFunction(() => document.body !== null)
  expect(await bar(page)).toEqual([night])
  await page.goto('/about')
  await waitUntilAtRest(page)
  expect(await bar(page)).toEqual([night])
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(2)
  await page.emulateMedia({ colorScheme: 'dark' })
  await choose(page, 'Light')
  expect(await bar(page)).toEqual([paper])
  await choose(page, 'Device')
  expect(await bar(page)).toEqual([night])
})

const choose = (page: Page, theme: string) => page.getByRole('button', { name: theme, exact: true }).first().click()

/** Every colour that holds now; the browser takes the first. */
const bar = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter((it) => matchMedia(it.media).matches)
      .map((it) => it.content),
  )
