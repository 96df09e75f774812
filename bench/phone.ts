import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBrowser } from '../tests/support/browser.ts'
import { freePort } from '../tests/support/ports.ts'
import { startProduct } from '../tools/dev/product.ts'
import { timeFirstPurchase } from './phone-purchase.ts'
import { scroll } from './phone-scroll.ts'
import { walk } from './phone-walk.ts'
import { holds, print } from './row.ts'

/**
 * `npm run bench:phone`: the product on a slow phone over fast 3G, in Chromium. How long a stranger takes from a creator's
 * link to the first message as a subscriber, on a sixth of this machine's processor; and what ten pages cost a fan on a
 * quarter of it, as in Lighthouse: the largest paint, what moves, and the slowest answer to a press; and how smoothly
 * pages scroll on a sixth.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'bench-phone-'))
const product = await startProduct({ port: await freePort(), apiPort: await freePort(), dataDir, log: console.log })
const browser = await startBrowser()
let isWithinBounds = false
try {
  Object.assign(process.env, { BASE_URL: product.url, API_URL: product.apiUrl })
  const rows = [
    ...(await timeFirstPurchase(browser, product)),
    ...(await walk(browser, product)),
    ...(await scroll(browser, product)),
  ]
  print(rows)
  isWithinBounds = rows.every(holds)
} finally {
  await browser.close()
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(isWithinBounds ? 0 : 1)
