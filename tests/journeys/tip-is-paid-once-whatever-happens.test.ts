import type { BrowserContext, Page } from '@playwright/test'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { newFan } from '../support/new-fan.ts'
import { payAtProvider } from '../support/provider-page.ts'

/**
 * A fan without coins tips a creator, which could be charged twice like nothing else, and at each step each thing that
 * happens to people comes in between. Then they go on as fans do. One payment and one tip is what is left, with its
 * words, and no sheet stays open. They tip Mina, whose inbox no journey reads.
 */
const words = 'For the curtain'
type Fan = { context: BrowserContext; page: Page; checkout: string; let: (isLost?: boolean) => void }
/** Answers the page on which the fan goes on. */
type Interruption = (fan: Fan) => Promise<Page>

const onSheet: Record<string, Interruption> = {
  Back: async ({ page }) => {
    await page.goBack()
    await expect(sheetOf(page)).toHaveCount(0)
    // Who closes a sheet does not want it any more, or wants it again.
    await openSheet(page)
    return page
  },
  'a reload': async ({ page }) => {
    await page.reload()
    return page
  },
  'no signal': async ({ context, page }) => {
    await context.setOffline(true)
    await pay(page).click()
    await expect(sheetOf(page).getByRole('alert')).toBeVisible()
    await context.setOffline(false)
    return page
  },
  'a second tap': async ({ page }) => {
    await pay(page).dblclick()
    return page
  },
  'a second tab': async ({ context, page }) => {
    await pay(page).click()
    await expect(coins(page)).toBeVisible()
    const second = await context.newPage()
    await openSheet(second)
    await pay(second).click()
    await expect(coins(second)).toBeVisible()
    // Both lead to the same payment.
    expect(second.url()).toBe(page.url())
    await second.close()
    return page
  },
  'a closed tab': async ({ context, page }) => {
    await page.close()
    const again = await context.newPage()
    await openSheet(again)
    return again
  },
}

const atProvider: Record<string, Interruption> = {
  Back: async ({ page, checkout }) => {
    await page.goBack()
    await expect(sheetOf(page)).toContainText('Waiting for your payment')
    await pay(page).click()
    await expect(page).toHaveURL(checkout)
    return page
  },
  'a reload': async ({ page }) => {
    await page.reload()
    return page
  },
  'no signal': async ({ context, page, checkout }) => {
    await context.setOffline(true)
    await payAtProvider(page).click({ noWaitAfter: true })
    await expect(coins(page)).toHaveCount(0)
    await context.setOffline(false)
    await page.goto(checkout)
    return page
  },
  'a second tap': async ({ page }) => {
    await payAtProvider(page).dblclick()
    return page
  },
  'a second tab': async ({ context, page, checkout }) => {
    const second = await context.newPage()
    await second.goto(checkout)
    await payAtProvider(second).click()
    await expect(second).toHaveURL(/\/@mina$/)
    return page
  },
  'a closed tab': async ({ context, page, checkout }) => {
    await page.close()
    const again = await context.newPage()
    await again.goto(checkout)
    return again
  },
}

/** The coins are there, the tip is made, and its answer is on the way. */
const onReturn: Record<string, Interruption> = {
  Back: async ({ page, let: free }) => {
    await page.goBack({ waitUntil: 'load' })
    free()
    // The way back may turn the page at the same moment, and would end this.
    await expect(() => page.goto('/@mina')).toPass()
    return page
  },
  'a reload': async ({ page, let: free }) => {
    free()
    await page.reload()
    return page
  },
  'no signal': async ({ context, page, let: free }) => {
    await context.setOffline(true)
    free(true)
    await expect(sheetOf(page).getByRole('alert')).toBeVisible()
    await context.setOffline(false)
    return page
  },
  'a second tap': async ({ page, let: free }) => {
    await sheetOf(page).getByRole('button').last().click({ force: true })
    free()
    return page
  },
  'a second tab': async ({ context, page, let: free }) => {
    const second = await context.newPage()
    await second.goto('/')
    await waitUntilAtRest(second)
    free()
    return page
  },
  'a closed tab': async ({ context, page }) => {
    await page.close()
    const again = await context.newPage()
    await again.goto('/')
    return again
  },
}

