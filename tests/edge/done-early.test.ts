import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { follows } from '../../api/platform/db/schema/users.ts'
import { users as userCalls } from '../../contract/users.ts'
import en from '../../messages/en.json'
import type { Actor } from '../support/api.ts'
import { waitForHydration } from '../support/hydrated.ts'
import { startBrowser } from '../support/browser.ts'
import { startWholeProduct, type WholeProduct } from '../support/whole-product.ts'

/** On a slow line the words are there before the code. What is typed and pressed meanwhile must count when the code has come. */
let product: WholeProduct
let browser: Browser
let page: Page
const name = `early${Date.now().toString(36)}`
const [email, password] = [`${name}@example.test`, 'a-long-enough-password']

beforeAll(async () => {
  product = await startWholeProduct()
  browser = await startBrowser()
  // The worker would have the code at hand.
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-US', serviceWorkers: 'block' })
  page = await context.newPage()
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

it('writes to somebody what was typed', patient, async () => {
  const creator = await product.api.makeUser({ isCreator: true })
  const me = await product.api.makeUser()
  await product.api.call(me, userCalls.follow, { id: creator.id })
  await enterAs(me)
  const wake = await openBeforeItsCode(`/chat?u=@${creator.username}`)
  await page.locator('main textarea').fill('Typed early')
  await wake()
  await page.getByRole('button', { name: en.chat_send, exact: true }).click()
  await page.getByRole('log').getByText('Typed early').waitFor()
})

it('writes to all what was typed', patient, async () => {
  const creator = await product.api.makeUser({ isCreator: true })
  await product.api.call(await product.api.makeUser(), userCalls.follow, { id: creator.id })
  await enterAs(creator)
  const wake = await openBeforeItsCode('/chat/creator-channel')
  await page.getByRole('textbox', { name: en.broadcasts_text }).fill('Typed early, to all')
  await wake()
  await page.getByRole('button', { name: en.broadcasts_send }).click()
  await page.getByRole('listitem').filter({ hasText: 'Typed early, to all' }).waitFor()
})

it('presses what was pressed, and never sends a form by itself', patient, async () => {
  await page.context().clearCookies({ name: /session_token/ })
  const wake = await openBeforeItsCode('/login')
  await page.getByLabel(en.auth_email).fill(email)
  await page.getByLabel(en.auth_password).fill(password)
  await page.getByLabel(en.auth_password).press('Enter')
  expect(new URL(page.url()).search).toBe('')
  await wake()
  await page.waitForURL(`${product.url}/`)
})

it('follows whom one meant to follow, once', patient, async () => {
  const creator = await product.api.makeUser({ isCreator: true })
  await enterAs(await product.api.makeUser())
  const wake = await openBeforeItsCode(`/@${creator.username}`)
  const follow = page.getByRole('button', { name: en.profile_follow, exact: true })
  await follow.click()
  await follow.click()
  await wake()
  await page.getByRole('button', { name: en.profile_following, exact: true }).waitFor()
  await expect.poll(() => product.api.db.$count(follows, eq(follows.userId, creator.id))).toBe(1)
})

async function enterAs({ cookie }: Actor): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: product.url }])
}

/**
 * Opens a page whose scripts wait until they are let through; the answer lets them, and waits until they have run. The
 * route stays: taken away while a script is on it, that script never comes.
 */
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
    await waitForHydration(page)
  }
}
