import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import { expect, test } from '../support/journey.ts'
import { writeNaturalFilm } from '../support/natural-film.ts'
import { signIn } from '../support/sign-in.ts'

/** Fiona plays a film that only subscribers see; a copy of what she got turns up, and alice learns whose it is. */
test('a film for subscribers plays from parts that are the fan’s own, and leads back to them', async ({ browser }) => {
  test.setTimeout(480_000)
  const path = join(tmpdir(), `rig-${process.pid}.mp4`)
  await writeNaturalFilm(path, { width: 320, height: 180, seconds: 50, frameRate: 8, number: 5 })
  const film = await readFile(path)
  await rm(path)
  const alice = await (await signedIn(browser.newContext(), 'alice@demo.test')).newPage()
  const address = await publish(alice, film)

  const fiona = await (await signedIn(browser.newContext(), 'fiona@demo.test')).newPage()
  const parts = new Map<string, string>()
  const names = new Set<string>()
  fiona.on('request', (it) => {
    const name = /\/media\/[\w-]+\/([\w-]+)\?/.exec(it.url())?.[1] ?? ''
    names.add(name)
    if (/^v180-p\d+$/.test(name)) parts.set(name, it.url())
  })
  const play = fiona.getByRole('button', { name: /^Play Video/ })
  // The second copy is made while the film plays already.
  await expect(async () => {
    // Nothing that the page before has still asked for counts.
    await fiona.goto('about:blank')
    names.clear()
    await fiona.goto(address)
    await play.click({ timeout: 5_000 })
    await expect.poll(() => parts.has('v180-p1'), { timeout: 5_000 }).toBe(true)
  }).toPass({ timeout: 300_000 })
  const timeOf = () => fiona.locator('video').evaluate((it: HTMLVideoElement) => it.currentTime)
  await expect.poll(timeOf).toBeGreaterThan(2)
  await fiona.locator('video').evaluate((it: HTMLVideoElement) => {
    it.currentTime = 40
  })
  await expect.poll(timeOf).toBeGreaterThan(41)
  expect([...names].filter((it) => ['full', 'v180', 'v180b'].includes(it))).toEqual([])

  const list = await (await fiona.request.get(await playlistOf(fiona, address))).text()
  const copy: Buffer[] = []
  for (const part of list.match(/\/media\/[^"\s]+/g) ?? []) copy.push(await (await fiona.request.get(part)).body())
  await alice.goto('/creator/trace')
  await alice
    .locator('input[type="file"]')
    .setInputFiles({ name: 'found.mp4', mimeType: 'video/mp4', buffer: Buffer.concat(copy) })
  await expect(alice.getByRole('link', { name: '@fiona' })).toBeVisible({ timeout: 180_000 })
})

async function publish(page: Page, film: Buffer): Promise<string> {
  await page.goto('/upload')
  const input = page.locator('input[type=file]').first()
  await input.setInputFiles({ name: 'rig.mp4', mimeType: 'video/mp4', buffer: film })
  await expect(page.getByText('In your vault').first()).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Write a post with this file' }).click()
  await page.getByLabel('What do you want to say?').fill('The rig, from below')
  await page.getByText(en.composer_subscribers, { exact: true }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/\/@alice\/[0-9a-f-]{36}$/)
  return page.url()
}

/** The address that the player asks for first after the page is opened again. */
async function playlistOf(page: Page, address: string): Promise<string> {
  const asked = page.waitForRequest(/\/v180-list\?/)
  await page.goto(address)
  await page.getByRole('button', { name: /^Play Video/ }).click()
  return (await asked).url()
}

async function signedIn(opening: Promise<BrowserContext>, email: string): Promise<BrowserContext> {
  const context = await opening
  await signIn(context, email)
  return context
}
