import { barriers } from '../support/axe.ts'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { newFan } from '../support/new-fan.ts'
import { signIn } from '../support/sign-in.ts'

/** Written once, tried on the last thirty days, switched on: a new subscriber then gets it without a person's doing. */
test('a creator writes an automatic message, tries it, and a new follower gets it', async ({ browser }) => {
  test.slow()
  const words = `Come in, {name} ${Date.now().toString(36)}`
  const context = await browser.newContext({ locale: 'fr-FR', viewport: { width: 390, height: 844 } })
  const alice = await context.newPage()
  await signIn(context, 'alice@demo.test')
  await alice.goto('/creator/automation')
  await waitForHydration(alice)
  await alice.getByRole('button', { name: 'Nouveau message automatique' }).click()
  await alice.getByLabel('Quand').selectOption({ label: 'Quelqu’un vous suit' })
  await alice.getByRole('textbox', { name: 'Texte' }).fill(words)
  await alice.getByRole('button', { name: 'Essayer sur les 30 derniers jours' }).click()
  await expect(alice.getByRole('region', { name: 'Les 30 derniers jours' })).toBeVisible()
  expect(await barriers(alice)).toEqual([])
  await alice.getByRole('button', { name: 'Enregistrer' }).click()
  const row = alice.getByRole('listitem').filter({ hasText: words })
  await row.getByText('Quelqu’un vous suit').click()
  await alice.getByRole('dialog').getByRole('button', { name: 'Activer' }).click()
  await expect(row.getByRole('switch')).toBeChecked()

  const fanContext = await browser.newContext()
  const name = await newFan(fanContext, 'auto')
  const fan = fanContext.pages()[0] ?? (await fanContext.newPage())
  await fan.goto('/@alice')
  await waitForHydration(fan)
  // Leaving the page before it was answered could end the request.
  const followed = fan.waitForResponse((it) => it.request().method() === 'POST' && it.url().includes('/_serverFn/'))
  await fan.getByRole('button', { name: 'Follow', exact: true }).first().click()
  expect((await followed).ok()).toBe(true)
  await expect
    .poll(
      async () => {
        await fan.goto('/chat?u=@alice')
        return fan.getByRole('log').getByText(words.replace('{name}', '').trim().slice(-8)).count()
      },
      { timeout: 100_000, intervals: [5_000] },
    )
    .toBe(1)
  await alice.reload()
  const log = alice.getByRole('region', { name: 'Journal' })
  await expect(log.getByText(name).first()).toBeVisible()
  await expect(log.getByText(/Envoyé/).first()).toBeVisible()
})
