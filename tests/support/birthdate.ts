import type { Page } from '@playwright/test'

type Words = { ui_day: string; ui_month: string; ui_year: string }

/** Types a date of birth (`YYYY-MM-DD`) into its three parts. */
export async function fillBirthdate(page: Page, words: Words, birthdate: string): Promise<void> {
  const [year = '', month = '', day = ''] = birthdate.split('-')
  await page.getByLabel(words.ui_month, { exact: true }).fill(month)
  await page.getByLabel(words.ui_day, { exact: true }).fill(day)
  await page.getByLabel(words.ui_year, { exact: true }).fill(year)
}
