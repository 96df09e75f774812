import { fillBirthdate } from '../support/birthdate.ts'
import { expect, test } from '../support/journey.ts'
import { looksRight } from '../support/looks-right.ts'
import { languages } from '../support/messages.ts'
import { signIn } from '../support/sign-in.ts'

/** A newcomer confirms the wrong year, is refused, writes to staff, and is allowed another birthdate (product §25). */
for (const [locale, m] of languages) {
  test(`a newcomer who was refused by a slip writes to staff and comes in (${locale})`, async ({ browser }) => {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const name = `b${Date.now().toString(36)}${locale.slice(0, 2)}`
    const email = `${name}@example.test`
    const minors = `${new Date().getUTCFullYear() - 14}-01-01`
    const give = async (birthdate: string) => {
      await page.getByLabel(m.onboarding_username).fill(name)
      await fillBirthdate(page, m, birthdate)
      await page.getByRole('button', { name: m.onboarding_action }).click()
    }

    await test.step('confirms a wrong year, and no other date is accepted', async () => {
      await page.goto('/signup')
      await page.getByLabel(m.auth_email).fill(email)
      await page.getByLabel(m.auth_password).fill('a-long-enough-password')
      await page.getByRole('button', { name: m.nav_sign_up }).click()
      await expect(page).toHaveURL(/\/onboarding$/)
      await give(minors)
      const question = page.getByRole('dialog')
      await expect(question).toContainText('14')
      await looksRight(page)
      await question.getByRole('button', { name: m.onboarding_minor_yes }).click()
      await expect(page.getByRole('alert')).toContainText(m.refusal_underage)
      await page.reload()
      await give('1990-01-01')
      await expect(page.getByRole('alert')).toContainText(m.onboarding_underage_text)
      await looksRight(page)
    })

    await test.step('writes to staff, without signing out', async () => {
      await page.getByRole('link', { name: m.onboarding_underage_link }).click()
      await expect(page.getByLabel(m.reports_object)).toHaveValue(m.onboarding_birthdate)
      await expect(page.getByLabel(m.reports_kind)).toHaveValue('other')
      await page.getByLabel(m.reports_text).fill('I was born in 1990.')
      await looksRight(page)
      await page.getByRole('button', { name: m.reports_send }).click()
      await expect(page).toHaveURL(/\/settings\/report\?ticket=/)
      await page.reload()
      await expect(page.getByText(m.reports_kind_other).first()).toBeVisible()
    })

    await test.step('staff allow another date, which is accepted', async () => {
      const staff = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
      await signIn(staff, 'staff@demo.test')
      const list = await staff.newPage()
      await list.goto('/staff?tab=reports')
      await expect(list.getByText(email).first()).toBeVisible()
      await list.goto('/staff?tab=users')
      await list.getByRole('searchbox').fill(email)
      await list.getByRole('searchbox').press('Enter')
      const row = list.getByRole('listitem').filter({ hasText: email })
      await row.getByRole('button', { name: m.staff_allow_birthdate }).click()
      await row.getByLabel(m.staff_allow_birthdate_note).fill('Wrote the year of this birthday')
      await looksRight(list)
      await row.getByRole('button', { name: m.staff_allow_birthdate }).click()
      await expect(list.getByText(m.staff_birthdate_allowed).first()).toBeVisible()
      await expect(row.getByRole('button', { name: m.staff_allow_birthdate })).toHaveCount(0)
      await list.goto('/staff?tab=log')
      await expect(list.getByText(m.staff_audit_birthdate_allowed).first()).toBeVisible()
      await page.goto('/')
      await expect(page).toHaveURL(/\/onboarding$/)
      await give('1990-01-01')
      await expect(page).toHaveURL(new RegExp(`/@${name}$`))
    })
  })
}
