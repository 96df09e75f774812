import { type CDPSession, expect, test } from '@playwright/test'
import { signIn } from '../support/sign-in.ts'

/** The service worker of the product takes a push, shows its words and leads to its page (PRODUCT, web push). */
test('a push is shown and leads to its page', async ({ browser }) => {
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
  const shown = () =>
    page.evaluate(async () => {
      const them = await (await navigator.serviceWorker.ready).getNotifications()
      return them.map(({ title, body, data }) => ({ title, body, url: data.url as string }))
    })

  await test.step('with the words that it carries', async () => {
    await deliver(JSON.stringify({ title: 'Fanfare', body: 'Alice vous répond', url: '/notifications' }))
    await expect.poll(shown).toEqual([{ title: 'Fanfare', body: 'Alice vous répond', url: '/notifications' }])
  })

  await test.step('a second one about the same takes the place of the first, and noise is shown as something new', async () => {
    await deliver(JSON.stringify({ title: 'Fanfare', body: 'Something new', url: '/notifications' }))
    await expect.poll(shown).toEqual([{ title: 'Fanfare', body: 'Something new', url: '/notifications' }])
    await deliver('not JSON')
    await expect.poll(async () => (await shown()).map((it) => it.title)).toEqual(['Fanfare'])
  })

  await test.step('a click leads the open page there, and never to another site', async () => {
    const [worker] = context.serviceWorkers()
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
