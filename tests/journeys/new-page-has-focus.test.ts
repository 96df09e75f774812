import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** Frank goes from page to page by the keyboard: each new page has the focus on its heading, which is then read. */
test('a new page gives its heading the focus, and what a page focuses itself keeps it', async ({ page, context }) => {
  await signIn(context, 'frank@demo.test')
  await page.goto('/')
  await waitForHydration(page)
  for (const [link, heading] of [
    ['Notifications', 'Notifications'],
    ['Search', 'Search'],
  ] as const) {
    await page.getByRole('link', { name: link }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
  await page.getByRole('main').getByRole('link', { name: /mina/i }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Mina/ })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeFocused()
  await page.getByRole('searchbox').fill('alice')
  await expect(page).toHaveURL(/q=alice/)
  await expect(page.getByRole('searchbox')).toBeFocused()
})
