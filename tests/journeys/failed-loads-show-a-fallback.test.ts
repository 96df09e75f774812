import type { Page } from '@playwright/test'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { languages } from '../support/messages.ts'

/** Pictures and pages that fail to load are replaced by a plain fallback. */

test('a picture that fails to load leaves a fallback of the same size with its text', async ({ browser }) => {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  // Both loads in one face, so that the lines above a picture are the same.
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  const before = await places(page)
  expect(before.length).toBeGreaterThan(1)
  // They fail before hydration.
  await page.route('**/media/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('img').first()).toBeVisible()
  await expect.poll(() => broken(page)).toBe(0)
  expect(await places(page)).toEqual(before)
  await page.context().close()
})

test('a page whose files do not come says so in its own words, and loads after a retry', async ({ browser }) => {
  for (const [locale, m] of languages) {
    const context = await browser.newContext({ serviceWorkers: 'block', locale })
    const page = await context.newPage()
    await page.goto('/@alice')
    await waitUntilAtRest(page)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.getByRole('link', { name: m.nav_search }).first().click()
    await expect(page.getByRole('heading', { name: m.edge_offline })).toBeVisible()
    await page.unroute('**/assets/*.js')
    await page.getByRole('link', { name: m.ui_retry }).click()
    await expect(page.getByRole('searchbox').first()).toBeVisible()
    await context.close()
  }
})

test('a page that is offline shows an error in the site’s language, and loads after a retry', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.BASE_URL ?? '' })
  const page = await context.newPage()
  await page.goto('/about')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const again = (name: string) => page.getByRole('link', { name })

  await test.step('in English, at the address that was asked for', async () => {
    await page.goto('/@alice')
    await context.setOffline(true)
    await page.goto('/search?q=bob')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await again('Try again').click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await context.setOffline(false)
    await again('Try again').click()
    await expect(page).toHaveURL(/\/search\?q=bob$/)
    await expect(page.getByRole('searchbox').first()).toHaveValue('bob')
  })

  await test.step('in French, once the site is in French', async () => {
    await context.addCookies([{ name: 'i18n_redirected', value: 'fr', url: process.env.BASE_URL ?? '' }])
    await page.goto('/about')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeVisible()
    await context.setOffline(false)
    await again('Réessayer').click()
    await expect(page.getByRole('heading', { name: 'Pas de connexion' })).toBeHidden()
  })

  await test.step('no page was cached', async () => {
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map((it) => new URL(it.url).pathname)
    })
    expect(kept).toContain('/_i18n/fr/offline.html')
    expect(kept.filter((it) => !/^\/(?:assets\/.*|_i18n\/(?:en|fr)\/offline\.html|language)$/.test(it))).toEqual([])
  })
  await context.close()
})

/** Where the media of posts stand and how large they are. */
const places = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('article figure')].map((it) => {
      const { top, width, height } = it.getBoundingClientRect()
      return [top + scrollY, width, height].map(Math.round).join(' ')
    }),
  )

/** Pictures at which the browser shows its own sign or nothing. */
const broken = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.images].filter((it) => it.complete && it.naturalWidth === 0 && !it.src.startsWith('data:')).length,
  )
