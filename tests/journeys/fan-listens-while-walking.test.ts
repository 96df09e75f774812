import type { Page } from '@playwright/test'
import { barriers } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'
import { toneInWav } from '../support/sound-file.ts'

/** A sound is uploaded by Mina; Fiona starts it and walks on through the site, and it plays until she signs out. */
test('a sound plays on through the site in a bar, and ends with the session', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(context, 'mina@demo.test')
  const mina = await context.newPage()
  await mina.goto('/upload')
  const buffer = toneInWav({ seconds: 90, level: -30 })
  await mina.locator('input[type=file]').first().setInputFiles({ name: 'waves.wav', mimeType: 'audio/wav', buffer })
  await expect(mina.getByText('In your vault').first()).toBeVisible({ timeout: 120_000 })
  await mina.getByRole('link', { name: 'Write a post with this file' }).click()
  await mina.getByLabel('What do you want to say?').fill('An evening at the sea')
  await mina.getByText('Everyone', { exact: true }).click()
  await mina.getByRole('button', { name: 'Publish' }).click()
  await expect(mina).toHaveURL(/\/@mina\/[0-9a-f-]{36}$/)
  const address = mina.url()

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(other, 'fiona@demo.test')
  const page = await other.newPage()
  // Evened and in AAC, once it is made.
  await expect(async () => {
    await page.goto(address)
    await expect(sound(page).locator('svg path').nth(1)).toBeAttached({ timeout: 5_000 })
  }).toPass({ timeout: 180_000 })
  const bar = page.getByRole('region', { name: 'Now playing' })

  await test.step('it starts in its post, and the bar comes', async () => {
    await expect(bar).toBeHidden()
    await start(page)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.2)
    await expect(bar.getByText('Posted by Mina')).toBeVisible()
    expect(await sourceOf(page)).toContain('/sound?')
    expect(await barriers(page)).toEqual([])
  })

  await test.step('it plays on while the page changes', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search/)
    const at = await timeOf(page)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(at + 0.5)
    await bar.getByRole('button', { name: 'Forward 10 seconds' }).click()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(10)
    await bar.getByRole('slider', { name: 'Position' }).fill('30')
    await expect.poll(() => timeOf(page)).toBeGreaterThanOrEqual(30)
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
    expect(await player(page).evaluate((it: HTMLAudioElement) => it.playbackRate)).toBe(1.5)
    expect(await barriers(page)).toEqual([])
  })

  await test.step('the lock screen knows what it is', async () => {
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.artist)).toBe('Posted by Mina Okafor')
  })

  await test.step('it leads back to its post, where it pauses and goes on', async () => {
    await bar.getByRole('link').click()
    await expect(page).toHaveURL(address)
    await sound(page).getByRole('button', { name: 'Pause' }).click()
    await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible()
    await bar.getByRole('button', { name: 'Play' }).click()
    await expect(sound(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  await test.step('an address that does not answer any more is renewed once', async () => {
    await page.route(/\/media\/[\w-]+\/sound\?/, (route) => route.fulfill({ status: 404 }), { times: 1 })
    await player(page).evaluate((it: HTMLAudioElement) => it.load())
    await expect.poll(() => timeOf(page)).toBeGreaterThan(30)
  })

  await test.step('where it was left it begins again, and it ends with the session', async () => {
    await bar.getByRole('button', { name: 'Close' }).click()
    await expect(bar).toBeHidden()
    await start(page)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(30)
    await page.goto('/settings')
    await page.goBack()
    await start(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
    await expect(bar).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('fanfare:disconnect')))
    await expect(bar).toBeHidden()
    expect(await player(page).evaluate((it: HTMLAudioElement) => it.paused)).toBe(true)
  })
  await context.close()
  await other.close()
})

const sound = (page: Page) => page.getByRole('group', { name: /^Sound: Posted by Mina/ })
const player = (page: Page) => page.locator('audio[data-sound]')
const timeOf = (page: Page) => player(page).evaluate((it: HTMLAudioElement) => it.currentTime)
/** Its code comes after the page, and a press before that is lost. */
async function start(page: Page): Promise<void> {
  const [play, pause] = ['Play', 'Pause'].map((name) => sound(page).getByRole('button', { name }))
  await expect(async () => {
    if (await play?.isVisible()) await play?.click({ timeout: 1_000 })
    await expect(pause ?? sound(page)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}
const sourceOf = (page: Page) => player(page).evaluate((it: HTMLAudioElement) => it.currentSrc)
