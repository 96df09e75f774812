import { createHmac } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import type { Page } from '@playwright/test'
import { fromBase32 } from '../support/base32.ts'
import { fillBirthdate } from '../support/birthdate.ts'
import { expect, test } from '../support/journey.ts'
import { mailedPath, mailedPaths } from '../support/mailbox.ts'
import { languages, type Messages } from '../support/messages.ts'

const password = 'a-long-enough-password'

/** Every sign-in method (spec §4, §7), in both languages, through the built product and its mails. */
for (const [locale, m] of languages) {
  test(`a user signs up, verifies, resets the password, adds two-factor and a passkey (${locale})`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const name = `j${Date.now().toString(36)}${locale.slice(0, 2)}`
    const email = `${name}@example.test`

    await test.step('signs up and returns to the first page after onboarding', async () => {
      await page.goto('/signup?redirect=%2Fsettings%2Faccount')
      await page.getByLabel(m.auth_email).fill(email)
      await page.getByLabel(m.auth_password).fill(password)
      await page.getByRole('button', { name: m.nav_sign_up }).click()
      await expect(page).toHaveURL(/\/onboarding$/)
      await page.getByLabel(m.onboarding_username).fill(name)
      await fillBirthdate(page, m, '1990-01-01')
      await page.getByRole('button', { name: m.onboarding_action }).click()
      await expect(page).toHaveURL(/\/settings\/account$/)
    })

    await test.step('opens an expired link and requests another', async () => {
      await page.goto(expiredLink(email))
      await page.getByRole('button', { name: m.auth_verify_action }).click()
      await expect(page.getByRole('heading', { name: m.auth_link_expired_title })).toBeVisible()
      await page.getByRole('button', { name: m.auth_verify_resend }).click()
      await expect(page.getByText(m.auth_verify_sent).first()).toBeVisible()
      await expect.poll(async () => (await mailedPaths(page, email, 'verify-email')).length).toBe(2)
      await page.goto('/settings/email')
      await expect(page.getByText(m.account_email_unverified, { exact: true })).toBeVisible()
    })

    await test.step('confirms the address on another device', async () => {
      const there = await browser.newContext({ locale })
      const other = await there.newPage()
      await other.goto(await mailedPath(page, email, 'verify-email'))
      await page.goto('/settings/email')
      await expect(page.getByText(m.account_email_unverified, { exact: true })).toBeVisible()
      await other.getByRole('button', { name: m.auth_verify_action }).click()
      await expect(other.getByRole('heading', { name: m.auth_verified_title })).toBeVisible()
      await there.close()
      await page.goto('/settings/email')
      await expect(page.getByText(m.account_email_verified, { exact: true })).toBeVisible()
    })

    await test.step('sets a new password by mail, which signs this browser out', async () => {
      const there = await browser.newContext({ locale })
      const other = await there.newPage()
      await other.goto('/forgot-password')
      await other.getByLabel(m.auth_email).fill(email)
      await other.getByRole('button', { name: m.auth_forgot_action }).click()
      await expect(other.getByText(m.auth_forgot_sent)).toBeVisible()
      await other.goto(await mailedPath(page, email, 'reset-password'))
      await other.getByLabel(m.auth_new_password).fill(`${password}-2`)
      await other.getByRole('button', { name: m.auth_reset_action }).click()
      await expect(other).toHaveURL(/\/login/)
      await there.close()
      await page.goto('/settings/password')
      await expect(page).toHaveURL(/\/login\?redirect=/)
      await enter(page, m, email, `${password}-2`)
      await expect(page).toHaveURL(/\/settings\/password$/)
    })

    let secret = ''
    let recoveryCode = ''
    await test.step('enables two-factor and is asked for a code at sign-in', async () => {
      await page.getByRole('button', { name: m.account_two_factor_turn_on }).click()
      await page.getByLabel(m.account_password_current).last().fill(`${password}-2`)
      await page.getByRole('button', { name: m.account_continue, exact: true }).click()
      secret = fromBase32((await page.locator('code').textContent()) ?? '')
      await page.getByLabel(m.account_two_factor_code).fill(await createOTP(secret).totp())
      await page.getByRole('button', { name: m.account_two_factor_finish }).click()
      recoveryCode =
        (await page
          .getByRole('list')
          .filter({ hasText: /^\S{5}-/ })
          .getByRole('listitem')
          .first()
          .textContent()) ?? ''
      await page.getByRole('button', { name: m.account_codes_saved }).click()
      await expect(page.getByText(m.account_two_factor_on, { exact: true })).toBeVisible()
      await context.clearCookies({ name: /session_token/ })
      await page.goto('/login')
      await enter(page, m, email, `${password}-2`)
      await expect(page.getByLabel(m.account_two_factor_code)).toBeVisible()
      await page.reload()
      await page.getByLabel(m.account_two_factor_code).fill(await createOTP(secret).totp())
      await page.getByRole('button', { name: m.nav_sign_in, exact: true }).click()
      await expect(page).toHaveURL(/\/$/)
    })

    await test.step('a recovery code signs in once', async () => {
      const spend = async () => {
        await context.clearCookies({ name: /session_token/ })
        await page.goto('/login')
        await enter(page, m, email, `${password}-2`)
        await page.getByRole('button', { name: m.account_step_use_recovery }).click()
        await page.getByLabel(m.account_step_recovery).fill(recoveryCode)
        await page.getByRole('button', { name: m.nav_sign_in, exact: true }).click()
      }
      await spend()
      await expect(page).toHaveURL(/\/$/)
      await spend()
      await expect(page.getByRole('alert')).toHaveText(m.identity_wrong_code)
      await context.clearCookies({ name: /two_factor/ })
      await page.goto('/login')
      await enter(page, m, email, `${password}-2`)
      await page.getByLabel(m.account_two_factor_code).fill(await createOTP(secret).totp())
      await page.getByRole('button', { name: m.nav_sign_in, exact: true }).click()
      await expect(page).toHaveURL(/\/$/)
    })

    await test.step('adds a passkey and signs in with it alone', async () => {
      const cdp = await context.newCDPSession(page)
      await cdp.send('WebAuthn.enable')
      await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      })
      await page.goto('/settings/password')
      await page.getByRole('button', { name: m.account_passkey_add }).click()
      // The toast goes after three seconds, the row stays.
      await expect(page.getByRole('listitem').getByRole('button', { name: m.account_remove })).toBeVisible()
      await context.clearCookies({ name: /session_token/ })
      await page.goto('/login?redirect=%2Fsettings%2Fusername')
      await page.getByRole('button', { name: m.account_with_passkey }).click()
      await expect(page).toHaveURL(/\/settings\/username$/)
    })
    await context.close()
  })
}

async function enter(page: Page, m: Messages, email: string, typed: string): Promise<void> {
  await page.getByLabel(m.auth_email).fill(email)
  await page.getByLabel(m.auth_password).fill(typed)
  await page.getByRole('button', { name: m.nav_sign_in, exact: true }).click()
}

/** A link of the kind that is mailed, of yesterday: signed by the product's own secret, and over. */
function expiredLink(email: string): string {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'HS256' })}.${part({ email, iat: now - 90_000, exp: now - 3_600 })}`
  const signature = createHmac('sha256', process.env.PRODUCT_SECRET ?? '')
    .update(text)
    .digest('base64url')
  return `/auth/verify-email?token=${text}.${signature}`
}
