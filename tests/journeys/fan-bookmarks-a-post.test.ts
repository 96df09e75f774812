import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { barriers } from '../support/axe.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
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
    await waitUntilAtRest(page)
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

    await test.step('puts it into a new list, finds it there, and deletes the list', async () => {
      await posts.first().getByRole('button', { name: m.posts_menu }).click()
      await page.getByRole('menuitem', { name: m.bookmark_lists_sort }).click()
      const sheet = page.getByRole('dialog', { name: m.bookmark_lists_title })
      await sheet.getByRole('textbox', { name: m.bookmark_lists_new }).fill('Evenings')
      await sheet.getByRole('button', { name: m.bookmark_lists_make }).click()
      await expect(sheet.getByRole('switch', { name: 'Evenings' })).toBeChecked()
      expect(await barriers(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Evenings 1' }).click()
      await expect(page).toHaveURL(/\/bookmarks\?list=/)
      await page.reload()
      await expect(posts).toHaveCount(1)
      expect(await barriers(page)).toEqual([])
      await page.getByRole('button', { name: m.bookmark_lists_more.replace('{name}', 'Evenings') }).click()
      await page.getByRole('menuitem', { name: m.bookmark_lists_delete }).click()
      await page.getByRole('dialog').getByRole('button', { name: m.bookmark_lists_delete }).click()
      await expect(page).toHaveURL(/\/bookmarks$/)
      await expect(posts).toHaveCount(1)
    })

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
