import { barriers } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { languages } from '../support/messages.ts'

for (const [locale, m] of languages) {
  test.describe(locale, () => {
    test.use({ locale })

    test('a visitor sees a picture unlock as the page scrolls, and opens a post', async ({ page }) => {
      await page.goto('/')
      const stage = page.locator('.landing-stage')
      const lock = stage.locator('.landing-lock')
      await lock.scrollIntoViewIfNeeded()
      const scrollTo = (share: number) =>
        stage.evaluate((it, at) => {
          const { top, height } = it.getBoundingClientRect()
          window.scrollTo({ top: scrollY + top - innerHeight + (innerHeight + height) * at, behavior: 'instant' })
        }, share)
      const width = () =>
        stage
          .locator('.landing-curtain')
          .first()
          .evaluate((it) => it.getBoundingClientRect().width)
      await scrollTo(0.2)
      await expect.poll(width).toBeGreaterThan(150)
      await scrollTo(0.5)
      await expect.poll(width).toBeLessThan(1)
      await expect(lock).toBeVisible()
      await scrollTo(0.65)
      await expect(lock).toBeHidden()

      const wall = page.getByRole('region', { name: m.landing_wall_title })
      await expect(wall.getByRole('link')).not.toHaveCount(0)
      expect(await barriers(page)).toEqual([])
      await wall.getByRole('link').first().click()
      await expect(page).toHaveURL(/\/@[\w.]+\/[\w-]+$/)
    })

    test('a visitor who wants no motion sees the picture open', async ({ browser }) => {
      const context = await browser.newContext({ locale, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto('/')
      await expect(page.locator('.landing-stage .landing-lock')).toBeHidden()
      await expect(page.locator('.landing-curtain').first()).toBeHidden()
      await context.close()
    })

    test('a visitor learns what a creator would earn', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('link', { name: m.landing_stage_action }).click()
      const fans = page.getByRole('slider', { name: m.earnings_fans })
      await fans.focus()
      await page.keyboard.press('Home')
      await expect(fans).toHaveAttribute('aria-valuetext', '10')
      // Ten fans, 9.99 and 3 a month each, less a fifth of each payment.
      const sum = page.getByText(m.earnings_earned, { exact: true }).locator('..')
      await expect(sum).toContainText(locale.startsWith('fr') ? '103,90' : '103.90')
      expect(await barriers(page)).toEqual([])
    })
  })
}
