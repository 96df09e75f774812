import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import en from '../../messages/en.json'
import { startBrowser } from '../support/browser.ts'
import { startWholeProduct, type WholeProduct } from '../support/whole-product.ts'

/** On a slow line the words are there before the code. What is typed meanwhile must count when the code has come. */
let product: WholeProduct
let browser: Browser
let page: Page
const name = `early${Date.now().toString(36)}`
const [email, password] = [`${name}@example.test`, 'a-long-enough-password']

beforeAll(async () => {
  product = await startWholeProduct()
  browser = await startBrowser()
  page = await (await browser.newContext({ baseURL: product.url, locale: 'en-US' })).newPage()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
const patient = { timeout: 120_000 }

it('signs up with what was typed', patient, async () => {
  const wake = await openBeforeItsCode('/signup')
  await page.getByLabel(en.auth_email).fill(email)
  await page.getByLabel(en.auth_password).fill(password)
  await wake()
  await page.getByRole('button', { name: en.nav_sign_up }).click()
  await page.waitForURL('**/onboarding')
})

it('shows the address of the username that was typed, and takes it', patient, async () => {
  const wake = await openBeforeItsCode('/onboarding')
  await page.getByLabel(en.onboarding_username).fill(name)
  await page.getByLabel(en.onboarding_birthdate).fill('1990-01-01')
  await wake()
  await page.getByText(`/@${name}`).waitFor()
  expect(await page.getByLabel(en.onboarding_username).inputValue()).toBe(name)
  await page.getByRole('button', { name: en.onboarding_action }).click()
  await page.waitForURL(`**/@${name}`)
})

it('looks for what was typed', patient, async () => {
  const wake = await openBeforeItsCode('/search')
  await page.getByRole('searchbox').fill('alice')
  await wake()
  await page.waitForURL('**/search?q=alice')
})

it('signs in with what was typed', patient, async () => {
  await page.context().clearCookies({ name: /session_token/ })
  const wake = await openBeforeItsCode('/login')
  await page.getByLabel(en.auth_email).fill(email)
  await page.getByLabel(en.auth_password).fill(password)
  await wake()
  await page.getByRole('button', { name: en.nav_sign_in, exact: true }).click()
  await page.waitForURL(`${product.url}/`)
})

/** Opens a page whose scripts wait until they are let through; the answer lets them, and waits until they have run. */
async function openBeforeItsCode(path: string): Promise<() => Promise<void>> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  const scripts = '**/assets/*.js'
  await page.route(scripts, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    letThrough()
    await page.waitForFunction(() => {
      const field = document.querySelector('main input')
      return field !== null && Object.keys(field).some((it) => it.startsWith('__reactProps'))
    })
    await page.unroute(scripts)
  }
}
