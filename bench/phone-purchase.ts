import type { Browser, Locator, Page } from '@playwright/test'
import m from '../messages/en.json' with { type: 'json' }
import { fillBirthdate } from '../tests/support/birthdate.ts'
import { mailedCode } from '../tests/support/mailbox.ts'
import { atMost, type Row } from './row.ts'
import { openSlowPage } from './slow-phone.ts'

/**
 * The stopwatch of one stranger who opens a creator's link, joins, confirms the address, pays, is subscribed and says
 * hello: seconds until each step is on the screen, and every press. Typing takes no time here; a hand needs about half a
 * minute for the four fields and the code.
 */
export async function timeFirstPurchase(browser: Browser, { url }: { url: string }): Promise<Row[]> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', viewport: { width: 390, height: 844 } })
  context.setDefaultTimeout(60_000)
  const page = await openSlowPage(context, 6)
  const stopwatch = startStopwatch()
  const sheet = page.getByRole('dialog')
  const email = 'stopwatch@example.test'

  await page.goto('/@alice', { waitUntil: 'commit' })
  const subscribe = page.getByRole('link', { name: new RegExp(`^${m.profile_subscribe}.*${m.profile_per_month}`) })
  await subscribe.waitFor()
  stopwatch.lap('the profile is there')
  await stopwatch.press(subscribe)
  await sheet.getByLabel(m.auth_email).fill(email)
  await sheet.getByLabel(m.auth_password).fill('a long enough secret')
  stopwatch.lap('the sheet to join is there')
  await stopwatch.press(sheet.getByRole('button', { name: m.nav_sign_up }))
  await page.getByLabel(m.onboarding_username).fill('stopwatch')
  await fillBirthdate(page, m, '1990-01-01')
  stopwatch.lap('the account is there')
  await stopwatch.press(page.getByRole('button', { name: m.onboarding_action }))
  await sheet.getByLabel(m.auth_code, { exact: true }).fill(await mailedCode(page, email))
  stopwatch.lap('the sheet to pay is there')
  await stopwatch.press(sheet.getByRole('button', { name: m.purchase_pay_missing.replace('{money}', '€9.99') }))
  await stopwatch.press(page.getByRole('button', { name: /9\.99/ }))
  const hello = page.getByRole('link', { name: m.purchase_bought_hello.replace('{name}', 'Alice Marchetti') })
  await hello.waitFor()
  stopwatch.lap('paid and subscribed')
  await stopwatch.press(hello)
  const box = page.getByRole('textbox', { name: new RegExp(`^${m.chat_write}`) })
  await box.fill('Good evening, Alice.')
  await stopwatch.press(page.getByRole('button', { name: m.chat_send, exact: true }))
  await sentMessage(page, 'Good evening, Alice.')
  stopwatch.lap('the message is sent')
  await context.close()
  return [
    atMost(90, 't  from the link to the message', stopwatch.seconds(), 's'),
    atMost(12, 't  presses on the way', stopwatch.presses(), ''),
  ]
}

function startStopwatch() {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  let presses = 0
  return {
    seconds,
    presses: () => presses,
    lap: (step: string) => console.log(`  ${seconds().toFixed(1).padStart(5)} s, ${presses} presses: ${step}`),
    press: async (what: Locator) => {
      presses++
      await what.click()
    },
  }
}

/** The message, which no longer says that it is being sent. */
async function sentMessage(page: Page, text: string): Promise<void> {
  await page.getByText(text).last().waitFor()
  await page.getByText(m.chat_sending).waitFor({ state: 'detached' })
}
