import en from '../../messages/en.json' with { type: 'json' }
import { fillBirthdate } from '../support/birthdate.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { mailedCode } from '../support/mailbox.ts'
import { payAtProvider } from '../support/provider-page.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * A creator makes a tracking link; a stranger opens it on a phone, signs up, subscribes and pays. The creator sees one
 * visit, one follow, one subscription and the revenue.
 */
test('a creator sees the visit, the follow, the subscription and the revenue that a link brought', async ({
  browser,
}) => {
  const stage = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const alice = await stage.newPage()
  await signIn(stage, 'alice@demo.test')
  const name = `bio${Date.now().toString(36)}`
  let path = ''

  await test.step('alice makes a link', async () => {
    await alice.goto('/creator/links')
    await expect(alice.getByText('See which place brings fans')).toBeVisible()
    await alice.getByRole('button', { name: 'New link' }).click()
    const sheet = alice.getByRole('dialog', { name: 'New link' })
    await sheet.getByLabel('Name').fill(name)
    await sheet.getByLabel('What it cost you').fill('2')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await alice.getByRole('link', { name }).click()
    path = new URL(`http://${await alice.getByText(/\/l\/[a-z2-9]{8}$/).textContent()}`).pathname
  })

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await phone.newPage()
  const sheet = page.getByRole('dialog')

  await test.step('a stranger opens it and finds the page that everyone gets', async () => {
    await page.goto(path)
    await expect(page).toHaveURL(/\/@alice$/)
    expect((await phone.cookies()).map((it) => [it.name, it.httpOnly])).toContainEqual(['fanfare.links', true])
    const second = await page.request.get('/@alice')
    expect(second.headers()['x-fanfare-cache']).toMatch(/hit|stale|miss/)
    expect(await page.evaluate(() => document.cookie)).not.toContain('fanfare.links')
    await waitUntilAtRest(page)
  })

  await test.step('joins, pays what is missing and is subscribed', async () => {
    await page.getByRole('link', { name: /^Subscribe.*a month/ }).click()
    await sheet.getByLabel('E-mail').fill(`${name}@example.test`)
    await sheet.getByLabel('Password').fill('a long enough secret')
    await sheet.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(/\/onboarding$/)
    await page.getByLabel('Username').fill(name)
    await fillBirthdate(page, en, '1990-01-01')
    await page.getByRole('button', { name: 'Come in' }).click()
    await expect(page).toHaveURL(/\/@alice$/)
    await sheet.getByLabel('Code', { exact: true }).fill(await mailedCode(page, `${name}@example.test`))
    await sheet.getByRole('button', { name: /9\.99/ }).click()
    await payAtProvider(page).click()
    await expect(page.getByRole('main').getByText('Subscribed', { exact: true })).toBeVisible({ timeout: 30_000 })
  })

  await test.step('alice sees what it brought, and whom', async () => {
    // Visits are written together, some seconds later.
    await expect(async () => {
      await alice.goto('/creator/links')
      await expect(alice.getByRole('row', { name })).toContainText(/^.*111€7\.99.*€2\.004×/, { timeout: 2_000 })
    }).toPass({ timeout: 30_000 })
    await alice.getByRole('link', { name }).click()
    await expect(alice.getByRole('region', { name: 'Who came by it' })).toContainText(name)
    await alice.getByRole('link', { name: 'Show in your audience' }).click()
    await expect(alice).toHaveURL(/\/creator\/audience\?link=/)
    await expect(alice.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  })
})
