import type { Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import { fillBirthdate } from '../support/birthdate.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * A creator makes a trial and a discount link; a newcomer follows it without an account, signs up, comes back to the
 * offer and tries it for nothing; another fan sees the lower price struck beside the usual one. Then the link is ended.
 */
test('a visitor opens a trial link, signs up and gets the trial', async ({ browser }) => {
  const stage = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const alice = await stage.newPage()
  await signIn(stage, 'alice@demo.test')
  let trial = ''
  let discount = ''

  await test.step('alice makes a trial for one fan and a discount', async () => {
    await alice.goto('/settings/subscriptions')
    trial = await makeLink(alice, async (sheet) => {
      await sheet.getByLabel(/How many people/).fill('1')
      await expect(sheet).toContainText('7 days free')
    })
    discount = await makeLink(alice, async (sheet) => {
      await sheet.getByLabel('What it gives').selectOption('discount')
      await sheet.getByLabel('Percent off').fill('4')
      await expect(sheet.getByRole('alert')).toContainText('5 to 95')
      await sheet.getByLabel('Percent off').fill('50')
      await sheet.getByLabel('For how many months').fill('3')
    })
    await expect(rowOf(alice, trial)).toContainText('0 of 1 used')
  })

  const fan = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await fan.newPage()
  const name = `trial${Date.now().toString(36)}`
  const email = `${name}@example.test`

  await test.step('a visitor signs up from the offer and comes back to it', async () => {
    await page.goto(trial)
    await expect(page.getByText('7 days free')).toBeVisible()
    await waitUntilAtRest(page)
    // The frame's way in keeps the offer as well as the offer's own does.
    const frame = page.getByRole('navigation').getByRole('link', { name: 'Sign up' })
    await expect(frame).toHaveAttribute('href', `/signup?redirect=${encodeURIComponent(trial)}`)
    await page.getByRole('link', { name: 'Try it for free' }).click()
    const sheet = page.getByRole('dialog', { name: 'Join to subscribe to Alice Marchetti' })
    await sheet.getByLabel('E-mail').fill(email)
    await sheet.getByLabel('Password').fill('a long enough secret')
    await sheet.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(/\/onboarding/)
    await page.getByLabel('Username').fill(name)
    await fillBirthdate(page, en, '1994-05-06')
    await page.getByRole('button', { name: 'Come in' }).click()
    await expect(page).toHaveURL((url) => url.pathname + url.search === trial)
  })

  await test.step('confirms the address and starts the trial', async () => {
    const mails = await page.request.get(`/dev/mail?to=${encodeURIComponent(email)}`, {
      headers: { accept: 'application/json' },
    })
    const { data } = (await mails.json()) as { data: { text: string }[] }
    await page.goto(/https?:\/\/\S+/.exec(data[0]?.text ?? '')?.[0] ?? '')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByText('Your address is confirmed')).toBeVisible()
    // The sheet had opened by itself, and is there again.
    await page.goto(trial)
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('Nothing is charged today')
    await expect(sheet).toContainText('€9.99')
    await expect(sheet).toContainText('1 left')
    await sheet.getByRole('button', { name: 'Try it for free' }).click()
    await expect(page.getByRole('main').getByText('Subscribed', { exact: true })).toBeVisible()
    await expect(page.getByText('7 days free')).toHaveCount(0)
  })

  await test.step('frank is too late for the trial and sees the discounted price', async () => {
    const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(other, 'frank@demo.test')
    const frank = await other.newPage()
    await frank.goto(trial)
    await expect(frank.getByText('This offer is over. The usual price holds.')).toBeVisible()
    await expect(frank.getByRole('button', { name: /^Subscribe.*month/ })).toBeVisible()
    await frank.goto('/@alice?offer=not%20one')
    await expect(frank.getByText(/does not lead to an offer/)).toBeVisible()
    await frank.goto(discount)
    await waitUntilAtRest(frank)
    await frank.getByRole('button', { name: /Subscribe instead of €9\.99/ }).click()
    const sheet = frank.getByRole('dialog')
    await expect(sheet).toContainText('instead of €9.99')
    await expect(sheet).toContainText('50 % off for 3 months')
    await expect(sheet).toContainText('Missing')
    await sheet.getByRole('link', { name: 'Get coins' }).click()
    await expect(frank).toHaveURL(/return_path=.*offer/)
    await other.close()
  })

  await test.step('alice sees the trial used and ends the discount', async () => {
    await alice.reload()
    await expect(rowOf(alice, trial)).toContainText('1 of 1 used')
    const row = rowOf(alice, discount)
    await row.getByRole('button', { name: 'End it' }).click()
    await row.getByRole('button', { name: 'Yes, end it' }).click()
    await expect(row).toHaveCount(0)
  })
  await fan.close()
  await stage.close()
})

/** Makes a link and answers its path. */
async function makeLink(alice: Page, fill: (sheet: ReturnType<Page['getByRole']>) => Promise<void>): Promise<string> {
  const links = alice.locator('code')
  // The list has come before it is counted.
  await waitUntilAtRest(alice)
  await alice.getByRole('button', { name: 'New link' }).click()
  const sheet = alice.getByRole('dialog')
  await fill(sheet)
  const before = await links.count()
  await sheet.getByRole('button', { name: 'Make the link' }).click()
  await expect(links).toHaveCount(before + 1)
  return /\/@.*$/.exec((await links.first().textContent()) ?? '')?.[0] ?? ''
}

const rowOf = (alice: Page, link: string) => alice.getByRole('listitem').filter({ hasText: link })
