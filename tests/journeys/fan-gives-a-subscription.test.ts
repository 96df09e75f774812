import type { Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * Fiona pays three months of alice as a gift; bob opens the link as a visitor, signs in, comes back and accepts.
 * Coins move once, fiona is notified, and a second gift is taken back.
 */
for (const [locale, m] of [
  ['en-US', en],
  ['fr-FR', fr],
] as const) {
  test(`a fan gives a subscription that another accepts, and takes a second gift back (${locale})`, async ({
    browser,
  }) => {
    const given = await browser.newContext({ locale, permissions: ['clipboard-write', 'clipboard-read'] })
    const taken = await browser.newContext({ locale })
    const fiona = await given.newPage()
    const bob = await taken.newPage()
    await signIn(given, 'fiona@demo.test')

    const before = await coins(fiona)
    const first = await give(fiona, m)
    expect(await coins(fiona)).toBe(round(before - 29.97))

    await test.step('bob accepts it', async () => {
      await bob.goto(first)
      await expect(bob.getByText('Break a leg')).toBeVisible()
      await bob.getByRole('link', { name: m.gifts_sign_in }).click()
      await expect(bob).toHaveURL(/\/login\?redirect=/)
      await signIn(taken, 'bob@demo.test')
      await bob.goto(first)
      const accept = bob.getByRole('button', { name: m.gifts_accept })
      await waitUntilAtRest(bob)
      await accept.click()
      await expect(bob.getByRole('main').getByRole('link', { name: /Alice Marchetti/ })).toBeVisible()
      await expect(accept).toHaveCount(0)
    })

    await test.step('fiona sees it accepted', async () => {
      await fiona.goto('/subscriptions')
      await expect(fiona.getByText(/@bob/).first()).toBeVisible()
      await expect(fiona.getByText(m.gifts_state_accepted, { exact: true }).first()).toBeVisible()
    })

    await test.step('fiona takes a second one back', async () => {
      const left = await coins(fiona)
      await give(fiona, m)
      await fiona.goto('/subscriptions')
      await waitUntilAtRest(fiona)
      await fiona.getByRole('button', { name: m.gifts_take_back }).first().click()
      await fiona.getByRole('button', { name: m.gifts_take_back_sure }).click()
      await expect(fiona.getByText(m.gifts_returned_taken_back).first()).toBeVisible()
      expect(await coins(fiona)).toBe(left)
    })
    await given.close()
    await taken.close()
  })
}

/** Pays three months through alice's menu and answers the path of the link. */
async function give(
  page: Page,
  m: Record<'gifts_give' | 'gifts_give_action' | 'purchase_message' | 'ui_more', string>,
) {
  await page.goto('/@alice')
  await waitUntilAtRest(page)
  await page.getByRole('main').getByRole('button', { name: m.ui_more }).first().click()
  await page.getByRole('menuitem', { name: m.gifts_give }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: /^3/ }).click()
  await expect(sheet).toContainText('29')
  await sheet.getByLabel(m.purchase_message).fill('Break a leg')
  await sheet.getByRole('button', { name: m.gifts_give_action }).click()
  const link = sheet.locator('code')
  await expect(link).toContainText('/gift/')
  return /\/gift\/.*$/.exec((await link.textContent()) ?? '')?.[0] ?? ''
}

async function coins(page: Page): Promise<number> {
  const answer = await page.request.get('/api/wallet')
  return ((await answer.json()) as { coins: number }).coins
}

const round = (amount: number) => Math.round(amount * 100) / 100
