import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from '../support/sign-in.ts'

/** A creator's evening (PRODUCT 12, 14, 15, 19): files in, one that is refused, a post for sale, one for later, order in the vault. */
test('a creator uploads, sells and schedules', async ({ browser }) => {
  test.setTimeout(120_000)
  const stage = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(stage, 'mina@demo.test')
  const page = await stage.newPage()
  const words = `The trapdoor, seen from below ${Date.now().toString(36)}`
  let address = ''

  await test.step('brings in two photos and a drawing that poses as one', async () => {
    await page.goto('/upload')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'trapdoor.jpg', mimeType: 'image/jpeg', buffer: await photo('#7a2f2b') },
      { name: 'ladder.jpg', mimeType: 'image/jpeg', buffer: await photo('#2b5a7a') },
      { name: 'poster.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    ])
    await expect(page.getByText('In your vault')).toHaveCount(2, { timeout: 30_000 })
    await expect(page.getByText('Did not work: this is a document, not a picture')).toBeVisible()
  })

  await test.step('sells them, one of them free to see', async () => {
    await page.getByRole('link', { name: 'Write a post with these 2 files' }).click()
    await page.getByLabel('What do you want to say?').fill(words)
    await page.getByText('Buyers only').click()
    await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Price in coins').fill('4.50')
    await page.getByRole('button', { name: 'Show trapdoor.jpg to everyone as a preview' }).click()
    const summary = page.getByRole('region', { name: 'Who will see what' })
    await expect(summary).toContainText('4.50 coins (€4.50)')
    await expect(summary).toContainText('1 file is free for everyone')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/@mina\/[0-9a-f-]{36}$/)
    address = page.url()
  })

  await test.step('which a visitor sees as that, and finds by its words', async () => {
    const street = await browser.newContext()
    const visitor = await street.newPage()
    await visitor.goto(address)
    await expect(visitor.getByText(words)).toBeVisible()
    await expect(visitor.getByText('€4.50')).toBeVisible()
    expect(await openPictures(visitor)).toBe(1)
    await visitor.goto(`/search?type=posts&q=${encodeURIComponent('trapdoor below')}`)
    await expect(visitor.getByText(words)).toBeVisible()
    await street.close()
  })

  await test.step('writes one for later, which nobody sees yet', async () => {
    await page.goto('/upload?step=post')
    await page.getByLabel('What do you want to say?').fill(`Later: ${words}`)
    await page.getByLabel('Publish later').check()
    await page.getByRole('button', { name: 'Schedule' }).click()
    await expect(page).toHaveURL(/step=drafts/)
    await expect(page.getByText(`Later: ${words}`)).toBeVisible()
    await page.goto('/@mina')
    await expect(page.getByText(`Later: ${words}`)).toHaveCount(0)
  })

  await test.step('puts a photo into a folder and finds it there', async () => {
    await page.goto('/settings/private-medias')
    await page.getByRole('button', { name: 'Open ladder.jpg' }).first().click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: words })).toBeVisible()
    await sheet.getByLabel('Folder').fill('Stage')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByLabel('Folder').selectOption('Stage')
    await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(1)
  })
  await stage.close()
})

test('a fan is shown the way to become a creator, and the API refuses an upload', async ({ browser }) => {
  const fan: BrowserContext = await browser.newContext()
  await signIn(fan, 'fiona@demo.test')
  const page = await fan.newPage()
  await page.goto('/upload')
  await page.getByRole('link', { name: 'Become a creator' }).click()
  await expect(page).toHaveURL(/\/creator$/)
  const answer = await fan.request.post('/api/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
  })
  expect([answer.status(), (await answer.json()).error]).toEqual([403, 'not_creator'])
  await fan.close()
})

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** How many media of the post on this page have an address: the free one and no other. */
const openPictures = (page: Page): Promise<number> =>
  page.locator('article img[src*="/media/"]:not([src*="/thumb"])').count()
