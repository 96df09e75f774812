import type { Browser, Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import { barriers } from '../support/axe.ts'
import { fillBirthdate } from '../support/birthdate.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { languages, type Messages } from '../support/messages.ts'

/**
 * A visitor taps what needs an account, joins or signs in over the page, and what they wanted is done: after onboarding,
 * in a tab that is opened later, and for a person who was here before. A sheet that is closed wants nothing any more.
 */
for (const [locale, m] of languages) {
  test(`a visitor who wants to follow joins over the page and follows (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto('/@alice')
    await waitUntilAtRest(page)
    await page.getByRole('link', { name: m.profile_follow, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toHaveAccessibleName(m.auth_join_follow.replace('{name}', 'Alice Marchetti'))
    expect(await barriers(page)).toEqual([])
    const name = await join(page, m)
    await expect(page).toHaveURL(/\/onboarding$/)
    await page.reload()
    await beginAs(page, m, name)
    await expect(page).toHaveURL(/\/@alice$/)
    await expect(page.getByRole('button', { name: m.profile_following, exact: true })).toBeVisible()
    // It is forgotten once it is done.
    await expect.poll(() => stored(page)).toBe(null)
    await context.close()
  })
}

test('a visitor who wants to subscribe closes the tab, comes back and sees the price', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  await page.getByRole('link', { name: /^Subscribe.*month/ }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toHaveAccessibleName('Join to subscribe to Alice Marchetti')
  await expect(sheet).toContainText('€9.99 a month')
  const name = await join(page, en)
  await expect(page).toHaveURL(/\/onboarding$/)
  await page.close()

  const later = await context.newPage()
  await later.goto('/')
  await beginAs(later, en, name)
  await expect(later).toHaveURL(/\/@alice$/)
  await expect(later.getByRole('dialog', { name: 'Subscribe to @alice' })).toContainText('€9.99')
  expect(await stored(later)).toBe(null)
  await context.close()
})

test('a person who was here before signs in over the page, and likes, bookmarks and writes', async ({ browser }) => {
  await asFrank(browser, async (page) => {
    const like = page
      .getByRole('article')
      .first()
      .getByLabel(/^\d+ likes?$/)
    await like.click()
    await enter(page)
    await expect(page.getByText(en.auth_joined_like)).toBeVisible()
    await expect(page).toHaveURL(/\/@alice$/)
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    // Once, whether he liked it before or not; the page of a visitor may have an older count.
    const answer = await page.request.get('/api/users/alice/posts')
    const { data } = (await answer.json()) as { data: { likes: number; liked: boolean }[] }
    expect(data[0]?.liked).toBe(true)
    await expect(like).toHaveAccessibleName(`${data[0]?.likes} likes`)
  })
  await asFrank(browser, async (page) => {
    const bookmark = page.getByRole('article').first().getByLabel(en.posts_bookmark)
    await bookmark.click()
    await enter(page)
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL(/\/@alice$/)
  })
  await asFrank(browser, async (page) => {
    await page.getByRole('link', { name: en.profile_write, exact: true }).click()
    await enter(page)
    await expect(page).toHaveURL(/\/chat\?u=alice$/)
  })
})

test('a sheet that is closed is forgotten, and the focus is back on what opened it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  const follow = page.getByRole('link', { name: en.profile_follow, exact: true })
  await follow.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ act: 'follow', username: 'alice', path: '/@alice' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(follow).toBeFocused()
  expect(await stored(page)).toBe(null)
  await context.close()
})

/** Signs up in the sheet and answers the name that the person takes next. */
async function join(page: Page, m: Messages): Promise<string> {
  const name = `join${Date.now().toString(36)}`
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(m.auth_email).fill(`${name}@example.test`)
  await sheet.getByLabel(m.auth_password).fill('a long enough secret')
  await sheet.getByRole('button', { name: m.nav_sign_up }).click()
  return name
}

async function beginAs(page: Page, m: Messages, name: string): Promise<void> {
  await page.getByLabel(m.onboarding_username).fill(name)
  await fillBirthdate(page, m, '1990-01-01')
  await page.getByRole('button', { name: m.onboarding_action }).click()
}

async function enter(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: en.nav_sign_in }).click()
  await sheet.getByLabel(en.auth_email).fill('frank@demo.test')
  await sheet.getByLabel(en.auth_password).fill('fanfare-demo')
  await sheet.getByRole('button', { name: en.nav_sign_in, exact: true }).first().click()
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('intent'))

/** Opens alice's page as a visitor in a browser that frank has signed in with before, because a new device sends a mail. */
async function asFrank(browser: Browser, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const url = process.env.BASE_URL ?? 'http://localhost:8787'
  await context.addCookies([{ name: 'fanfare.device', value: 'the-browser-of-the-tests', url }])
  const page = await context.newPage()
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  await act(page)
  await context.close()
}
