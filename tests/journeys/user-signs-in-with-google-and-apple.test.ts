import type { Page } from '@playwright/test'
import m from '../../messages/en.json' with { type: 'json' }
import { fillBirthdate } from '../support/birthdate.ts'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { languages, type Messages } from '../support/messages.ts'

/**
 * Google and Apple, played by a real OpenID Connect provider of another site (tests/support/oidc-provider.ts); Apple comes
 * back with a form. A newcomer goes through onboarding to where they were heading, comes back without a question, and
 * a cancelled sign-in says so.
 */
for (const [locale, m] of languages) {
  for (const provider of ['google', 'apple'] as const) {
    test(`a user signs in with ${provider}, signs out, signs in again, and cancels once (${locale})`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      const name = `o${Date.now().toString(36)}${provider[0]}${locale.slice(0, 2)}`
      const button = page.getByRole('button', { name: m[`account_with_${provider}`] })

      await test.step('cancels at the provider', async () => {
        await page.goto('/login?redirect=%2Fsettings%2Fpassword')
        await button.click()
        await page.getByRole('link', { name: /cancel/i }).click()
        await expect(page).toHaveURL(/\/auth\/callback\?.*error=/)
        await expect(page.getByRole('heading', { name: m.auth_callback_failed_title })).toBeVisible()
        await page.getByRole('link', { name: m.auth_back_to_login }).click()
        await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings%2Fpassword$/)
      })

      await test.step('signs up through the provider', async () => {
        await button.click()
        await signInThere(page, name)
        await expect(page).toHaveURL(/\/onboarding$/)
        await onboard(page, m, name)
        await expect(page).toHaveURL(/\/settings\/password$/)
        await page.goto('/settings/email')
        await expect(page.getByText(`${name}@outside.test`)).toBeVisible()
        await expect(page.getByText(m.account_email_verified, { exact: true })).toBeVisible()
      })

      await test.step('signs out and in again without a prompt', async () => {
        await page.goto('/settings')
        await waitForHydration(page)
        await page.getByRole('button', { name: m.session_sign_out }).click()
        await expect(page).toHaveURL(/\/$/)
        await page.goto('/settings/username')
        await expect(page).toHaveURL(/\/login\?redirect=/)
        await button.click()
        await expect(page).toHaveURL(/\/settings\/username$/)
        await expect(page.getByText(m.account_username_now.replace('{username}', name))).toBeVisible()
      })
      await context.close()
    })
  }
}

test('a visitor joins with google for what they want, and it is done', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('/@alice')
  await waitForHydration(page)
  await page.getByRole('link', { name: m.profile_follow, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: m.account_with_google }).click()
  await page.getByRole('link', { name: /cancel/i }).click()
  await page.getByRole('link', { name: m.auth_back_to_login }).click()
  await page.getByRole('button', { name: m.account_with_google }).click()
  const name = `w${Date.now().toString(36)}`
  await signInThere(page, name)
  await expect(page).toHaveURL(/\/onboarding$/)
  await onboard(page, m, name)
  await expect(page).toHaveURL(/\/@alice$/)
  await expect(page.getByRole('button', { name: m.profile_following, exact: true })).toBeVisible()
  await context.close()
})

/** The forms of the provider. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: /sign-in/i }).click()
  await page.getByRole('button', { name: /continue/i }).click()
}

async function onboard(page: Page, m: Messages, name: string): Promise<void> {
  await page.getByLabel(m.onboarding_username).fill(name)
  await fillBirthdate(page, m, '1990-01-01')
  await page.getByRole('button', { name: m.onboarding_action }).click()
}
