import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { barriers } from '../support/axe.ts'
import { writeFilm } from '../support/encoded-film.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** Mina captions a film line by line in English and from a file in French; Fiona reads, searches and jumps. */
test('a creator writes captions, and a fan reads what is said', async ({ browser }) => {
  const minaHere = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(minaHere, 'mina@demo.test')
  const mina = await minaHere.newPage()
  await mina.goto('/upload')
  await mina
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'talk.mp4', mimeType: 'video/mp4', buffer: await talk() })
  await expect(mina.getByText('In your vault').first()).toBeVisible({ timeout: 120_000 })
  await mina.getByRole('link', { name: 'Write a post with this file' }).click()
  await mina.getByLabel('What do you want to say?').fill('A talk by the sea')
  await mina.getByText('Everyone', { exact: true }).click()
  await mina.getByRole('button', { name: 'Publish' }).click()
  await expect(mina).toHaveURL(/\/@mina\/[0-9a-f-]{36}$/)
  const address = mina.url()

  await test.step('Mina writes two lines at the moments of the film', async () => {
    await mina.goto('/settings/private-medias')
    await mina.getByRole('button', { name: 'Open talk.mp4' }).click()
    await mina.getByRole('link', { name: 'Captions' }).click()
    await expect(mina.getByText('Stop the film where somebody speaks')).toBeVisible()
    await addLine(mina, 1, 'The tide is out')
    await addLine(mina, 4, 'Été comme hiver')
    expect(await barriers(mina)).toEqual([])
    await mina.getByLabel('To', { exact: true }).last().fill('0:03')
    await expect(mina.getByText('It ends before it begins')).toBeVisible()
    await mina.reload()
    await expect(mina.getByLabel('What is said').first()).toHaveValue('The tide is out')
    await mina.getByLabel('To', { exact: true }).last().fill('0:05,5')
    await mina.getByRole('button', { name: 'Save captions' }).click()
    await expect(mina.getByText('Captions saved')).toBeVisible()
    await expect(mina.getByLabel('To', { exact: true }).last()).toHaveValue('0:05.50')
  })

  await test.step('and French ones from a file, after one that is broken', async () => {
    await mina.getByLabel('Language').selectOption('fr')
    const upload = (text: string) =>
      mina
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'talk.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(text, 'latin1') })
    await upload('1\n00:00:01,000 -> 00:00:02,000\nrien')
    await expect(mina.getByRole('alert').filter({ hasText: 'This is not a caption file' })).toBeVisible()
    await upload('1\r\n00:00:01,000 --> 00:00:02,000\r\nLa marée est basse\r\n')
    await expect(mina.getByLabel('What is said')).toHaveValue('La marée est basse')
  })

  const fionaHere = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(fionaHere, 'fiona@demo.test')
  const fiona = await fionaHere.newPage()
  await fiona.goto(address)
  await test.step('Fiona searches what is said, and jumps there', async () => {
    await begin(fiona)
    await fiona.getByRole('button', { name: 'Transcript' }).click()
    await expect(fiona.getByRole('listitem').filter({ hasText: 'The tide is out' })).toBeVisible()
    await fiona.getByLabel('Search what is said').fill('ete')
    await fiona.getByRole('button', { name: /Été comme hiver/ }).click()
    await expect
      .poll(() => fiona.locator('video').evaluate((it: HTMLVideoElement) => it.currentTime))
      .toBeGreaterThan(3.9)
  })
  await test.step('and reads French captions, which the next film remembers', async () => {
    await show(fiona, 'fr')
    await fiona.reload()
    await begin(fiona)
    await expect.poll(() => shown(fiona)).toEqual(['fr'])
    await fiona.locator('video').evaluate((it: HTMLVideoElement) => {
      it.pause()
      it.currentTime = 1.5
    })
    await expect.poll(() => cueOnScreen(fiona)).toBe('La marée est basse')
  })
})

async function talk(): Promise<Buffer> {
  const path = join(tmpdir(), `talk-${process.pid}.mp4`)
  await writeFilm(path, { width: 320, height: 240, seconds: 8 })
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

async function addLine(page: Page, seconds: number, text: string): Promise<void> {
  // A film that is still loading goes back to its beginning when it has loaded.
  await expect
    .poll(() =>
      page.locator('video').evaluate((it: HTMLVideoElement, to) => {
        if (Math.abs(it.currentTime - to) > 0.01) it.currentTime = to
        return it.seeking || it.readyState < HTMLMediaElement.HAVE_CURRENT_DATA ? null : it.currentTime
      }, seconds),
    )
    .toBeCloseTo(seconds)
  await page.getByRole('button', { name: 'Add a line here' }).click()
  await page.keyboard.type(text)
}

/** Plays the film, in sizes or as it was uploaded, whichever is there. */
async function begin(page: Page): Promise<void> {
  const play = page.getByRole('button', { name: /^Play Video/ })
  const video = page.locator('video')
  await expect(play.or(video).first()).toBeVisible()
  if (await play.isVisible()) await play.click()
  else await video.evaluate((it: HTMLVideoElement) => it.play())
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0)
}

const show = (page: Page, language: string) =>
  page.locator('video').evaluate((it: HTMLVideoElement, wanted) => {
    for (const track of it.textTracks) track.mode = track.language === wanted ? 'showing' : 'disabled'
  }, language)
const shown = (page: Page) =>
  page
    .locator('video')
    .evaluate((it: HTMLVideoElement) =>
      [...it.textTracks].filter((track) => track.mode === 'showing').map(({ language }) => language),
    )
const cueOnScreen = (page: Page) =>
  page.locator('video').evaluate((it: HTMLVideoElement) => {
    const [cue] = [...it.textTracks].find((track) => track.mode === 'showing')?.activeCues ?? []
    return cue === undefined ? null : (cue as VTTCue).text
  })
