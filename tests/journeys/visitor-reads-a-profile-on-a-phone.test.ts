import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }

/** A visitor sees the first post at once, and can subscribe from wherever they have scrolled to. */
for (const [locale, m, price] of [
  ['en-US', en, '€9.99'],
  ['fr-FR', fr, '9,99\u00a0€'],
] as const) {
  test(`a visitor reads a profile on a phone (${locale})`, async ({ browser }) => {
    const page = await browser.newPage({ locale, viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.goto('/search')
    await page.waitForLoadState('networkidle')
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

test('the first visit downloads at most 140 KB of JavaScript', async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (it) => {
    if (it.request().resourceType() === 'script') scripts.set(it.url(), it.body())
  })
  await page.goto('/@alice', { waitUntil: 'networkidle' })
  const bodies = await Promise.all(scripts.values())
  expect(bodies.length).toBeGreaterThan(0)
  const size = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  expect(size).toBeLessThanOrEqual(140_000)
})
