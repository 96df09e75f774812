import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page, Route } from '@playwright/test'
import { barriers } from '../support/axe.ts'
import { writeFilm } from '../support/encoded-film.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** A film from an iPhone, in HEVC, which this browser cannot play: uploaded by Mina, played by Fiona on good and on bad days. */
test('a film of HEVC is uploaded, and plays in the size that the connection allows', async ({ browser }) => {
  test.setTimeout(600_000)
  const film = await iPhoneFilm()
  const context = (email: string) =>
    signedIn(browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }), email)
  const mina = await (await context('mina@demo.test')).newPage()
  await mina.goto('/upload')
  await mina
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'pier.mov', mimeType: 'video/quicktime', buffer: film }, { timeout: 60_000 })
  await expect(mina.getByText('In your vault').first()).toBeVisible({ timeout: 120_000 })
  await mina.getByRole('link', { name: 'Write a post with this file' }).click()
  await mina.getByLabel('What do you want to say?').fill('The pier at low tide')
  await mina.getByText('Everyone', { exact: true }).click()
  await mina.getByRole('button', { name: 'Publish' }).click()
  await expect(mina).toHaveURL(/\/@mina\/[0-9a-f-]{36}$/)
  const address = mina.url()

  const fiona = await context('fiona@demo.test')
  const page = await fiona.newPage()
  const asked = namesAskedFor(page)
  await page.goto(address)
  const play = page.getByRole('button', { name: /^Play Video/ })
  // The sizes are made while the film plays as it was uploaded.
  await expect(async () => {
    await page.reload()
    await expect(play).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 180_000 })

  await test.step('loads nothing before it is wanted, then plays and goes to the size of the screen', async () => {
    await expect(async () => {
      await page.reload()
      await play.click({ timeout: 2_000 })
      await expect(page.getByLabel('Size of the film').getByRole('option')).toHaveCount(4, { timeout: 3_000 })
    }).toPass({ timeout: 240_000 })
    await expect.poll(() => timeOf(page)).toBeGreaterThan(1)
    await growsTo720(page, play)
  })

  await test.step('goes on where it was left', async () => {
    await seek(page, 10)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(10.5)
    const isLost = await loseOnePart(page)
    await page.reload()
    await play.click()
    // The first moment that is shown, not one that it was played to.
    let first = 0
    await expect
      .poll(
        async () => {
          first = await timeOf(page)
          return first
        },
        { timeout: 30_000, intervals: [50] },
      )
      .toBeGreaterThan(0)
    expect(first).toBeGreaterThan(9)
    expect(isLost()).toBe(true)
    await growsTo720(page, play)
  })

  await test.step('is played by keys, shows the frame where one points, and remembers its speed', async () => {
    const isPaused = () => page.locator('video').evaluate((it: HTMLVideoElement) => it.paused)
    // The step before may have ended anywhere: a film that was played to its end begins again.
    await seek(page, 14)
    await expect.poll(() => timeOf(page)).toBeGreaterThan(14)
    await page.keyboard.press('k')
    await expect.poll(isPaused).toBe(true)
    const at = await timeOf(page)
    await page.keyboard.press('j')
    expect(await timeOf(page)).toBeLessThan(at - 8)
    await page.keyboard.press('ArrowRight')
    expect(await timeOf(page)).toBeGreaterThan(at - 8)
    await page.keyboard.press('m')
    await expect(page.getByRole('button', { name: 'Sound on' })).toBeVisible()
    await page.keyboard.press('m')
    const frames = page.waitForResponse((it) => it.url().includes('/strip?'))
    await page.getByRole('slider', { name: 'Position' }).hover()
    expect((await frames).status()).toBe(200)
    await expect(page.locator('[data-frame]')).toContainText('0:12')
    expect(await barriers(page)).toEqual([])
    await page.getByLabel('Speed').selectOption('1.5')
    await page.keyboard.press('Escape')
    await page.reload()
    await play.click()
    const speed = () => page.locator('video').evaluate((it: HTMLVideoElement) => it.playbackRate)
    await expect.poll(speed).toBe(1.5)
  })

  await test.step('takes a small size over 3G, also after seeking, unless another is chosen', async () => {
    const slow = await (await context('fiona@demo.test')).newPage()
    const askedSlowly = namesAskedFor(slow)
    await slow.goto(address)
    await slow.getByRole('button', { name: /^Play Video/ }).waitFor()
    const network = await slow.context().newCDPSession(slow)
    await network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 },
    })
    await slow.getByRole('button', { name: /^Play Video/ }).click()
    await expect.poll(() => timeOf(slow), { timeout: 40_000 }).toBeGreaterThan(0.5)
    await seek(slow, 16)
    await expect.poll(() => heightOf(slow), { timeout: 40_000 }).toBe(240)
    expect(askedSlowly).not.toContain('v720')
    await slow.getByLabel('Size of the film').selectOption('720p')
    await seek(slow, 21)
    await expect.poll(() => [...askedSlowly]).toContain('v720')
  })
  expect([...asked]).toEqual(expect.arrayContaining(['film-list', 'sound', 'v720']))
  expect([...asked]).not.toContain('full')
})

async function iPhoneFilm(): Promise<Buffer> {
  const path = join(tmpdir(), `pier-${process.pid}.mov`)
  await writeFilm(path, { codec: 'hevc', width: 1280, height: 720, seconds: 24, frameRate: 5, isNoise: true })
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

async function signedIn(opening: Promise<BrowserContext>, email: string): Promise<BrowserContext> {
  const context = await opening
  await signIn(context, email)
  return context
}

/** The variants of media that the page asks for from now on, after the upload itself is no longer played. */
function namesAskedFor(page: Page): Set<string> {
  const asked = new Set<string>()
  page.on('request', (it) => {
    const name = /\/media\/[\w-]+\/([\w-]+)\?/.exec(it.url())?.[1]
    if (name !== undefined && it.resourceType() !== 'image' && it.resourceType() !== 'media') asked.add(name)
  })
  return asked
}

/** The signal is lost for one request; answers whether it has been. */
async function loseOnePart(page: Page): Promise<() => boolean> {
  let isLost = false
  const lose = (route: Route) => {
    isLost = true
    return route.abort('internetdisconnected')
  }
  await page.route(/\/media\/[\w-]+\/v\d+\?/, lose, { times: 1 })
  return () => isLost
}

/** A film that a busy machine has loaded whole in a small size stays in it, so it is then played once more. */
async function growsTo720(page: Page, play: Locator): Promise<void> {
  for (let times = 1; ; times++)
    try {
      return await expect.poll(() => heightOf(page), { timeout: 20_000 }).toBe(720)
    } catch (error) {
      if (times === 9) throw error
      await page.reload()
      await play.click()
    }
}

const timeOf = (page: Page) => page.locator('video').evaluate((it: HTMLVideoElement) => it.currentTime)
/** Of the picture that is seen now. */
const heightOf = (page: Page) => page.locator('video').evaluate((it: HTMLVideoElement) => it.videoHeight)
/** Goes to a moment and plays from there, also a film that has come to its end. */
const seek = (page: Page, seconds: number) =>
  page.locator('video').evaluate((it: HTMLVideoElement, to) => {
    it.currentTime = to
    return it.play()
  }, seconds)
