import { type Browser, expect, type Page, test } from '@playwright/test'
import { signIn } from '../support/sign-in.ts'

/** A page is there before its code: what is typed, chosen or switched in between is neither lost nor taken for something else. */
test('a price chosen before the page is awake is the one that is set', async ({ browser }) => {
  await early(browser, '/settings/subscriptions', async (page, wake) => {
    await page.getByLabel('Coins a month').selectOption('14.99')
    wake()
    await expect(page.getByText(/€11.99 of each month/)).toBeVisible()
    await expect(page.getByLabel('Coins a month')).toHaveValue('14.99')
    await expect(page.getByRole('button', { name: 'Set the price' })).not.toHaveAttribute('aria-disabled', 'true')
  })
})

test('who may write to me and a switch, moved before the page is awake, are saved', async ({ browser }) => {
  await early(browser, '/settings/chat', async (page, wake) => {
    const policy = page.getByLabel('Who may write to you')
    const inTitle = page.getByRole('switch', { name: /Show new messages/ })
    await expect(inTitle).toBeChecked()
    await policy.selectOption({ label: 'Subscribers only' })
    await inTitle.uncheck()
    wake()
    const saved = async () => {
      const { settings } = await (await page.request.get('/api/profile')).json()
      return [settings.chat_access_policy, settings.notifications.messages.app]
    }
    await expect.poll(saved).toEqual(['SUBSCRIBERS', false])
    await expect(policy).toHaveValue('SUBSCRIBERS')
    await expect(inTitle).not.toBeChecked()
    await page.reload()
    await policy.selectOption({ label: 'Followers and subscribers' })
    await inTitle.click()
    await expect.poll(saved).toEqual(['FOLLOWERS_OR_SUBSCRIBERS', true])
  })
})

test('whom a post is for, chosen before the page is awake, is whom it is for', async ({ browser }) => {
  await early(browser, '/upload?step=post', async (page, wake) => {
    await page.getByText('Buyers only').click()
    await page.getByLabel('What do you want to say?').fill('Not for everybody')
    wake()
    await expect(page.getByLabel('Price in coins')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Buyers only' })).toBeChecked()
    await expect(page.getByLabel('What do you want to say?')).toHaveValue('Not for everybody')
  })
})

/** Opens a page whose code does not come until it is woken. */
async function early(
  browser: Browser,
  path: string,
  act: (page: Page, wake: () => void) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  await signIn(context, 'mina@demo.test')
  const page = await context.newPage()
  const { promise: isAwake, resolve: wake } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await isAwake
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await act(page, wake)
  await context.close()
}
