import type { Page } from '@playwright/test'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { newFan } from '../support/new-fan.ts'
import { payAtProvider } from '../support/provider-page.ts'

/**
 * A fan without coins buys from the sheet, and at every step something comes in between: a reload, Back, a second tap, a
 * second tab, an answer that is lost, a tab that is closed. Each purchase is charged once, and nothing is lost.
 */
test('a subscription is charged once, whatever comes in between', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await newFan(context, 'twice')
  const page = await context.newPage()
  const sheet = page.getByRole('dialog', { name: 'Subscribe to @alice' })
  const pay = sheet.getByRole('button', { name: 'Pay the missing €9.99' })
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  await page.getByRole('button', { name: /^Subscribe.*month/ }).click()
  await expect(pay).toBeVisible()

  await test.step('a reload keeps the sheet', async () => {
    await page.reload()
    await expect(pay).toBeVisible()
  })

  let checkout = ''
  await test.step('two taps begin one payment, and Back leads to the sheet and the same payment', async () => {
    await pay.dblclick()
    await expect(page.getByRole('heading', { name: '9.99 coins' })).toBeVisible()
    checkout = page.url()
    await page.goBack()
    await expect(pay).toBeVisible()
    await expect(sheet).toContainText('Waiting for your payment')
    await pay.click()
    await expect(page).toHaveURL(checkout)
  })

  await test.step('a second tab shows no purchase while the payment is open', async () => {
    const second = await context.newPage()
    await second.goto('/@alice')
    await waitUntilAtRest(second)
    await expect(second.getByRole('button', { name: /^Subscribe.*month/ })).toBeVisible()
    await expect(second.getByRole('dialog')).toHaveCount(0)
    await second.close()
  })

  await test.step('the answer of the purchase is lost and the page is loaded again', async () => {
    const lost = loseAnswer(page, 'expected_price')
    await payAtProvider(page).click()
    await expect(page).toHaveURL(/\/@alice$/)
    await lost
    await page.reload()
    await expect(page.getByRole('main').getByText('Subscribed', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  expect(await movements(page)).toEqual([
    ['subscription', -9.99],
    ['topup', 9.99],
  ])
  await context.close()
})

test('a tip is sent once when the tab is closed at the provider', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await newFan(context, 'closed')
  const page = await context.newPage()
  const sheet = page.getByRole('dialog', { name: 'A tip for @alice' })
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  await page.getByRole('main').getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  await sheet.getByRole('button', { name: '10', exact: true }).click()
  await sheet.getByLabel(/^Message/).fill('For the curtain')
  await page.reload()
  await expect(sheet.getByLabel(/^Message/)).toHaveValue('For the curtain')
  await sheet.getByRole('button', { name: 'Pay the missing €10.00' }).click()
  await expect(page.getByRole('heading', { name: '10 coins' })).toBeVisible()
  const checkout = page.url()
  await page.close()

  await test.step('the payment is made elsewhere, and the tip completes itself in two tabs at once', async () => {
    const provider = await context.newPage()
    await provider.goto(checkout)
    await payAtProvider(provider).click()
    await expect(provider).toHaveURL(/\/@alice$/)
    const other = await context.newPage()
    await other.goto('/')
    await expect
      .poll(() => movements(provider))
      .toEqual([
        ['tip', -10],
        ['topup', 10],
      ])
    await expect(provider.getByRole('dialog')).toHaveCount(0)
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await provider.goto('/chat?u=alice')
    await expect(provider.getByText('For the curtain')).toHaveCount(1)
    await other.reload()
    await waitUntilAtRest(other)
    expect(await movements(other)).toHaveLength(2)
  })
  await context.close()
})

test('a payment that is cancelled charges nothing and can be made after all', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await newFan(context, 'cancelled')
  const page = await context.newPage()
  const sheet = page.getByRole('dialog', { name: 'Subscribe to @alice' })
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  await page.getByRole('button', { name: /^Subscribe.*month/ }).click()
  await sheet.getByRole('button', { name: 'Pay the missing €9.99' }).click()
  await page.getByRole('button', { name: 'Let the payment fail' }).click()
  await expect(page).toHaveURL(/\/@alice$/)
  await expect(sheet).toContainText('Nothing')
  expect(await movements(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Pay the missing €9.99' }).click()
  await payAtProvider(page).click()
  await expect(page.getByRole('main').getByText('Subscribed', { exact: true })).toBeVisible()
  expect(await movements(page)).toHaveLength(2)
  await context.close()
})

/** Lets the next call with this text reach the server and drops its answer; resolves when that is done. */
function loseAnswer(page: Page, text: string): Promise<void> {
  const isCall = (url: URL) => url.pathname.includes('_serverFn')
  return new Promise((resolve) => {
    void page.route(isCall, async (route) => {
      if (!route.request().postData()?.includes(text)) return route.fallback()
      await route.fetch()
      await route.abort()
      await page.unroute(isCall)
      resolve()
    })
  })
}

async function movements(page: Page): Promise<[string, number][]> {
  const base = process.env.BASE_URL ?? 'http://localhost:8787'
  const answer = await page.request.get(`${base}/api/wallet/transactions`)
  const { data } = (await answer.json()) as { data: { kind: string; amount: number }[] }
  return data.map((it) => [it.kind, it.amount])
}
