import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Post } from '../../contract/posts.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** A creator's evening (product §12, §14, §15, §19): files in, one that is refused, a post for sale, one for later, order in the vault. */
test('a creator uploads files, sells a post and schedules another', async ({ browser }) => {
  const stage = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await signIn(stage, 'mina@demo.test')
  const page = await stage.newPage()
  const words = `The trapdoor, seen from below ${Date.now().toString(36)}`
  let address = ''

  await test.step('uploads two photos and a drawing with the wrong type', async () => {
    await page.goto('/upload')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: 'trapdoor.jpg', mimeType: 'image/jpeg', buffer: await photo('#7a2f2b') },
        { name: 'ladder.jpg', mimeType: 'image/jpeg', buffer: await photo('#2b5a7a') },
        {
          name: 'poster.jpg',
          mimeType: 'image/jpeg',
          buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        },
      ])
    await expect(page.getByText('In your vault')).toHaveCount(2)
    await expect(page.getByText('Did not work: this is a document, not a picture')).toBeVisible()
  })

  await test.step('describes each of them', async () => {
    await page.getByRole('link', { name: 'Write a post with these 2 files' }).click()
    for (const name of ['trapdoor', 'ladder']) {
      await page.getByRole('button', { name: `Describe ${name}.jpg` }).click()
      await page.getByRole('dialog').getByLabel('Description').fill(`A ${name} in one colour`)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('button', { name: `Described ${name}.jpg` })).toBeVisible()
    }
  })

  await test.step('sells them with one as a free preview', async () => {
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

  await test.step('a visitor sees the preview and finds the post by its text', async () => {
    const street = await browser.newContext()
    const visitor = await street.newPage()
    await visitor.goto(address)
    await expect(visitor.getByText(words)).toBeVisible()
    await expect(visitor.getByText('€4.50')).toBeVisible()
    expect(await openPictures(visitor)).toBe(1)
    await expect(visitor.getByAltText('A trapdoor in one colour')).toBeVisible()
    expect(await visitor.content()).not.toContain('A ladder in one colour')
    await visitor.goto(`/search?type=posts&q=${encodeURIComponent('trapdoor below')}`)
    await expect(visitor.getByText(words)).toBeVisible()
    await street.close()
  })

  await test.step('schedules a post that no visitor sees yet', async () => {
    await page.goto('/upload?step=post')
    await page.getByLabel('What do you want to say?').fill(`Later: ${words}`)
    await page.getByLabel('Publish later').check()
    await page.getByRole('button', { name: 'Schedule' }).click()
    await expect(page).toHaveURL(/step=drafts/)
    await expect(page.getByText(`Later: ${words}`)).toBeVisible()
    await page.goto('/@mina')
    await expect(page.getByText(`Later: ${words}`)).toHaveCount(0)
  })

  await test.step('moves a photo into a folder and finds it there', async () => {
    await page.goto('/settings/private-medias')
    await page.getByRole('button', { name: 'Open ladder.jpg' }).first().click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('link', { name: words })).toBeVisible()
    await expect(sheet.getByLabel('Description')).toHaveValue('A ladder in one colour')
    await sheet.getByLabel('Folder').fill('Stage')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Folder', { exact: true }).selectOption('Stage')
    await expect(page.getByRole('button', { name: /^Open / })).toHaveCount(1)
  })
  await stage.close()
})