const steps = {
  'before paying': { go: openSheet, interruptions: onSheet },
  'at the provider': { go: toProvider, interruptions: atProvider },
  'on the way back': { go: toReturn, interruptions: onReturn },
}

for (const [step, { go, interruptions }] of Object.entries(steps))
  test(`a tip is paid once, whatever happens ${step}`, async ({ browser }) => {
    for (const [what, interrupt] of Object.entries(interruptions))
      await test.step(what, async () => {
        const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
        await newFan(context, 'calm')
        const page = await context.newPage()
        const free = (await go(page)) ?? (() => {})
        await finish(await interrupt({ context, page, checkout: page.url(), let: free }))
        for (const open of context.pages()) await expect(open.getByRole('dialog')).toHaveCount(0)
        await context.close()
      })
  })

/** Goes on as fans do: presses what is offered until the tip is there, and looks whether it is there once. */
async function finish(page: Page): Promise<void> {
  const next = pay(page).or(payAtProvider(page)).or(again(page))
  await expect(async () => {
    if (await next.isVisible()) await next.click({ timeout: 1_000 })
    expect(await movements(page)).toContainEqual(['tip', -10])
  }).toPass()
  // What is left of the way back may still turn this page to another one, which fans leave again.
  await expect(async () => {
    await page.goto('/chat?u=mina')
    await expect(page.getByText(words)).toHaveCount(1, { timeout: 15_000 })
    await page.reload()
    await expect(page.getByText(words)).toHaveCount(1, { timeout: 15_000 })
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 15_000 })
  }).toPass()
  expect(await movements(page)).toEqual([
    ['tip', -10],
    ['topup', 10],
  ])
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'A tip for @mina' })
const pay = (page: Page) => sheetOf(page).getByRole('button', { name: 'Pay the missing €10.00' })
const again = (page: Page) => sheetOf(page).getByRole('button', { name: /^Send.*10/ })
const coins = (page: Page) => page.getByRole('heading', { name: '10 coins' })

async function openSheet(page: Page): Promise<void> {
  await page.goto('/@mina')
  await waitUntilAtRest(page)
  await page.getByRole('main').getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  await sheetOf(page).getByRole('button', { name: '10', exact: true }).click()
  await sheetOf(page)
    .getByLabel(/^Message/)
    .fill(words)
  await expect(pay(page)).toBeVisible()
}

async function toProvider(page: Page): Promise<void> {
  await openSheet(page)
  await pay(page).click()
  await expect(coins(page)).toBeVisible()
}

/** Answers what lets the answer of the tip through, which is held back until then. */
async function toReturn(page: Page): Promise<(isLost?: boolean) => void> {
  await toProvider(page)
  const held = Promise.withResolvers<boolean>()
  const made = Promise.withResolvers<void>()
  let isMade = false
  await page.route(
    (url) => url.pathname.includes('_serverFn'),
    async (route) => {
      if (isMade || !route.request().postData()?.includes(words)) return route.fallback()
      isMade = true
      const response = await route.fetch()
      made.resolve()
      const isLost = await held.promise
      await (isLost ? route.abort() : route.fulfill({ response })).catch(() => {})
    },
  )
  await payAtProvider(page).click()
  await made.promise
  return (isLost = false) => held.resolve(isLost)
}

async function movements(page: Page): Promise<[string, number][]> {
  const base = process.env.BASE_URL ?? 'http://localhost:8787'
  const answer = await page.request.get(`${base}/api/wallet/transactions`, { maxRetries: 2 })
  const { data } = (await answer.json()) as { data: { kind: string; amount: number }[] }
  return data.map((it) => [it.kind, it.amount])
}
