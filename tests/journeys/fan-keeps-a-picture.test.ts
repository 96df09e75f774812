import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { barriers } from '../support/axe.ts'
import { heicInP3 } from '../support/heic.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** Mina uploads a picture from an iPhone, in HEIC; Fiona looks at it whole, acts from within, and keeps a copy once she may. */
test('a picture of HEIC is uploaded, looked at in full, liked, tipped and kept', async ({ browser }) => {
  const minaHere = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(minaHere, 'mina@demo.test')
  const mina = await minaHere.newPage()
  await mina.goto('/upload')
  const file = { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: heicInP3 }
  await mina.locator('input[type=file]').first().setInputFiles(file)
  await expect(mina.getByText('In your vault').first()).toBeVisible({ timeout: 120_000 })
  await mina.getByRole('link', { name: 'Write a post with this file' }).click()
  await mina.getByLabel('What do you want to say?').fill('The harbour')
  await mina.getByText('Everyone', { exact: true }).click()
  await mina.getByRole('button', { name: 'Publish' }).click()
  await expect(mina).toHaveURL(/\/@mina\/[0-9a-f-]{36}$/)
  const address = mina.url()

  const fionaHere = await browser.newContext({ viewport: { width: 390, height: 844 }, acceptDownloads: true })
  await signIn(fionaHere, 'fiona@demo.test')
  const fiona = await fionaHere.newPage()
  await fiona.goto(address)
  await test.step('Fiona looks at it from close, and likes it from within', async () => {
    await openInFull(fiona)
    const seen = lightboxOf(fiona).getByRole('img').last()
    await expect.poll(() => seen.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(64)
    const { width } = (await seen.boundingBox()) ?? { width: 0 }
    await fiona.mouse.dblclick(195, 422)
    await expect.poll(async () => (await seen.boundingBox())?.width ?? 0).toBeGreaterThan(width * 1.5)
    await fiona.mouse.dblclick(195, 422)
    const like = lightboxOf(fiona).getByRole('button', { name: /likes?$/ })
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(lightboxOf(fiona).getByRole('link', { name: 'Download' })).toBeHidden()
    expect(await barriers(fiona)).toEqual([])
  })

  await test.step('Mina lets fans keep it, and chooses by the keyboard what lists show of it', async () => {
    await mina.goto('/settings/private-medias')
    await mina.getByRole('button', { name: /^Open IMG_0042/ }).click()
    await mina.getByLabel('Downloads').selectOption('Allowed')
    await expect(mina.getByText('Saved').first()).toBeVisible()
    await mina.getByRole('button', { name: 'Choose what lists show' }).click()
    const point = mina.getByRole('slider', { name: 'What lists show' })
    await point.focus()
    for (let times = 0; times < 20; times++) await point.press('ArrowLeft')
    await expect(point).toHaveAttribute('aria-valuenow', '0')
    await mina.getByRole('region', { name: 'What lists show' }).getByRole('button', { name: 'Save' }).click()
    await expect(mina.getByText('Saved').last()).toBeVisible()
    expect(await barriers(mina)).toEqual([])
  })

  await test.step('Fiona keeps a copy in full size, without its metadata', async () => {
    await fiona.goto('/@mina')
    await fiona.getByRole('navigation', { name: 'What to show' }).getByRole('link', { name: 'Photos' }).click()
    const tile = fiona.getByRole('button', { name: /^Show in full: Photo/ }).first()
    await expect(tile.locator('img')).toHaveCSS('object-position', '0% 50%')
    await tile.click()
    const downloading = fiona.waitForEvent('download')
    await lightboxOf(fiona).getByRole('link', { name: 'Download' }).click()
    const copy = await downloading
    expect(copy.suggestedFilename()).toMatch(/^fanfare-[0-9a-f]{8}\.jpg$/)
    const { width, height, exif, xmp } = await sharp(await readFile(await copy.path())).metadata()
    expect([width, height, exif, xmp]).toEqual([64, 48, undefined, undefined])
  })

  await test.step('and tips, then goes to the post, from where Back leads to the photos', async () => {
    await lightboxOf(fiona).getByRole('button', { name: 'Send a tip' }).click()
    const sheet = fiona.getByRole('dialog').filter({ hasText: 'Mina' })
    await expect(sheet).toBeVisible()
    await fiona.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await lightboxOf(fiona)
      .getByRole('link', { name: /^\d+ comments?$/ })
      .click()
    await expect(fiona).toHaveURL(address)
    await fiona.goBack()
    await expect(fiona).toHaveURL(/\/@mina\?tab=photos$/)
  })
  await minaHere.close()
  await fionaHere.close()
})

const lightboxOf = (page: Page) => page.getByRole('dialog', { name: 'Full screen' })

async function openInFull(page: Page): Promise<void> {
  await waitUntilAtRest(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Show in full/ })
    .first()
    .click()
  await expect(lightboxOf(page)).toBeVisible()
}
