import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { barriers } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { call, endShifts, foundAgency } from '../support/shift.ts'
import { signIn } from '../support/sign-in.ts'

test.afterEach(endShifts)

/** Olivia sells a picture of Alice's vault without acting and without a page load; Fiona buys it; then the access ends. */
test('an operator sells a picture at the desk, and the fan buys it', async ({ browser }) => {
  const open = async (name: string) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await signIn(context, `${name}@demo.test`)
    return context
  }
  const [mina, olivia, alice, fiona] = [
    await open('mina'),
    await open('olivia'),
    await open('alice'),
    await open('fiona'),
  ]
  const agency = await foundAgency(mina, alice, [olivia])
  await agency.grant('olivia', 'can_chat', 'can_medias', 'can_payment')
  const { id: aliceId } = await call<{ id: string }>(alice, 'GET', '/api/profile')
  const { id: fionaId } = await call<{ id: string }>(fiona, 'GET', '/api/profile')
  await call(fiona, 'POST', `/api/users/${aliceId}/follow`).catch(() => undefined)
  await call(fiona, 'POST', '/api/chat/messages', { receiver_id: aliceId, content: 'Do you have more of these?' })

  // A picture that is in no post yet.
  const studio = await alice.newPage()
  await studio.goto('/upload')
  const background = { r: 122, g: 47, b: 43 }
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer()
  await studio
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'curtain.jpg', mimeType: 'image/jpeg', buffer })
  await expect(studio.getByText('In your vault').first()).toBeVisible()
  await studio.close()

  const page = await olivia.newPage()
  const words = `Only for you ${Date.now().toString(36)}`
  await page.goto(`/agencies?tab=desk&agency=${agency.id}&as=${aliceId}&fan=${fionaId}`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Do you have more of these?').last()).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  let bought = ''

  await test.step('chooses a picture that Fiona has not had, sets a price and sends it', async () => {
    await page.getByRole('button', { name: 'Attach from the vault' }).click()
    const sheet = page.getByRole('dialog', { name: 'Attach from the vault' })
    await sheet.getByRole('button', { name: /^Filter/ }).click()
    await sheet.getByLabel('This fan').selectOption({ label: 'Never sent' })
    await sheet.getByRole('tab', { name: 'Photos' }).click()
    const tile = sheet.getByRole('button', { name: 'Choose curtain.jpg' }).first()
    await expect.poll(() => naturalWidth(tile.locator('img').first())).toBeGreaterThan(0)
    await tile.click()
    await sheet.getByLabel('Price in coins').fill('3')
    expect(await barriers(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Attach · €3.00' }).click()
    // While it closes, the sheet takes the focus back.
    await expect(sheet).toBeHidden()
    await page.locator('[data-composer] textarea').fill(words)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const message = log.getByRole('article').filter({ hasText: words })
    await expect(message.getByText('For sale:')).toBeVisible()
    await expect.poll(() => naturalWidth(message.locator('figure img:not([alt=""])'))).toBeGreaterThan(0)
    bought = (await message.locator('figure img:not([alt=""])').getAttribute('src')) ?? ''
    await message.getByRole('button', { name: /^Show in full/ }).click()
    await expect(page.getByRole('dialog').getByRole('img').last()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('Fiona buys it, and the desk says so', async () => {
    const fan = await fiona.newPage()
    await fan.goto('/chat?u=@alice')
    const message = fan.getByRole('article').filter({ hasText: words })
    await message.getByRole('button', { name: /3/ }).first().click()
    await fan
      .getByRole('dialog')
      .getByRole('button', { name: /Unlock/ })
      .click()
    await expect.poll(() => naturalWidth(message.locator('figure img:not([alt=""])'))).toBeGreaterThan(0)
    await expect(log.getByRole('article').filter({ hasText: words }).getByText('Sold for:')).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  await test.step('the address of the picture works for Olivia alone, and ends with her access', async () => {
    const address = new URL(bought, page.url()).href
    const status = async (who: typeof olivia) => (await who.request.get(address)).status()
    expect([await status(olivia), await status(alice), await status(fiona), await status(mina)]).toEqual([
      200, 404, 404, 404,
    ])
    await agency.dissolve()
    expect(await status(olivia)).toBe(404)
  })
  for (const context of [mina, olivia, alice, fiona]) await context.close()
})

const naturalWidth = (picture: ReturnType<Page['locator']>) =>
  picture.evaluate((it: HTMLImageElement) => it.naturalWidth)
