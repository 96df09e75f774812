import type { Page } from '@playwright/test'
import { barriers } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * Frank subscribes to bob for nothing. Bob publishes a post and sets a price: frank is notified of both, is charged nothing,
 * and agrees to the price from the end of his free month on, in his language.
 */
test('a creator sets a price: a free subscriber is notified, is charged nothing and agrees', async ({ browser }) => {
  const [bobs, franks] = [await browser.newContext(), await browser.newContext({ locale: 'fr-FR' })]
  await signIn(bobs, 'bob@demo.test')
  await signIn(franks, 'frank@demo.test')
  const [bob, frank] = [await bobs.newPage(), await franks.newPage()]

  await test.step('bob writes a post and sets a price, and sees whom it affects', async () => {
    await bob.goto('/upload?step=post')
    await bob.getByLabel('What do you want to say?').fill('A song for everybody')
    await bob.getByRole('button', { name: 'Publish' }).click()
    await expect(bob).toHaveURL(/\/@bob\/[0-9a-f-]{36}$/)
    await bob.goto('/settings/subscriptions')
    await setPrice(bob, '4.99')
  })

  await test.step('frank is notified of both', async () => {
    await frank.goto('/notifications')
    const asked = frank.getByRole('link', { name: /demande maintenant 4,99 pièces par mois/ })
    // The job runs every minute, and a machine that makes films beside it looks for it late.
    await expect(asked).toBeVisible({ timeout: 180_000 })
    await expect(frank.getByRole('link', { name: /Bob Ferrier a publié/ })).toBeVisible()
    await asked.click()
    await expect(frank).toHaveURL('/subscriptions')
  })

  await test.step('frank agrees and is charged nothing yet', async () => {
    const row = frank.getByRole('listitem').filter({ hasText: 'Bob Ferrier' })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('À vous de choisir')
    await expect(row).toContainText(/Gratuit.*Jusqu’au .*4,99 pièces.*seulement si vous acceptez/)
    expect(await barriers(frank)).toEqual([])
    await row.getByRole('button', { name: 'Accepter et rester' }).click()
    const sheet = frank.getByRole('dialog')
    await expect(sheet).toContainText('Rien n’est débité maintenant.')
    await sheet.getByRole('button', { name: 'Accepter et rester' }).click()
    await expect(sheet).toBeHidden()
    await expect(row).toContainText('Actif')
    await expect(row).toContainText('4,99')
    await bob.reload()
    await expect(bob.getByRole('listitem').filter({ hasText: 'Frank Dubois' })).toContainText('4.99')
  })

  await setPrice(bob, '0')
  await bobs.close()
  await franks.close()
})

async function setPrice(page: Page, price: string): Promise<void> {
  await page.getByLabel('Coins a month').selectOption(price)
  if (price !== '0') await expect(page.getByText(/have a month to agree/)).toBeVisible()
  await page.getByRole('button', { name: 'Set the price' }).click()
  if (price !== '0') await page.getByRole('dialog').getByRole('button', { name: 'Set the price' }).click()
  await expect(page.getByText('Your price is set')).toBeVisible()
}
