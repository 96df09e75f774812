import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startBrowser } from '../tests/support/browser.ts'
import { waitUntilAtRest } from '../tests/support/hydrated.ts'
import { freePort } from '../tests/support/ports.ts'
import { signIn } from '../tests/support/sign-in.ts'
import { startProduct } from '../tools/dev/product.ts'
import { build } from '../tools/release/build.ts'
import { median } from './row.ts'

/**
 * How many milliseconds pass from the tap on a picture of the feed until the viewer shows it whole, in the built product
 * with the demo world: the first time, when its code is loaded too, and the median of seven more.
 */
export async function measureViewer(): Promise<{ first: number; again: number }> {
  await build({ log: () => undefined })
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-viewer-'))
  const [port, apiPort] = [await freePort(), await freePort()]
  const product = await startProduct({ port, apiPort, dataDir, env: { RATE_LIMITS: 'off' }, log: () => undefined })
  const browser = await startBrowser()
  try {
    process.env.BASE_URL = product.url
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
    await signIn(context, 'fiona@demo.test')
    const page = await context.newPage()
    await page.goto(product.url)
    await waitUntilAtRest(page)
    const first = await openAndClose(page)
    const more: number[] = []
    while (more.length < 7) more.push(await openAndClose(page))
    return { first, again: median(more) }
  } finally {
    await browser.close()
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function openAndClose(page: Page): Promise<number> {
  const took = await page.evaluate<number>(open)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return took
}

/** In the page, until the first picture is drawn in the viewer: the size that the page has already. */
const open = `(async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const began = performance.now()
  document.querySelector('main button[aria-label^="Show in full"]').click()
  const pictures = () => [...document.querySelectorAll('[role=dialog] .yarl__slide_current img')]
  while (!pictures().some((it) => it.complete && it.naturalWidth > 0)) await frame()
  await frame()
  return performance.now() - began
})()`
