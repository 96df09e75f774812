import en from '../../messages/en.json' with { type: 'json' }
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { newFan } from '../support/new-fan.ts'
import { payAtProvider } from '../support/provider-page.ts'
import { signIn } from '../support/sign-in.ts'

const phone = { viewport: { width: 390, height: 844 } }

/** A creator sets what three months cost; a fan without coins buys them on a phone, and finds them among the subscriptions. */
test('a creator sells three months together, and a fan buys them on a phone', async ({ browser }) => {
  const studio = await browser.newContext(phone)
  await signIn(studio, 'alice@demo.test')
  const alice = await studio.newPage()
  const months = alice.getByLabel('3 months')
  const save = alice.getByRole('button', { name: en.bundles_action, exact: true })

  await test.step('alice asks a tenth less for three months', async () => {
    await alice.goto('/settings/subscriptions')
    await waitUntilAtRest(alice)
    await months.selectOption('10')
    await expect(alice.getByText('Fans pay €26.97, €8.99 a month.')).toBeVisible()
    await save.click()
    await expect(alice.getByText(en.bundles_set)).toBeVisible()
  })

  await test.step('a visitor sees them on the profile, and is asked to join by the first press', async () => {
    const visit = await browser.newContext(phone)
    const visitor = await visit.newPage()
    const press = Promise.withResolvers<void>()
    // No code comes before the press.
    await visitor.route('**/*.js', (route) => press.promise.then(() => route.continue()))
    await visitor.goto('/@alice', { waitUntil: 'commit' })
    await visitor.getByRole('link', { name: /^3 months/ }).click()
    press.resolve()
    await expect(visitor.getByRole('dialog', { name: 'Join to subscribe to Alice Marchetti' })).toBeVisible()
    await visit.close()
  })

  const pocket = await browser.newContext(phone)
  await newFan(pocket, 'months')
  const page = await pocket.newPage()

  await test.step('the fan pays what is missing, and three months begin', async () => {
    await page.goto('/@alice')
    await waitUntilAtRest(page)
    await page.getByRole('button', { name: /^3 months/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Subscribe to @alice' })
    await expect(sheet).toContainText('Charged once, for 3 months.')
    await expect(sheet).toContainText('it renews for 9.99 coins (€9.99)')
    await sheet.getByRole('button', { name: 'Pay the missing €26.97' }).click()
    await payAtProvider(page).click()
    await expect(page).toHaveURL(/\/@alice$/)
    await expect(page.getByRole('main').getByText('Subscribed', { exact: true })).toBeVisible()
  })

  await test.step('it stands among the subscriptions with its end, in the wallet, and can be extended', async () => {
    await page.goto('/subscriptions')
    await waitUntilAtRest(page)
    await expect(page.getByText(/^Several months paid at once, until/)).toBeVisible()
    await expect(page.getByText(/^Renews on .* for 9\.99 coins/)).toBeVisible()
    await page.getByRole('button', { name: en.bundles_extend }).click()
    const sheet = page.getByRole('dialog', { name: 'More months with @alice' })
    await expect(sheet).toContainText('€26.97')
    await sheet.getByRole('button', { name: en.purchase_cancel }).click()
    await page.goto('/settings/payments')
    await waitUntilAtRest(page)
    await expect(page.getByText(en.wallet_reason_bundle_3)).toBeVisible()
  })

  await test.step('alice sells them no more', async () => {
    await months.selectOption('')
    await save.click()
    await expect(save).toHaveAttribute('aria-disabled', 'true')
  })
  await pocket.close()
  await studio.close()
})
