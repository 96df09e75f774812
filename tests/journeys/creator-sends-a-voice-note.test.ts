import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { barriers } from '../support/axe.ts'
import { browserOptions, startBrowser } from '../support/browser.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

const [fakeMicrophone, saysYes] = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: await browserOptions(fakeMicrophone, saysYes) })

/** It has recorded for a second at least; a busy machine may look at it later. */
const runs = /^(?!0:00)\d:\d\d$/

/** Voice notes (product §28): recorded in the browser, played before they are sent, and every failure. */
test('a creator records a voice note, and the fan plays it', async ({ browser }) => {
  const alice = await open(browser, 'alice@demo.test', { viewport: { width: 390, height: 844 } })
  const fiona = await open(browser, 'fiona@demo.test', { viewport: { width: 1440, height: 900 }, locale: 'fr-FR' })
  await alice.goto('/chat?mode=creator&u=fiona')
  await fiona.goto('/chat?u=@alice')
  const theirs = fiona.getByRole('log').getByRole('group', { name: /Audio/ })
  await expect(fiona.getByRole('log')).toBeVisible()
  const before = await theirs.count()

  await test.step('alice records, plays and sends by keyboard, and the fan can play it', async () => {
    await alice.getByRole('button', { name: 'Record a voice note' }).focus()
    await alice.keyboard.press('Enter')
    const stop = alice.getByRole('button', { name: 'Stop' })
    await expect(stop).toBeFocused()
    await expect(alice.getByRole('timer')).toHaveText(runs)
    await findsNothing(alice)
    await alice.keyboard.press('Enter')
    await expect(alice.getByRole('group', { name: /Your voice note/ })).toBeVisible()
    await expect(alice.getByRole('button', { name: 'Send the voice note' })).toBeFocused()
    await findsNothing(alice)
    await alice.keyboard.press('Enter')
    await expect(theirs).toHaveCount(before + 1)
    await expect(alice.getByRole('textbox', { name: 'Message to @fiona' })).toBeFocused()
    const note = theirs.first()
    await expect(note.getByText(/^\d:\d\d \/ (?!0:00)\d:\d\d$/)).toBeVisible()
    await note.getByRole('button', { name: 'Lire' }).click()
    const player = fiona.locator('audio[data-sound]')
    await expect.poll(() => player.evaluate((it: HTMLAudioElement) => it.currentTime)).toBeGreaterThan(0)
    await findsNothing(fiona)
  })

  await test.step('a cancelled recording is not sent and releases the microphone', async () => {
    await alice.getByRole('button', { name: 'Record a voice note' }).click()
    await expect(alice.getByRole('timer')).toBeVisible()
    await alice.keyboard.press('Escape')
    await expect(alice.getByRole('textbox', { name: 'Message to @fiona' })).toBeFocused()
    await expect(theirs).toHaveCount(before + 1)
  })

  await test.step('without a network it says so and resumes by itself', async () => {
    await speak(alice)
    await alice.context().setOffline(true)
    await alice.getByRole('button', { name: 'Send the voice note' }).click()
    await expect(alice.getByText('It goes on by itself')).toBeVisible()
    await alice.context().setOffline(false)
    await expect(theirs).toHaveCount(before + 2)
  })

  await test.step('a recording at the limit stops and can be sent or discarded', async () => {
    await alice.clock.install()
    await alice.getByRole('button', { name: 'Record a voice note' }).click()
    await expect(alice.getByRole('timer')).toHaveText(runs)
    await alice.clock.fastForward('05:01')
    await expect(alice.getByText('5 minutes is the longest a voice note can be')).toBeVisible()
    await alice.getByRole('button', { name: 'Discard the voice note' }).click()
    await expect(alice.getByRole('textbox', { name: 'Message to @fiona' })).toBeVisible()
  })

  await test.step('shows an error for a refused and for a missing microphone', async () => {
    const strict = await startBrowser(fakeMicrophone, `${saysYes}=deny`)
    const refused = await open(strict, 'alice@demo.test', { locale: 'fr-FR' })
    await refused.goto('/chat?mode=creator&u=fiona')
    await refused.getByRole('button', { name: 'Enregistrer un message vocal' }).click()
    await expect(refused.getByRole('alert')).toContainText('n’a pas accès au micro')
    await findsNothing(refused)
    await refused.getByRole('button', { name: 'Revenir au texte' }).click()
    await expect(refused.getByRole('textbox', { name: 'Message à @fiona' })).toBeFocused()
    await strict.close()
    const deaf = await startBrowser(saysYes)
    const page = await open(deaf, 'alice@demo.test', {})
    await page.goto('/chat?mode=creator&u=fiona')
    await page.getByRole('button', { name: 'Record a voice note' }).click()
    await expect(page.getByRole('alert')).toContainText('No microphone was found')
    await deaf.close()
  })

  await test.step('a fan has no recorder: fans send no media', async () => {
    await expect(fiona.getByRole('button', { name: 'Enregistrer un message vocal' })).toHaveCount(0)
  })
  await alice.context().close()
  await fiona.context().close()
})

async function speak(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(page.getByRole('timer')).toHaveText(runs)
  await page.getByRole('button', { name: 'Stop' }).click()
}

async function open(browser: Browser, email: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.BASE_URL ?? '', locale: 'en-US', ...options })
  await signIn(context, email)
  return context.newPage()
}

async function findsNothing(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([])
}
