import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { fillBirthdate } from '../support/birthdate.ts'
import { expect, test } from '../support/journey.ts'
import { mailedPath } from '../support/mailbox.ts'
import { languages, type Messages } from '../support/messages.ts'
import { signIn } from '../support/sign-in.ts'

const password = 'a-long-enough-password'

/**
 * What a user does with an account besides using it (product §22–§25): another name and address, a copy of everything,
 * signing other devices out, deleting it, and thinking better of that.
 */
for (const [locale, m] of languages) {
  test(`a user changes name and address, signs out everywhere, deletes the account and restores it (${locale})`, async ({
    browser,
  }) => {
    const here = await device(browser, locale)
    const page = await here.newPage()
    const name = `l${Date.now().toString(36)}${locale.slice(0, 2)}`
    const [email, other] = [`${name}@example.test`, `${name}-new@example.test`]
    await signUp(page, m, name, email)

    await test.step('changes the username; the old one redirects to it', async () => {
      await page.goto('/settings/username')
      await page.getByLabel(m.account_username_new).fill('settings')
      await expect(page.getByText(m.refusal_invalid_username).first()).toBeVisible()
      await page.getByLabel(m.account_username_new).fill(`${name}_b`)
      await page.getByRole('button', { name: m.account_username_action }).click()
      await expect(page.getByText(m.account_username_changed.replace('{username}', `${name}_b`))).toBeVisible()
      await page.goto(`/@${name}`)
      await expect(page).toHaveURL(new RegExp(`/@${name}_b$`))
    })

    await test.step('changes the address after both addresses confirmed', async () => {
      await page.goto(await mailedPath(page, email, 'verify-email'))
      await page.getByRole('button', { name: m.auth_verify_action }).click()
      await expect(page.getByRole('heading', { name: m.auth_verified_title })).toBeVisible()
      await page.goto('/settings/email')
      await page.getByLabel(m.account_email_new).fill(other)
      await page.getByRole('button', { name: m.account_email_action }).click()
      await expect(page.getByText(m.account_email_waiting, { exact: true })).toBeVisible()
      await agree(browser, locale, m, await mailedPath(page, other, 'change='), m.account_confirm_waits_old)
      await agree(browser, locale, m, await mailedPath(page, email, 'change='), m.account_confirm_changed)
      await page.reload()
      await expect(page.getByText(other, { exact: true })).toBeVisible()
    })

    await test.step('sees the other device and signs it out', async () => {
      const there = await device(browser, locale)
      await signIn(there, other, password)
      const elsewhere = await there.newPage()
      await elsewhere.goto('/settings')
      await expect(elsewhere).toHaveURL(/\/settings$/)
      await page.goto('/settings/account')
      await expect(page.getByText(m.account_session_current, { exact: true })).toHaveCount(1)
      await expect(page.getByText(/Chrome · Linux/)).toHaveCount(2)
      await page.getByRole('button', { name: m.account_sessions_end_all }).click()
      await expect(page.getByText(m.account_sessions_ended.replace('{count}', '1'))).toBeVisible()
      await elsewhere.goto('/settings')
      await expect(elsewhere).toHaveURL(/\/login\?redirect=/)
      await there.close()
    })

    await test.step('downloads a copy of everything', async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: m.account_export_action }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(new RegExp(`^fanfare-${name}_b-[\\d-]+\\.zip$`))
      const bytes = await readFile(await file.path())
      expect(bytes.subarray(0, 2).toString()).toBe('PK')
      const parts = ['profile.json', 'messages_sent.json', 'messages_received.json', 'coins.json', 'manifest.json']
      for (const part of parts) expect(bytes.includes(part)).toBe(true)
    })

    await test.step('sees what happens to their agency', async () => {
      const headers = { origin: new URL(page.url()).origin }
      const made = await page.request.post('/api/agencies', { headers, data: { name: 'Short & Lived' } })
      expect(made.status()).toBe(201)
      await page.reload()
      await expect(page.getByText(m.account_delete_agency_ends.replace('{agency}', 'Short & Lived'))).toBeVisible()
    })

    await test.step('deletes the account, which hides it, and restores it by signing in', async () => {
      await page.getByLabel(m.account_delete_confirm.replace('{name}', `${name}_b`)).fill(`${name}_b`)
      await page.getByRole('button', { name: m.account_delete_action }).click()
      await expect(page).toHaveURL(/\/$/)
      expect((await page.request.get(`/@${name}_b`)).status()).toBe(404)
      await page.goto('/login?redirect=%2Fsettings%2Faccount')
      await page.getByLabel(m.auth_email).fill(other)
      await page.getByLabel(m.auth_password).fill(password)
      await page.getByRole('button', { name: m.nav_sign_in, exact: true }).click()
      await expect(page).toHaveURL(/\/settings\/account$/)
      expect((await page.request.get(`/@${name}_b`)).status()).toBe(200)
    })

    await test.step('signs out everywhere, this browser too', async () => {
      await page.getByRole('button', { name: m.account_sessions_end_really_all }).click()
      await expect(page).toHaveURL(/\/$/)
      await page.goto('/settings')
      await expect(page).toHaveURL(/\/login\?redirect=/)
    })
    await here.close()
  })
}

const device = (browser: Browser, locale: string): Promise<BrowserContext> =>
  browser.newContext({ locale, viewport: { width: 390, height: 844 } })

async function signUp(page: Page, m: Messages, name: string, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel(m.auth_email).fill(email)
  await page.getByLabel(m.auth_password).fill(password)
  await page.getByRole('button', { name: m.nav_sign_up }).click()
  await page.getByLabel(m.onboarding_username).fill(name)
  await fillBirthdate(page, m, '1990-01-01')
  await page.getByRole('button', { name: m.onboarding_action }).click()
  await expect(page).toHaveURL(new RegExp(`/@${name}$`))
}

/** Says yes with the link of a mail, on a device that is signed in to nothing. */
async function agree(browser: Browser, locale: string, m: Messages, path: string, answer: string): Promise<void> {
  const context = await device(browser, locale)
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('button', { name: m.account_confirm_action }).click()
  await expect(page.getByText(answer)).toBeVisible()
  await context.close()
}
