import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** A page is there before its code: what is typed, chosen or switched in between is applied after hydration. */
test('sets the price that was chosen before hydration', async ({ browser }) => {
  await early(browser, '/settings/subscriptions', async (page, hydrate) => {
    await page.getByLabel('Coins a month').selectOption('14.99')
    hydrate()
    await expect(page.getByText(/€11.99 of each month/)).toBeVisible()
    await expect(page.getByLabel('Coins a month')).toHaveValue('14.99')
    await expect(page.getByRole('button', { name: 'Set the price' })).not.toHaveAttribute('aria-disabled', 'true')
  })
})

test('saves a choice and a switch that were changed before hydration', async ({ browser }) => {
  await early(browser, '/settings/chat', async (page, hydrate) => {
    const policy = page.getByLabel('Who may write to you')
    const inTitle = page.getByRole('switch', { name: /Show new messages/ })
    await expect(inTitle).toBeChecked()
    await policy.selectOption({ label: 'Subscribers only' })
    await inTitle.uncheck()
    hydrate()
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

test('publishes a post to the audience that was chosen before hydration', async ({ browser }) => {
  await early(browser, '/upload?step=post', async (page, hydrate) => {
    await page.getByText('Buyers only').click()
    await page.getByLabel('What do you want to say?').fill('Not for everybody')
    hydrate()
    await expect(page.getByLabel('Price in coins')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Buyers only' })).toBeChecked()
    await expect(page.getByLabel('What do you want to say?')).toHaveValue('Not for everybody')
  })
})

test('asks a visitor to join for what they tapped before hydration', async ({ browser }) => {
  const visit = async (page: Page, hydrate: () => void) => {
    await page.getByRole('link', { name: 'Follow', exact: true }).click()
    hydrate()
    await expect(page.getByRole('dialog', { name: 'Join to follow Alice Marchetti' })).toBeVisible()
    await expect(page).toHaveURL(/\/@alice$/)
  }
  await early(browser, '/@alice', visit, null)
})

/** Opens a page, as mina or as a visitor, whose code does not come until it is woken. */
async function early(
  browser: Browser,
  path: string,
  act: (page: Page, hydrate: () => void) => Promise<void>,
  user: string | null = 'mina@demo.test',
): Promise<void> {
  const context = await browser.newContext()
  if (user !== null) await signIn(context, user)
  const page = await context.newPage()
  const { promise: isHydrating, resolve: hydrate } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await isHydrating
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await act(page, hydrate)
  await context.close()
}
