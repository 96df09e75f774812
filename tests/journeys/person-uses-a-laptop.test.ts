import type { Locator } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import { expect, test } from '../support/journey.ts'
import { call } from '../support/shift.ts'
import { signIn } from '../support/sign-in.ts'

/** The width of a laptop: a setting beside the list of settings, the wallet in two panes, and a profile as a wide page. */
const left = async (it: Locator) => (await it.boundingBox())?.x ?? Number.NaN

test('settings, wallet and profiles use the width from 1,024 pixels on', async ({ page, context, browser }) => {
  await signIn(context, 'frank@demo.test')
  // Of Alice's kind, whatever became of the fans whom they share in the demo.
  const theo = await browser.newContext()
  await signIn(theo, 'theo@demo.test')
  await call(theo, 'PATCH', '/api/profile', { tags: ['piano', 'tour', 'silk'] })
  await theo.close()
  const list = page.getByRole('navigation', { name: en.title_settings })
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/settings/username')
    await expect(list.getByRole('link', { name: en.title_settings_username })).toHaveAttribute('aria-current', 'page')
    expect(await left(list)).toBeLessThan(await left(page.getByRole('main')))
    await list.getByRole('link', { name: en.title_settings_payments }).click()
    await expect(page.getByRole('heading', { name: en.title_settings_payments, level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  const history = page.getByRole('heading', { name: en.wallet_history_title })
  const balance = page.getByRole('heading', { name: en.wallet_balance })
  await expect.poll(async () => (await left(history)) - (await left(balance))).toBeGreaterThan(200)

  await page.goto('/@alice')
  await page.mouse.wheel(0, 1)
  const teasers = page.getByRole('list', { name: en.profile_teasers }).getByRole('link')
  await expect(teasers).toHaveCount(3)
  const similar = page.getByRole('heading', { name: en.profile_similar })
  await expect.poll(() => left(similar)).toBeGreaterThan(640)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => left(similar)).toBeLessThan(60)
  await expect(list).toBeHidden()
})

test('a page with a plain name, a lock and a way out keeps to it from the first paint', async ({ page, context }) => {
  await signIn(context, 'fiona@demo.test')
  await page.goto('/settings/discreet')
  await page.getByRole('switch', { name: en.discreet_leave }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('discreet'))).toContain('"leave":true')
  await page.evaluate(() => {
    const chosen = { plain: true, lockMinutes: 5, leave: true }
    localStorage.setItem('discreet', JSON.stringify(chosen))
    localStorage.setItem('discreet_touched', String(Date.now() - 300_000))
  })
  await page.goto('/chat')
  await expect(page).toHaveTitle('Notes')
  const dialog = page.getByRole('dialog', { name: en.discreet_locked_title })
  await expect(dialog).toBeVisible()
  await expect(page.locator('link[rel=manifest]').first()).toHaveAttribute('href', '/manifest-plain.webmanifest')
  await dialog.getByLabel(en.auth_password, { exact: true }).fill('fanfare-demo')
  await dialog.getByRole('button', { name: en.discreet_unlock_password }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: en.nav_search }).first().click()
  await expect(page).toHaveURL(/\/search/)
  await expect(page).toHaveTitle('Notes')

  await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ contentType: 'text/html', body: 'away' }))
  for (let at = 0; at < 3; at += 1) await page.keyboard.press('Shift')
  await page.waitForURL('https://www.wikipedia.org/')
  await page.goBack()
  // The page before the one that was left is locked.
  await expect(dialog).toBeVisible()
})
