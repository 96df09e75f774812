import type { BrowserContext, Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { languages } from '../support/messages.ts'
import { signIn } from '../support/sign-in.ts'
import { stored, storedFor } from '../support/stored-answers.ts'

/** Without a connection a signed-in person sees the last state, loses nothing that is written, and leaves nothing behind. */

for (const [locale, texts] of languages) {
  test(`home, conversations, library and drafts open without a connection (${locale})`, async ({ browser }) => {
    const { context, page } = await signedIn(browser.newContext({ locale, viewport: phone }), 'alice@demo.test')
    const bar = page.getByText(texts.offline_bar.split('{')[0] ?? '')
    // A page that has few files in common with those that are kept, so that all of them are more than a browser notes.
    await page.goto('/privacy')
    await appIsStored(page)
    for (const [path, key] of [
      ['/', '["posts","list","feed"'],
      ['/settings/unlocked', '["unlocked"'],
      ['/upload?step=drafts', '["posts","list","unpublished"'],
      ['/chat?mode=creator', '["chat","conversations"'],
      ['/chat?mode=creator&u=fiona', '["chat","messages"'],
    ] as const) {
      await visit(page, path)
      await storedFor(page, key)
    }

    await test.step('code that is kept is not loaded again, also not by a page that is new', async () => {
      for (const path of ['/settings/unlocked', '/settings/email']) {
        await page.goto(path)
        await waitUntilAtRest(page)
        const { loaded, cached } = await files(page)
        for (const name of ['/upload-', '/purchase-sheet-', '/restore-purchase-'])
          expect(
            cached.filter((it) => it.includes(name)),
            name,
          ).not.toEqual([])
        expect(loaded.filter((it) => it.includes('/upload-'))).toEqual([])
      }
      await expect
        .poll(() => files(page).then(({ cached }) => cached.some((it) => it.includes('settings_email-'))))
        .toBe(true)
      await visit(page, '/chat?mode=creator&u=fiona')
    })
    const lastWords = await page.getByRole('log').getByRole('article').last().textContent()
    // What the worker keeps is enough, also when the browser has thrown its own files away.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
    await context.setOffline(true)
    await expect(bar).toBeVisible()

    await test.step('a reload shows the conversation as it was', async () => {
      await page.reload()
      await expect(page.getByRole('log').getByRole('article').last()).toContainText(lastWords ?? '')
      await expect(bar).toBeVisible()
    })

    await test.step('each page opens from its address, and from the page before', async () => {
      await page.goto('/')
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.getByRole('link', { name: texts.nav_chat }).click()
      await page.getByRole('link', { name: texts.chat_mode_creator }).click()
      await expect(page.getByRole('link', { name: /fiona/i }).first()).toBeVisible()
      await page.goto('/settings/unlocked')
      await expect(page.getByRole('heading', { name: texts.title_settings_unlocked, exact: true })).toBeVisible()
      await page.goto('/upload?step=drafts')
      await expect(page.getByRole('heading', { name: texts.title_upload, exact: true })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })

    await test.step('what was never seen says that there is no connection', async () => {
      await page.goto('/settings/payments')
      await expect(page.getByRole('heading', { name: texts.edge_offline })).toBeVisible()
    })

    await test.step('with the connection the bar goes and the page fills', async () => {
      await context.setOffline(false)
      await expect(bar).toBeHidden()
      await expect(page.getByRole('heading', { name: texts.edge_offline })).toHaveCount(0)
    })
    await context.close()
  })
}

test('messages written without a connection outlive a reload and a closed tab, and arrive once and in order', async ({
  browser,
}) => {
  const { context, page } = await signedIn(browser.newContext({ viewport: phone }), 'fiona@demo.test')
  const other = await context.newPage()
  const words = ['first', 'second', 'never'].map((it) => `${it} ${Date.now().toString(36)}`)
  const [first = '', second = '', never = ''] = words
  const log = page.getByRole('log')
  await visit(other, '/chat?u=alice')
  await visit(page, '/chat?u=alice')
  await storedFor(page, '["chat","messages"')
  await context.setOffline(true)

  await test.step('they wait, and one is taken back', async () => {
    for (const text of words) {
      await page.getByRole('textbox', { name: 'Message to @alice' }).fill(text)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(log.getByText(text)).toBeVisible()
    }
    await expect(log.getByText('Waits for a connection')).toHaveCount(3)
    await log.getByRole('button', { name: 'Discard' }).last().click()
    await expect(log.getByText(never)).toHaveCount(0)
  })

  await test.step('they are there after a reload', async () => {
    await page.reload()
    await expect(log.getByText(second)).toBeVisible()
    await expect(log.getByText('Waits for a connection')).toHaveCount(2)
  })

  await test.step('with the connection, one of two other tabs sends them', async () => {
    await page.close()
    const third = await context.newPage()
    await third.goto('/')
    await context.setOffline(false)
    await expect(other.getByRole('log').getByText(second)).toBeVisible()
    await expect(other.getByText('Waits for a connection')).toHaveCount(0)
    await expect(other.getByText('Sending…')).toHaveCount(0)
  })

  await test.step('the receiver has each of them once', async () => {
    const receiver = await browser.newContext()
    await signIn(receiver, 'alice@demo.test')
    const inbox = await receiver.newPage()
    await inbox.goto('/chat?mode=creator&u=fiona')
    const articles = inbox.getByRole('log').getByRole('article')
    await expect(articles.filter({ hasText: second })).toHaveCount(1)
    await expect(articles.filter({ hasText: first })).toHaveCount(1)
    await expect(articles.filter({ hasText: never })).toHaveCount(0)
    // The newest is the first of the log.
    const all = await articles.allTextContents()
    expect(all.findIndex((it) => it.includes(second))).toBeLessThan(all.findIndex((it) => it.includes(first)))
    await receiver.close()
  })
  await context.close()
})

test('a sign-out leaves nothing, and another account sees nothing of the first', async ({ browser }) => {
  const { context, page } = await signedIn(browser.newContext({ viewport: phone }), 'fiona@demo.test')
  await visit(page, '/chat')
  await storedFor(page, '["chat","conversations"')

  await test.step('another account in the same browser', async () => {
    await signIn(context, 'frank@demo.test')
    await visit(page, '/')
    await storedFor(page, '["posts"')
    const owners = new Set((await stored(page)).map((it) => it.owner))
    expect(owners.size).toBe(1)
    expect([...owners]).toEqual([await page.evaluate(() => localStorage.getItem('offline_owner'))])
    await context.setOffline(true)
    await page.goto('/chat')
    await expect(page.getByText(en.ui_offline)).toBeVisible()
    await expect(page.getByText(/alice/i)).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByText(en.ui_offline)).toHaveCount(0)
  })

  await test.step('a sign-out', async () => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => caches.has('fanfare-shell-1'))).toBe(false)
    expect(await stored(page)).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage).filter((it) => /^(?:offline|chat)_/.test(it)))).toEqual(
      [],
    )
    await context.setOffline(true)
    await page.goto('/chat')
    await expect(page.getByRole('heading', { name: en.edge_offline })).toBeVisible()
  })
  await context.close()
})

