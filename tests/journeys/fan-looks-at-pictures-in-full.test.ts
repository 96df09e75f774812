import type { Locator, Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** Fiona, on a phone, looks at pictures of her feed: whole, closer, one after the other, and back where she was. */
for (const [locale, m] of [
  ['en-US', en],
  ['fr-FR', fr],
] as const) {
  test(`a fan looks at pictures whole, closer, and goes back (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale, hasTouch: true, isMobile: true, deviceScaleFactor: 2 })
    const page = await context.newPage()
    await signIn(context, 'fiona@demo.test')
    const lightbox = page.getByRole('dialog', { name: m.lightbox_title })
    // While a larger size loads there are two: the one that is seen is the last.
    const seen = lightbox.locator('.yarl__slide_current img[alt]:not([alt=""])').last()
    const tiles = page.getByRole('main').getByRole('button', { name: m.lightbox_open.replace('{name}', '') })

    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true')
    // Other journeys may have posted films.
    const tile = tiles.filter({ hasNot: page.locator('svg') }).first()
    await tile.tap()
    await expect(lightbox).toBeVisible()
    await expect(seen).toBeVisible()
    await isWhole(page, seen)
    const address = page.url()

    const { width } = (await seen.boundingBox()) ?? { width: 0 }
    await pinch(page)
    await expect.poll(async () => ((await seen.boundingBox())?.width ?? 0) / width).toBeGreaterThan(1.5)

    await page.goBack()
    await expect(lightbox).toBeHidden()
    expect(page.url()).toBe(address)
    await expect(tile).toBeFocused()

    await page.goto('/settings/unlocked')
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true')
    await tiles.first().tap()
    const place = (at: number) =>
      lightbox.getByText(new RegExp(`^${m.lightbox_place.replace('{at}', `${at}`).replace('{of}', '\\d+')}$`))
    await expect(place(1)).toBeVisible()
    await swipe(page, [-250, 0])
    await expect(place(2)).toBeVisible()
    await swipe(page, [0, 350])
    await expect(lightbox).toBeHidden()
    await expect(page).toHaveURL(/\/settings\/unlocked$/)
    await context.close()
  })
}

/** Nothing is cut off: all of the picture is on the screen, in its own shape. */
async function isWhole(page: Page, picture: Locator): Promise<void> {
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
  const shape = await picture.evaluate((it: HTMLImageElement) => it.naturalWidth / it.naturalHeight)
  const box = (await picture.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 1 }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(Math.abs(box.width / box.height - shape)).toBeLessThan(0.02)
  const edges = [box.x, box.y, width - box.x - box.width, height - box.y - box.height]
  expect(Math.min(...edges)).toBeGreaterThan(-1)
}

/** Two fingers move apart in the middle of the screen. */
async function pinch(page: Page): Promise<void> {
  await touches(
    page,
    [0, 20, 40, 60, 80, 100].map((by) => [
      { x: 175 - by, y: 422 },
      { x: 215 + by, y: 422 },
    ]),
  )
}

/** A finger moves from the middle of the screen. */
async function swipe(page: Page, [x, y]: [number, number]): Promise<void> {
  await touches(
    page,
    [0, 0.25, 0.5, 0.75, 1].map((part) => [{ x: 300 + x * part, y: 350 + y * part }]),
  )
}

/** Playwright has no moving fingers of its own. */
async function touches(page: Page, moves: { x: number; y: number }[][]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  for (const [at, touchPoints] of moves.entries())
    await devtools.send('Input.dispatchTouchEvent', { type: at === 0 ? 'touchStart' : 'touchMove', touchPoints })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}
