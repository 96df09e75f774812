import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { expect, test } from '../support/journey.ts'
import { looksRight } from '../support/looks-right.ts'
import { signIn } from '../support/sign-in.ts'

/** Frank, on a phone, follows Bob, finds him beside his subscriptions, and ends it there. */
for (const [locale, m] of [
  ['en-US', en],
  ['fr-FR', fr],
] as const) {
  test(`a fan lists whom they follow, and stops (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await signIn(context, 'frank@demo.test')
    await page.goto('/@bob')
    const main = page.getByRole('main')
    const follow = main.getByRole('button', { name: m.profile_follow, exact: true }).first()
    const answered = () =>
      page.waitForResponse((it) => it.request().method() === 'POST' && it.url().includes('/_serverFn/'))
    if (await follow.isVisible()) await Promise.all([answered(), follow.click()])

    await page.goto('/subscriptions')
    await main.getByRole('link', { name: m.subscriptions_following, exact: true }).click()
    await expect(page).toHaveURL(/\/subscriptions\?tab=following$/)
    const button = page.getByRole('button', { name: `${m.profile_following} @bob`, exact: true })
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await looksRight(page)

    // The row stays until the page is opened again, so that a slip can be taken back.
    await Promise.all([answered(), button.click()])
    await expect(page.getByRole('button', { name: `${m.profile_follow} @bob`, exact: true })).toBeVisible()
    await page.reload()
    await expect(main.getByRole('link', { name: m.subscriptions_following, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `${m.profile_following} @bob`, exact: true })).toBeHidden()
    await context.close()
  })
}
