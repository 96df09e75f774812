import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * Alice takes requests from ten coins on; fiona asks for one in their conversation, alice sees the card, accepts it,
 * and delivers a picture from her vault.
 */
test('a fan pays for a request, and the coins wait in escrow until alice delivers', async ({ browser }) => {
  const [stage, hall] = [await browser.newContext(), await browser.newContext()]
  const [alice, fiona] = [await stage.newPage(), await hall.newPage()]
  await signIn(stage, 'alice@demo.test')
  await signIn(hall, 'fiona@demo.test')
  const coins = async () => ((await (await hall.request.get('/api/wallet')).json()) as { coins: number }).coins
  const cardOf = (page: typeof alice) => page.getByRole('region', { name: 'Made to order' }).first()

  await test.step('alice takes requests from ten coins on', async () => {
    await alice.goto('/settings/chat')
    await waitUntilAtRest(alice)
    await alice.getByLabel(/Fans may ask/).check()
    await alice.getByLabel('From how many coins on').fill('10')
    const section = alice.getByRole('heading', { name: 'Paid requests' }).locator('..')
    await section.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await stage.request.get('/api/creator/request-settings')).json())
      .toEqual({
        min_price: 10,
      })
  })

  const before = await coins()
  const askFor = async (what: string) => {
    await fiona.getByRole('main').getByRole('button', { name: 'More about this conversation' }).first().click()
    await fiona.getByRole('menuitem', { name: 'Ask for something made for you' }).click()
    const sheet = fiona.getByRole('dialog')
    await sheet.getByLabel('What would you like?').fill(what)
    await sheet.getByRole('button', { name: 'Put the coins aside and ask' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(cardOf(fiona)).toContainText('Asked')
  }

  await test.step('fiona creates a request', async () => {
    await fiona.goto('/chat?u=alice')
    await alice.goto('/chat?mode=creator&u=fiona')
    await waitUntilAtRest(fiona)
    await waitUntilAtRest(alice)
    await askFor('A drawing of the third row')
    expect(await coins()).toBe(Math.round((before - 10) * 100) / 100)
  })

  await test.step('alice accepts and delivers, and both see it at once', async () => {
    await expect(cardOf(alice)).toContainText('Asked')
    await cardOf(alice).getByRole('button', { name: 'Accept' }).click()
    await expect(cardOf(fiona)).toContainText('Being made')
    await cardOf(alice).getByRole('button', { name: 'Deliver' }).click()
    const picker = alice.getByRole('dialog')
    await picker.locator('button[aria-pressed]').nth(3).click()
    await picker.getByRole('button', { name: 'Deliver 1 file · ' }).click()
    await expect(cardOf(fiona)).toContainText('Delivered')
    expect(await coins()).toBe(Math.round((before - 10) * 100) / 100)
  })

  await stage.close()
  await hall.close()
})