test('a session that was ended elsewhere takes what was kept with it', async ({ browser }) => {
  const { context, page } = await signedIn(browser.newContext({ viewport: phone }), 'fiona@demo.test')
  await visit(page, '/chat')
  await storedFor(page, '["chat","conversations"')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('link', { name: /alice/i }).first()).toBeVisible()
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => stored(page)).toEqual([])
  await context.close()
})

test('nothing is kept while an operator acts for a creator', async ({ browser }) => {
  const { context, page } = await signedIn(browser.newContext({ viewport: phone }), 'olivia@demo.test')
  await visit(page, '/')
  await storedFor(page, '["session"')
  await startActing(context)
  await page.goto('/chat?mode=creator')
  await expect(page.getByText('You act as @alice')).toBeVisible()
  await expect.poll(() => stored(page)).toEqual([])
  await waitUntilAtRest(page)
  expect(await stored(page)).toEqual([])
  await context.close()
})

test('a purchase without a connection says so, outlives a reload, and is charged once', async ({ browser }) => {
  const { context, page } = await signedIn(browser.newContext({ viewport: phone }), 'fiona@demo.test')
  const sheet = page.getByRole('dialog', { name: 'A tip for @bob' })
  await visit(page, '/@bob')
  await storedFor(page, '["users","bob"')
  const before = await coins(context)
  await page.getByRole('main').getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Send a tip' }).click()
  await sheet.getByRole('button', { name: '5', exact: true }).click()
  await sheet.getByLabel(/^Message/).fill('For the roof')
  const send = sheet.getByRole('button', { name: /^Send/ })

  await test.step('the tap says why nothing was sent', async () => {
    await context.setOffline(true)
    await send.click()
    await expect(sheet.getByText(en.ui_offline)).toBeVisible()
  })

  await test.step('after a reload what was typed is there', async () => {
    await page.reload()
    await expect(sheet.getByLabel(/^Message/)).toHaveValue('For the roof')
  })

  await test.step('with the connection it is sent by a tap and charged once', async () => {
    await context.setOffline(false)
    await expect(page.locator('[data-offline]')).toHaveCount(0)
    expect(await coins(context)).toBe(before)
    await send.click()
    await expect(sheet).toHaveCount(0)
    expect(await coins(context)).toBe(before - 5)
  })
  await context.close()
})

const coins = async (context: BrowserContext): Promise<number> => {
  const answer = await context.request.get(`${process.env.BASE_URL}/api/profile`)
  return ((await answer.json()) as { coins: number }).coins
}

async function startActing(context: BrowserContext) {
  const base = process.env.BASE_URL ?? ''
  const alice = (await (await context.request.get(`${base}/api/users/alice`)).json()) as { id: string }
  const answer = await context.request.post(`${base}/api/agencies/impersonate/${alice.id}`, {
    data: {},
    headers: { origin: base },
  })
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
}

const phone = { width: 390, height: 844 }

async function signedIn(opening: Promise<BrowserContext>, email: string) {
  const context = await opening
  await signIn(context, email)
  const page = await context.newPage()
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  return { context, page }
}

/** Looks at a page until it is at rest, with its code and answers kept. */
async function visit(page: Page, path: string) {
  await page.goto(path)
  await waitUntilAtRest(page)
  await appIsStored(page)
}

const appIsStored = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        caches.match(`/_i18n/${document.documentElement.lang.slice(0, 2)}/shell.html`).then((it) => it?.status),
      ),
    )
    .toBe(200)

/** The code that this page has loaded, and what is kept for time without a connection. */
const files = (page: Page): Promise<{ loaded: string[]; cached: string[] }> =>
  page.evaluate(async () => ({
    loaded: performance.getEntriesByType('resource').map((it) => it.name),
    cached: (await (await caches.open('fanfare-shell-1')).keys()).map((it) => it.url),
  }))
