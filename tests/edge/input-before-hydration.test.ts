import type { Browser, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { follows } from '../../api/platform/db/schema/users.ts'
import { users as userCalls } from '../../contract/users.ts'
import en from '../../messages/en.json'
import type { Actor } from '../support/api.ts'
import { fillBirthdate } from '../support/birthdate.ts'
import { startBrowser } from '../support/browser.ts'
import { waitForHydration } from '../support/hydrated.ts'
import { startWholeProduct, type WholeProduct } from '../support/whole-product.ts'

/** On a slow connection the text of a page arrives before its scripts. Input made before hydration must count afterwards. */
let product: WholeProduct
let browser: Browser
let page: Page
const name = `early${Date.now().toString(36)}`
const [email, password] = [`${name}@example.test`, 'a-long-enough-password']

beforeAll(async () => {
  product = await startWholeProduct()
  browser = await startBrowser()
  // A service worker would serve the scripts from its cache.
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-US', serviceWorkers: 'block' })
  page = await context.newPage()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
const slow = { timeout: 120_000 }

it('signs up with an address typed before hydration', slow, async () => {
  const hydrate = await openBeforeHydration('/signup')
  await page.getByLabel(en.auth_email).fill(email)
  await page.getByLabel(en.auth_password).fill(password)
  await hydrate()
  await page.getByRole('button', { name: en.nav_sign_up }).click()
  await page.waitForURL('**/onboarding')
})

it('shows the profile address of a username typed before hydration, and takes the username', slow, async () => {
  const hydrate = await openBeforeHydration('/onboarding')
  await page.getByLabel(en.onboarding_username).fill(name)
  await fillBirthdate(page, en, '1990-01-01')
  await hydrate()
  await page.getByText(`/@${name}`).waitFor()
  expect(await page.getByLabel(en.onboarding_username).inputValue()).toBe(name)
  await page.getByRole('button', { name: en.onboarding_action }).click()
  await page.waitForURL(`**/@${name}`)
})

it('searches for a text typed before hydration', slow, async () => {
  const hydrate = await openBeforeHydration('/search')
  await page.getByRole('searchbox').fill('alice')
  await hydrate()
  await page.waitForURL('**/search?q=alice')
})

it('signs in with credentials typed before hydration', slow, async () => {
  await page.context().clearCookies({ name: /session_token/ })
  const hydrate = await openBeforeHydration('/login')
  await page.getByLabel(en.auth_email).fill(email)
  await page.getByLabel(en.auth_password).fill(password)
  await hydrate()
  await page.getByRole('button', { name: en.nav_sign_in, exact: true }).click()
  await page.waitForURL(`${product.url}/`)
})

it('sends a message typed before hydration', slow, async () => {
  const creator = await product.api.makeUser({ isCreator: true })
  const fan = await product.api.makeUser()
  await product.api.call(fan, userCalls.follow, { id: creator.id })
  await signInAs(fan)
  const hydrate = await openBeforeHydration(`/chat?u=@${creator.username}`)
  await page.locator('main textarea').fill('Typed early')
  await hydrate()
  await page.getByRole('button', { name: en.chat_send, exact: true }).click()
  await page.getByRole('log').getByText('Typed early').waitFor()
})

it('sends a broadcast typed before hydration', slow, async () => {
  const creator = await product.api.makeUser({ isCreator: true })
  await product.api.call(await product.api.makeUser(), userCalls.follow, { id: creator.id })
  await signInAs(creator)
  const hydrate = await openBeforeHydration('/chat/creator-channel')
  await page.getByRole('textbox', { name: en.broadcasts_text }).fill('Typed early, to all')
  await hydrate()
  await page.getByRole('button', { name: en.broadcasts_send }).click()
  await page.getByRole('dialog').getByRole('button', { name: en.broadcasts_send_confirm }).click()
  await page.getByRole('listitem').filter({ hasText: 'Typed early, to all' }).waitFor()
})

it('submits the form after hydration when Enter was pressed before, and never without scripts', slow, async () => {
  await page.context().clearCookies({ name: /session_token/ })
  const hydrate = await openBeforeHydration('/login')
  await page.getByLabel(en.auth_email).fill(email)
  await page.getByLabel(en.auth_password).fill(password)
  await page.getByLabel(en.auth_password).press('Enter')
  expect(new URL(page.url()).search).toBe('')
  await hydrate()
  await page.waitForURL(`${product.url}/`)
})

it('follows once when the button was pressed twice before hydration', slow, async () => {
  const creator = await product.api.makeUser({ isCreator: true })
  await signInAs(await product.api.makeUser())
  const hydrate = await openBeforeHydration(`/@${creator.username}`)
  const follow = page.getByRole('button', { name: en.profile_follow, exact: true })
  await follow.click()
  await follow.click()
  await hydrate()
  await page.getByRole('button', { name: en.profile_following, exact: true }).waitFor()
  await expect.poll(() => product.api.db.$count(follows, eq(follows.userId, creator.id))).toBe(1)
})

async function signInAs({ cookie }: Actor): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: product.url }])
}

/**
 * Opens a page and holds its scripts back. The returned function releases them and waits for hydration. The route is
 * never removed, because a script that it holds at that moment would not load.
 */
async function openBeforeHydration(path: string): Promise<() => Promise<void>> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const scripts = '**/assets/*.js'
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    release()
    await waitForHydration(page)
  }
}
