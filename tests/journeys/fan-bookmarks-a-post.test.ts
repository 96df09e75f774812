import { expect, test } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { signIn } from '../support/sign-in.ts'

/** Fiona keeps a post of her feed, comes to it again from there, takes the bookmark back and finds the list empty. */
for (const [locale, m] of [
  ['en-US', en],
  ['fr-FR', fr],
] as const) {
  test(`a fan bookmarks a post, finds it in the list and removes it (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale })
    const page = await context.newPage()
    await signIn(context, 'fiona@demo.test')
    const posts = page.getByRole('article')
    const bookmark = (at: number) => posts.nth(at).getByRole('button', { name: m.posts_bookmark, exact: true })
    /** A touch, and the answer of the server to it. */
    const touch = (at: number) =>
      Promise.all([
        page.waitForResponse((it) => it.request().method() === 'POST' && it.url().includes('/_serverFn/')),
        bookmark(at).click(),
      ])

    const empty = page.getByRole('heading', { name: m.bookmarks_empty_title })
    const home = () => page.getByRole('link', { name: m.nav_home, exact: true }).click()

    await page.goto('/settings')
    await page.waitForLoadState('networkidle')
    await page.getByRole('main').getByRole('link', { name: m.title_bookmarks }).click()
    await expect(empty).toBeVisible()

    await home()
    const words = (await posts.nth(1).locator('p').first().textContent()) ?? ''
    await touch(1)
    await expect(bookmark(1)).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('banner').getByRole('link', { name: m.title_bookmarks }).click()
    await expect(page).toHaveURL(/\/bookmarks$/)
    await expect(posts).toHaveCount(1)
    await expect(posts.first()).toContainText(words)
    await expect(bookmark(0)).toHaveAttribute('aria-pressed', 'true')

    // A bookmark that is removed stays in the list, so that it can be undone, until the page is opened again.
    await touch(0)
    await expect(bookmark(0)).toHaveAttribute('aria-pressed', 'false')
    await home()
    await expect(bookmark(1)).toHaveAttribute('aria-pressed', 'false')
    await page.getByRole('banner').getByRole('link', { name: m.title_bookmarks }).click()
    await expect(empty).toBeVisible()
    await context.close()
  })
}
