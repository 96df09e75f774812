import { expect, type Page } from '@playwright/test'
import { barriers } from './axe.ts'

/** Nothing that axe calls serious, and nothing wider than the screen. */
export async function looksRight(page: Page): Promise<void> {
  // What is fading in has other colours for a moment. What follows the scroll never ends.
  await page.evaluate(() => {
    const isEnding = ({ effect, timeline }: Animation) =>
      timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity
    const ending = document.getAnimations().filter(isEnding)
    return Promise.all(ending.map((it) => it.finished.catch(() => undefined)))
  })
  expect(await barriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
}
