import type { BrowserContext, Page } from '@playwright/test'

/** "Fast 3G" of Chromium's developer tools: milliseconds and bytes a second. */
const fast3g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_600_000 / 8) * 0.9,
  uploadThroughput: (750_000 / 8) * 0.9,
}

/** A page over fast 3G on a processor that is so many times slower than this machine's. */
export async function openSlowPage(context: BrowserContext, slowerBy: number): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast3g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy })
  return page
}