test('a video shows its frame to viewers with access and a blur to the others', async ({ browser }) => {
  const stage = await browser.newContext()
  await signIn(stage, 'mina@demo.test')
  const page = await stage.newPage()
  const words = `The curtain, going up ${Date.now().toString(36)}`
  await page.goto('/upload')
  const posterSent = page.waitForResponse((response) => response.url().endsWith('/poster'))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'curtain.webm', mimeType: 'video/webm', buffer: Buffer.from(await film(page), 'base64') }])
  await expect(page.getByText('In your vault', { exact: true })).toHaveCount(1, { timeout: 120_000 })
  await page.getByRole('link', { name: 'Write a post with this file' }).click()
  await page.getByLabel('What do you want to say?').fill(words)
  await page.getByText('Buyers only').click()
  await page.getByLabel('Price in coins').fill('3')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page).toHaveURL(/\/@mina\/[0-9a-f-]{36}$/)
  // The frame is sent after the film, so it may arrive after the post; a reload before that would cut it off.
  await posterSent
  let poster = ''
  await expect
    .poll(async () => {
      await page.reload()
      // A player as soon as it is uploaded, and a picture that becomes one once its sizes are made.
      const frame = page.locator('article figure').locator('video, img').first()
      poster = (await frame.getAttribute('poster')) ?? (await frame.getAttribute('src')) ?? ''
      return poster
    })
    .toMatch(/^\/media\/[\w-]+\/card\?v=u&/)
  const drawn = sharp(await (await stage.request.get(poster)).body())
  const { dominant } = await drawn.stats()
  // Red, as the curtain: the second of black before it was passed over.
  expect([dominant.r > 120, dominant.g < 90, dominant.b < 90]).toEqual([true, true, true])

  const street = await browser.newContext()
  const visitor = await street.newPage()
  await visitor.goto(page.url())
  await expect(visitor.getByText(words)).toBeVisible()
  expect(await visitor.content()).not.toContain(`${poster.split('?')[0]}`)
  await expect(visitor.locator('figure img[src^="data:image/webp"]')).toHaveCount(1)
  await street.close()
  await stage.close()
})

test('uploads a file that was chosen before hydration', async ({ browser }) => {
  const stage = await browser.newContext()
  await signIn(stage, 'mina@demo.test')
  const page = await stage.newPage()
  let hydrate = () => {}
  const isHydrating = new Promise<void>((resolve) => {
    hydrate = resolve
  })
  await page.route('**/*.js', async (route) => {
    await isHydrating
    await route.continue()
  })
  await page.goto('/upload', { waitUntil: 'commit' })
  const early = { name: 'early.jpg', mimeType: 'image/jpeg', buffer: await photo('#2b7a4a') }
  await page.locator('input[type=file]').first().setInputFiles([early])
  hydrate()
  await expect(page.getByText('In your vault', { exact: true })).toHaveCount(1)
  await stage.close()
})

test('a fan opens the upload page and sees how to become a creator, and the API refuses the upload', async ({
  browser,
}) => {
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

test('a fan reports a user and a comment from their menus, and the sheet knows the object', async ({ browser }) => {
  const fan = await browser.newContext()
  await signIn(fan, 'frank@demo.test')
  const page = await fan.newPage()
  const sheet = page.getByRole('dialog', { name: 'Report' })
  const sendReport = async (words: string) => {
    await expect(sheet).toContainText(words)
    const sent = page.waitForRequest((it) => it.method() === 'POST' && (it.postData() ?? '').includes('harassment'))
    await sheet.getByText('Harassment, threats or hate').click()
    await sheet.getByRole('button', { name: 'Send the report' }).click()
    return (await sent).postData() ?? ''
  }
  await page.goto('/@mina')
  const report = page.getByRole('menuitem', { name: 'Report' })
  await expect(async () => {
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await expect(report).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await report.click()
  expect(await sendReport('@mina')).toMatch(/user/)
  const author = await browser.newContext()
  await signIn(author, 'fiona@demo.test')
  const { data } = (await (await author.request.get('/api/users/mina/posts')).json()) as { data: Post[] }
  const id = data.find((it) => it.visibility === 'public')?.id ?? ''
  expect((await author.request.post(`/api/posts/${id}/comments`, { data: { text: 'Oh no' } })).status()).toBe(201)
  await author.close()
  await page.goto(`/@mina/${id}`)
  await page
    .getByRole('button', { name: /^Report the comment by / })
    .first()
    .click()
  expect(await sendReport('Oh no')).toMatch(/comment/)
  await fan.close()
})

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Four seconds of film as a browser records it: black at first, then a red curtain. */
const film = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const brush = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    await new Promise<void>((resolve) => {
      let first: number | null = null
      const draw = (now: number) => {
        first ??= now
        const at = now - first
        if (brush) brush.fillStyle = at < 1_500 ? '#000' : `rgb(${190 + (Math.round(at / 50) % 10)} 40 40)`
        brush?.fillRect(0, 0, 320, 180)
        if (at > 4_000) resolve()
        else requestAnimationFrame(draw)
      }
      requestAnimationFrame(draw)
    })
    recorder.stop()
    await ended
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })

/** How many media of the post on this page have an address: the free one and no other. */
const openPictures = (page: Page): Promise<number> =>
  page.locator('article img[src*="/media/"]:not([src*="/thumb"])').count()
