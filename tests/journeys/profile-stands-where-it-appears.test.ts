import type { Page } from '@playwright/test'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** A profile that is opened from a list appears whole: code that comes late does not push its price away from a finger. */
test.use({ serviceWorkers: 'block' })

for (const [from, name] of [
  ['/search?q=mina', 'Mina Okafor'],
  ['/', 'Alice Marchetti'],
] as const) {
  test(`a profile opened from ${from} stands where it appears`, async ({ page, context }) => {
    await signIn(context, 'frank@demo.test')
    await page.goto(from)
    await waitForHydration(page)
    await slowCode(page)
    await watchMoves(page)
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('list', { name: 'A glimpse of the posts' })).toBeVisible()
    expect(await moves(page)).toEqual([])
  })
}

/** What stands above the price comes only once the page has been drawn sixty times without it. */
const slowCode = (page: Page) =>
  page.route(/\/(?:profile-topics|bundle-choices)-[^/]+\.js$/, async (route) => {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame)
    })
    await route.continue()
  })

type Watched = Window & { moved?: string[] }

/** Notes what moves by more than a hair, also shortly after a press, which the browser's own sum forgives. */
const watchMoves = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const moved: string[] = []
    ;(window as Watched).moved = moved
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as { value: number; sources: { node?: Node }[] }[])
        if (value > 0.01) moved.push(...sources.map((it) => it.node?.textContent?.slice(0, 40) ?? ''))
    }).observe({ type: 'layout-shift' })
  })

const moves = (page: Page): Promise<string[]> => page.evaluate(() => (window as Watched).moved ?? [])
