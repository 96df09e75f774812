import type { CDPSession } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

type Shown = { title: string; body: string; url: string }

/**
 * The service worker of the product takes a push, shows its text and leads to its page (product §39). What is
 * checked is what the browser is asked to show, because a headless one shows nothing: the latest of each tag.
 */
test('a fan opens a push notification and lands on its page', async ({ browser }) => {
  const base = process.env.BASE_URL ?? ''
  const context = await browser.newContext({ baseURL: base, permissions: ['notifications'] })
  await signIn(context, 'fiona@demo.test')
  const page = await context.newPage()
  const browserSession = await context.newCDPSession(page)
  const registrationId = registered(browserSession, base)
  await page.goto('/about')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const deliver = async (data: string) =>
    browserSession.send('ServiceWorker.deliverPushMessage', {
      origin: base,
      registrationId: await registrationId,
      data,
    })
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const { registration, shown } = Object.assign(self as unknown as Scope, { shown: new Map<string, Shown>() })
    registration.showNotification = async (title, { body, tag, data }) =>
      void shown.set(tag, { title, body, url: data.url })
  })
  const shown = async () => (await worker?.evaluate(() => [...(self as unknown as Scope).shown.values()])) ?? []

  await test.step('shows the text of the push', async () => {
    await deliver(JSON.stringify({ title: 'Fanfare', body: 'Alice vous répond', url: '/notifications' }))
    await expect.poll(shown).toEqual([{ title: 'Fanfare', body: 'Alice vous répond', url: '/notifications' }])
  })

  await test.step('a second one about the same object replaces the first, and an unreadable one shows a generic text', async () => {
    await deliver(JSON.stringify({ title: 'Fanfare', body: 'Something new', url: '/notifications' }))
    await expect.poll(shown).toEqual([{ title: 'Fanfare', body: 'Something new', url: '/notifications' }])
    await deliver('not JSON')
    await expect.poll(async () => (await shown()).map((it) => it.title)).toEqual(['Fanfare'])
  })

  await test.step('a click leads the open page to its path, never to another site', async () => {
    const click = (url: string) =>
      worker?.evaluate((to) => {
        const notification = { close: () => undefined, data: { url: to } }
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
      }, url)
    await click('https://evil.example/')
    await click('/notifications')
    await expect(page).toHaveURL(/\/notifications$/)
    expect(context.pages()).toHaveLength(1)
  })
  await context.close()
})

/** The worker's world, as far as it is looked at. */
type Scope = {
  shown: Map<string, Shown>
  registration: {
    showNotification: (title: string, it: { body: string; tag: string; data: { url: string } }) => Promise<void>
  }
}

/** The number under which the browser knows the service worker of this origin. */
function registered(session: CDPSession, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((it) => it.scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })
}
