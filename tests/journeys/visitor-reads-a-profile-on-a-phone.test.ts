import { gzipSync } from 'node:zlib'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'

/** A visitor sees the first post at once, and can subscribe from wherever they have scrolled to. */
for (const [locale, m, price] of [
  ['en-US', en, '€9.99'],
  ['fr-FR', fr, '9,99\u00a0€'],
] as const) {
  test(`a visitor reads a profile on a phone (${locale})`, async ({ browser }) => {
    const page = await browser.newPage({ locale, viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.goto('/search')
    await waitUntilAtRest(page)
    await page
      .getByRole('link', { name: /Alice Marchetti/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/@alice$/)

    await expect(page.getByRole('article').first()).toBeInViewport()
    const act = `${m.profile_subscribe} · ${price} ${m.profile_per_month}`
    const subscribe = page.getByRole('link', { name: act, exact: true })
    await expect(subscribe).toHaveCount(1)
    const bar = page.getByRole('banner').getByText('Alice Marchetti', { exact: true })
    await expect(bar).toBeHidden()

    const locked = page.getByRole('article').filter({ hasText: '3 photos' }).first()
    await locked.scrollIntoViewIfNeeded()
    await expect(locked.getByText(m.ui_unlock)).toBeVisible()
    await expect(bar).toBeVisible()
    await expect(subscribe).toHaveCount(2)
    await expect(subscribe.last()).toBeInViewport()
    await subscribe.last().click()
    await expect(page.getByRole('dialog')).toContainText('Alice Marchetti')
    await page.context().close()
  })
}

test('a visitor looks through the photos of a profile, whose tab Back and a reload keep', async ({ page }) => {
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  const tabs = page.getByRole('navigation', { name: en.profile_tabs })
  const photos = tabs.getByRole('link', { name: en.profile_tab_photos })
  const tiles = page.getByRole('main').getByRole('button', { name: /^Show in full/ })
  await photos.click()
  await expect(page).toHaveURL(/\/@alice\?tab=photos$/)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: en.ui_locked }).first()).toBeVisible()
  await tiles.first().click()
  const lightbox = page.getByRole('dialog', { name: en.lightbox_title })
  await lightbox.getByRole('link', { name: /^\d+ comments?$/ }).click()
  await expect(page).toHaveURL(/\/@alice\/[\w-]+$/)
  await page.goBack()
  await expect(tiles.first()).toBeVisible()
  await page.reload()
  await waitUntilAtRest(page)
  await expect(photos).toHaveAttribute('aria-current', 'page')
  await expect(tiles.first()).toBeVisible()
  await tabs.getByRole('link', { name: en.profile_tab_posts }).click()
  await expect(page).toHaveURL(/\/@alice$/)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(tiles.first()).toBeVisible()
})

test('the first visit downloads at most 140 KB of JavaScript', async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (it) => {
    if (it.request().resourceType() === 'script') scripts.set(it.url(), it.body())
  })
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  const bodies = await Promise.all(scripts.values())
  expect(bodies.length).toBeGreaterThan(0)
  const size = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  expect(size).toBeLessThanOrEqual(140_000)
})
