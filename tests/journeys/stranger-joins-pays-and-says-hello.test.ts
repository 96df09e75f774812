import type { Page } from '@playwright/test'
import { fillBirthdate } from '../support/birthdate.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { mailedCode } from '../support/mailbox.ts'
import { languages } from '../support/messages.ts'
import { payAtProvider } from '../support/provider-page.ts'

/**
 * A stranger on a creator's page subscribes in one go: joins in the sheet, confirms the address with the code of the
 * mail, pays exactly what is missing, is subscribed without another tap, and says hello. Every tap is counted.
 */
for (const [locale, m] of languages) {
  test(`a stranger joins, pays and says hello from a creator's page (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const name = `hello${Date.now().toString(36)}`
    const sheet = page.getByRole('dialog')
    const taps: string[] = []
    const tap = async (what: ReturnType<Page['getByRole']>, label: string) => {
      taps.push(label)
      await what.click()
    }
    const money = locale === 'fr-FR' ? '9,99\u00a0€' : '€9.99'

    await page.goto('/@alice')
    await waitUntilAtRest(page)
    await tap(
      page.getByRole('link', { name: new RegExp(`^${m.profile_subscribe}.*${m.profile_per_month}`) }),
      'subscribe',
    )
    await sheet.getByLabel(m.auth_email).fill(`${name}@example.test`)
    await sheet.getByLabel(m.auth_password).fill('a long enough secret')
    await tap(sheet.getByRole('button', { name: m.nav_sign_up }), 'join')
    await expect(page).toHaveURL(/\/onboarding$/)
    await page.getByLabel(m.onboarding_username).fill(name)
    await fillBirthdate(page, m, '1990-01-01')
    await tap(page.getByRole('button', { name: m.onboarding_action }), 'come in')

    // The sheet has opened by itself; six digits are enough to confirm.
    await expect(page).toHaveURL(/\/@alice$/)
    await expect(sheet).toContainText(money)
    await sheet.getByLabel(m.auth_code, { exact: true }).fill(await mailedCode(page, `${name}@example.test`))
    await tap(
      sheet.getByRole('button', { name: m.purchase_pay_missing.replace('{money}', money) }),
      'pay what is missing',
    )
    await tap(payAtProvider(page), 'pay at the provider')

    await expect(page).toHaveURL(/\/@alice$/)
    await expect(page.getByRole('main').getByText(m.profile_subscribed, { exact: true })).toBeVisible({
      timeout: 30_000,
    })
    await expect(sheet).toHaveCount(0)
    expect(await movements(page)).toEqual([
      ['subscription', -9.99],
      ['topup', 9.99],
    ])
    await tap(
      page.getByRole('link', { name: m.purchase_bought_hello.replace('{name}', 'Alice Marchetti') }),
      'say hello',
    )
    await expect(page).toHaveURL(/\/chat\?u=alice$/)
    const box = page.getByRole('textbox', { name: new RegExp(`^${m.chat_write}`) })
    await box.fill('Good evening, Alice.')
    await box.press('Enter')
    await expect(page.getByText('Good evening, Alice.').last()).toBeVisible()
    expect(taps).toEqual(['subscribe', 'join', 'come in', 'pay what is missing', 'pay at the provider', 'say hello'])
    await context.close()
  })
}

async function movements(page: Page): Promise<[string, number][]> {
  const answer = await page.request.get('/api/wallet/transactions', { headers: { accept: 'application/json' } })
  const { data } = (await answer.json()) as { data: { kind: string; amount: number }[] }
  return data.map((it) => [it.kind, it.amount])
}
