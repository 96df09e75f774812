import sharp from 'sharp'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** Fiona passes on a picture that only subscribers see; alice finds it elsewhere and learns whose copy it is. */
for (const [locale, m] of [
  ['en-US', en],
  ['fr-FR', fr],
] as const) {
  test(`a creator learns whose copy a leaked picture is (${locale})`, async ({ browser }) => {
    const fan = await browser.newContext({ locale })
    await signIn(fan, 'fiona@demo.test')
    const feed = await fan.newPage()
    await feed.goto('/@alice')
    const addresses = feed.locator('article img[src*="?v=u"]')
    await expect(addresses.first()).toBeVisible()
    const address = (await addresses.first().getAttribute('src')) ?? ''
    const copy = await (await feed.request.get(address)).body()
    const leaked = await sharp(copy).resize({ width: 500 }).jpeg({ quality: 75 }).toBuffer()
    await fan.close()

    const context = await browser.newContext({ locale })
    await signIn(context, 'alice@demo.test')
    const page = await context.newPage()
    await page.goto('/creator')
    await page.getByRole('link', { name: m.trace_title }).click()
    const choose = page.locator('input[type="file"]')
    await choose.setInputFiles({ name: 'found.jpg', mimeType: 'image/jpeg', buffer: leaked })
    await expect(page.getByRole('link', { name: '@fiona' })).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText('found.jpg')).toBeVisible()

    const other = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#345' } })
      .png()
      .toBuffer()
    await choose.setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer: other })
    await expect(page.getByText(m.trace_none_title)).toBeVisible({ timeout: 120_000 })
    await context.close()
  })
}
