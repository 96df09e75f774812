import sharp from 'sharp'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** Mina sells a post that ends by itself, archives it before and brings it back; Fiona, who bought it, never loses it (product §80). */
test('a creator gives a post an end, archives it and brings it back, and the buyer keeps it', async ({ browser }) => {
  const [stage, seat, street] = await Promise.all([browser.newContext(), browser.newContext(), browser.newContext()])
  await signIn(stage, 'mina@demo.test')
  await signIn(seat, 'fiona@demo.test')
  const [page, fan, visitor] = await Promise.all([stage.newPage(), seat.newPage(), street.newPage()])
  const words = `The prompter’s box ${Date.now().toString(36)}`
  const file = { create: { width: 64, height: 48, channels: 3, background: '#7a2f2b' } } as const
  const picture = { name: 'box.jpg', mimeType: 'image/jpeg', buffer: await sharp(file).jpeg().toBuffer() }
  const open = fan.locator('article figure img[src*="v=u"]')
  let address = ''

  await test.step('sells a picture until the day after tomorrow', async () => {
    await page.goto('/upload')
    await page.locator('input[type=file]').first().setInputFiles([picture])
    await expect(page.getByText('In your vault', { exact: true })).toHaveCount(1)
    await page.getByRole('link', { name: 'Write a post with this file' }).click()
    await page.getByLabel('What do you want to say?').fill(words)
    await page.getByText('Buyers only').click()
    await page.getByLabel('Price in coins').fill('2')
    await page.getByLabel('Archive it by itself').check()
    const end = new Date(Date.now() + 50 * 3_600_000)
    await page
      .getByLabel('Until when')
      .fill(new Date(end.getTime() - end.getTimezoneOffset() * 60_000).toISOString().slice(0, 16))
    await expect(page.getByRole('region', { name: 'Who will see what' })).toContainText('It is archived on')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/@mina\/[0-9a-f-]{36}$/)
    await expect(page.getByText(/^Until /)).toBeVisible()
    address = page.url()
  })

  await test.step('Fiona buys it, and a visitor sees until when it can be bought', async () => {
    await visitor.goto(address)
    await expect(visitor.getByText(/^Until /)).toBeVisible()
    const answer = await seat.request.post(`/api/posts/${address.split('/').at(-1)}/unlock`, {
      data: { expected_price: 2 },
      headers: { origin: new URL(address).origin },
    })
    expect(answer.status()).toBe(200)
    await fan.goto(address)
    await expect(open).toHaveCount(1)
  })

  await test.step('archived, it is in no list and at no address, but for Fiona and Mina', async () => {
    await page.goto('/@mina')
    const card = page.getByRole('article').filter({ hasText: words })
    await card.getByRole('button', { name: 'More about this post' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(page.getByText('Archived: only you and its buyers see it')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect.poll(async () => (await visitor.goto(address))?.status()).toBe(404)
    await fan.reload()
    await expect(fan.getByText('You keep it because you bought it.', { exact: false })).toBeVisible()
    await expect(open).toHaveCount(1)
    await fan.goto('/@mina')
    await expect(fan.getByRole('article').first()).toBeVisible()
    await expect(fan.getByText(words, { exact: false })).toHaveCount(0)
  })

  await test.step('brought back, it is where it was', async () => {
    await page.goto('/upload?step=archived')
    const row = page.getByRole('listitem').filter({ hasText: words })
    await row.getByRole('button', { name: 'Bring back' }).click()
    await expect(row).toHaveCount(0)
    await expect.poll(async () => (await visitor.goto(address))?.status()).toBe(200)
    await expect(visitor.getByText(/^Until /)).toBeVisible()
    await fan.goto(address)
    await expect(fan.getByText('You keep it because you bought it.', { exact: false })).toHaveCount(0)
    await expect(open).toHaveCount(1)
  })
  await Promise.all([stage.close(), seat.close(), street.close()])
})
