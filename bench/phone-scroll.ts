import type { Browser, Page } from '@playwright/test'
import { waitUntilAtRest } from '../tests/support/hydrated.ts'
import { signIn } from '../tests/support/sign-in.ts'
import type { Row } from './row.ts'
import { openSlowPage } from './slow-phone.ts'

/** Long pages of a fan, each scrolled by a finger. */
const paths = ['/', '/@alice', '/search', '/chat?u=alice', '/notifications']
/** Pixels, and pixels a second. */
const [distance, speed] = [3_000, 1_500]

// It runs in the page, whose names the compiler does not know here.
const watchFrames = `
  window.frames_ = []
  const note = (at) => { window.frames_.push(at); requestAnimationFrame(note) }
  requestAnimationFrame(note)`

/** Frames a second while pages are scrolled on a sixth of this machine's processor. */
export async function scroll(browser: Browser, { url }: { url: string }): Promise<Row[]> {
  const rates: number[] = []
  for (const path of paths) {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 }, hasTouch: true })
    await signIn(context, 'fiona@demo.test')
    const page = await openSlowPage(context, 6)
    await page.goto(path)
    await waitUntilAtRest(page)
    const rate = await framesWhileScrolled(page)
    console.log(`  ${path} scrolled: ${rate.toFixed(1)} frames a second`)
    rates.push(rate)
    await context.close()
  }
  return [row(Math.min(...rates))]
}

async function framesWhileScrolled(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(watchFrames)
  const gesture = { x: 195, y: 400, speed, gestureSourceType: 'touch' } as const
  // Down, and as far up again: the second time everything is there.
  for (const yDistance of [-distance, distance])
    await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance })
  const times = await page.evaluate<number[]>('window.frames_')
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  return ((times.length - 1) * 1_000) / (last - first)
}

const row = (rate: number): Row => ({
  name: 's  frames of the page that scrolls worst',
  product: rate,
  baseline: 60,
  unit: '1/s',
  bound: { min: 0.9 },
})
