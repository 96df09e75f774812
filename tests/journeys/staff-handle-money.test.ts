import type { BrowserContext } from '@playwright/test'
import { localeCookie } from '../../contract/limits.ts'
import { expect, test } from '../support/journey.ts'
import { looksRight } from '../support/looks-right.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * A fan was sold what was not as shown, a creator requests a payout, and the ledger is to be checked: staff find
 * the sale and give the coins back with a reason, take the payout through its states, and check the ledger while the
 * product runs. All of it is in the log.
 */
test('staff refund a sale, pay a payout out and check the ledger, and the log has it all', async ({
  browser,
  baseURL,
}) => {
  const [fiona, alice, staff] = await Promise.all(
    ['fiona', 'alice', 'staff'].map(async (name) => {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      await signIn(context, `${name}@demo.test`)
      return context
    }),
  )
  if (!fiona || !alice || !staff) throw new Error('a page did not open')
  const page = await staff.newPage()
  const coins = async () => ((await (await fiona.request.get('/api/wallet')).json()) as { coins: number }).coins

  await test.step('a sale is found by its receipt and refunded with a reason that both sides read', async () => {
    const before = await coins()
    const aliceId = ((await (await fiona.request.get('/api/users/alice')).json()) as { id: string }).id
    const tip = await fiona.request.post(`/api/users/${aliceId}/tip`, { data: { amount: 7 } })
    expect(tip.status()).toBe(200)
    const [line] = ((await (await fiona.request.get('/api/wallet/transactions?kind=tip')).json()) as Lines).data
    await page.goto('/staff?tab=money&view=sales')
    await page.getByRole('searchbox').fill(line?.id ?? '')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: line?.id ?? '' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Refund €7.00' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Why? Both sides will read this.').fill('Sent to the wrong person')
    await looksRight(page)
    await page.getByRole('button', { name: 'Refund €7.00' }).click()
    await expect(page.getByText('Sent to the wrong person')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
    await expect.poll(coins).toBe(before)
    const history = await fiona.newPage()
    await history.goto('/settings/payments')
    await expect(history.getByText('Sent to the wrong person').first()).toBeVisible()
  })

  await test.step('a payout is approved, its account looked at, and paid', async () => {
    const { available } = (await (await alice.request.get('/api/creator/earnings')).json()) as Earnings
    expect(available).toBeGreaterThanOrEqual(20)
    expect((await alice.request.post('/api/payouts', { data: { amount: 20 } })).status()).toBe(200)
    await page.goto('/staff?tab=money')
    await looksRight(page)
    const payout = page.getByRole('listitem').filter({ hasText: '@alice' })
    await payout.getByRole('button', { name: 'Approve' }).click()
    await payout.getByRole('button', { name: 'Show the account' }).click()
    await expect(payout).toContainText('DE89370400440532013000')
    await payout.getByRole('button', { name: 'It is paid' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('€20.00 have left for the account of @alice?')
    await looksRight(page)
    await question.getByRole('button', { name: 'It is paid' }).click()
    await expect(page.getByText('No payouts here')).toBeVisible()
    await page.getByRole('tab', { name: 'Paid' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: '@alice' }).first()).toContainText('20')
  })

  await test.step('a new account of a creator waits, says from when it works, and can be removed', async () => {
    for (const { width, height, locale, words } of [
      {
        width: 390,
        height: 844,
        locale: 'en-US',
        words: { waits: /^Works from /, remove: 'Remove FR·· 2606', confirm: 'Remove' },
      },
      {
        width: 1280,
        height: 900,
        locale: 'fr-FR',
        words: { waits: /^Utilisable à partir du /, remove: 'Retirer FR·· 2606', confirm: 'Retirer' },
      },
    ]) {
      const settings = await alice.newPage()
      await settings.setViewportSize({ width, height })
      await alice.addCookies([{ name: localeCookie, value: locale, url: baseURL ?? '' }])
      const account = { kind: 'iban', account: 'FR1420041010050500013M02606', holder: 'Alice Marchetti' }
      expect((await alice.request.post('/api/payouts/methods', { data: account })).status()).toBe(200)
      await settings.goto('/settings/payouts')
      await expect(settings.getByText(words.waits)).toBeVisible()
      await looksRight(settings)
      await settings.getByRole('button', { name: words.remove }).click()
      await settings.getByRole('dialog').getByRole('button', { name: words.confirm, exact: true }).click()
      await expect(settings.getByText(words.waits)).toHaveCount(0)
      await settings.close()
    }
    await alice.addCookies([{ name: localeCookie, value: 'en-US', url: baseURL ?? '' }])
  })

  await test.step('a creator who deletes the account sees the earnings that would be lost', async () => {
    const { available, pending } = (await (await alice.request.get('/api/creator/earnings')).json()) as Earnings
    const leaving = await alice.newPage()
    await leaving.goto('/settings/account')
    const words = `You have ${euros(available + pending)} of earnings that were not paid out.`
    await expect(leaving.getByText(words)).toBeVisible()
    await looksRight(leaving)
    await leaving.getByRole('link', { name: 'Take them out first' }).click()
    await expect(leaving).toHaveURL(/\/settings\/payouts$/)
    await leaving.close()
  })

  await test.step('the list of disputes is empty', async () => {
    await page.goto('/staff?tab=money&view=disputes')
    await expect(page.getByText('No disputes here')).toBeVisible()
    await looksRight(page)
  })

  await test.step('the ledger is checked while the product runs', async () => {
    await page.goto('/staff?tab=money&view=ledger')
    await page.getByRole('button', { name: 'Check the books now' }).click()
    await expect(page.getByText('Everything agrees to the cent')).toBeVisible()
    await expect(page.getByText('@staff').last()).toBeVisible()
    await looksRight(page)
  })

  await test.step('everything is in the log, with its reason', async () => {
    await page.goto('/staff?tab=log')
    for (const words of [
      'ran the ledger check',
      'marked as paid the',
      'looked at the account of the',
      'approved the',
      'refunded the sale',
    ])
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Sent to the wrong person').first()).toBeVisible()
  })

  await test.step('a tab that fails to load shows an error and loads after a retry', async () => {
    await page.route('**/_serverFn/**', (route) => route.abort())
    await page.goto('/staff?tab=money&view=disputes')
    await page.getByRole('tab', { name: 'Lost' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/_serverFn/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No disputes here')).toBeVisible()
  })

  await test.step('in French and on a laptop too; other users get 404', async () => {
    const laptop = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await signIn(laptop, 'staff@demo.test')
    await laptop.addCookies([{ name: localeCookie, value: 'fr-FR', url: baseURL ?? '' }])
    const wide = await laptop.newPage()
    for (const [view, words] of [
      ['payouts', 'Aucun versement ici'],
      ['sales', 'Rembourser'],
      ['disputes', 'Aucun litige ici'],
      ['ledger', 'Tout concorde au centime'],
    ] as const) {
      await wide.goto(`/staff?tab=money&view=${view}`)
      await expect(wide.getByText(words).first()).toBeVisible()
      await looksRight(wide)
    }
    expect((await openAs(fiona, '/staff?tab=money')).status()).toBe(404)
  })
})

type Lines = { data: { id: string }[] }

async function openAs(context: BrowserContext, path: string) {
  const answer = await (await context.newPage()).goto(path)
  if (answer === null) throw new Error('no answer')
  return answer
}

type Earnings = { available: number; pending: number }
const euros = (amount: number) => new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }).format(amount)
