import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'

/**
 * A hard load of every page of SPEC §2, signed out and in, in both languages: the right status, the edge's headers,
 * nothing in the console (a broken content policy and a hydration mismatch would speak there), and nothing that axe
 * finds. Public pages are loaded twice, as the second answer comes from the cache with another nonce.
 */
const open = [
  '/',
  '/about',
  '/search',
  '/creator',
  '/subscriptions',
  '/settings/report',
  '/settings/payments',
  '/@alice',
]
const guest = ['/login', '/signup', '/forgot-password']
const auth = [
  '/upload',
  '/agencies',
  '/chat',
  '/chat/creator-channel',
  '/creator/verification',
  '/notifications',
  '/settings',
]
const settings = ['account', 'email', 'password', 'referral', 'unlocked', 'username', 'blocked-users'].map(
  (name) => `/settings/${name}`,
)
const creator = ['chat', 'payouts', 'accounts', 'analytics', 'subscriptions', 'private-medias'].map(
  (name) => `/settings/${name}`,
)

for (const language of ['en', 'fr'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'fr' ? 'fr-FR' : 'en-US', contextOptions: { reducedMotion: 'reduce' } })
    test.setTimeout(240_000)

    test(`a visitor loads every page (${language})`, async ({ page }) => {
      const troubles = listen(page)
      for (const path of [...open, ...guest]) await load(page, path, { status: 200, language })
      for (const path of ['/', '/about', '/@alice']) {
        const answer = await load(page, path, { status: 200, language })
        expect.soft(answer?.headers()['x-fanfare-cache'], path).toMatch(/hit|stale/)
      }
      for (const path of [...auth, ...settings, ...creator]) {
        const answer = await page.request.get(path, { maxRedirects: 0 })
        expect.soft(answer.headers().location, `${path} is for those who are signed in`).toMatch(/^\/login\?redirect=/)
      }
      expect(troubles()).toEqual([])
      await load(page, '/@nobody.at.all', { status: 404, language })
      await load(page, '/settings/nothing', { status: 404, language })
    })

    test(`a creator loads every page (${language})`, async ({ page, context }) => {
      await signIn(page, 'alice@demo.test')
      const troubles = listen(page)
      for (const path of [...open, ...auth, ...settings, ...creator]) {
        const answer = await load(page, path, { status: 200, language })
        expect.soft(new URL(page.url()).pathname, path).toBe(path)
        expect.soft(answer?.headers()['cache-control'], path).toBe('private, no-store')
      }
      for (const path of guest) {
        const answer = await page.request.get(path, { maxRedirects: 0 })
        expect.soft(answer.headers().location, `${path} is for guests`).toBe('/')
      }
      expect(troubles()).toEqual([])
      await sharedNothing(context)
    })
  })
}

async function load(page: Page, path: string, expected: { status: number; language: string }) {
  const answer = await page.goto(path, { waitUntil: 'load' })
  expect.soft(answer?.status(), path).toBe(expected.status)
  expect.soft(answer?.headers()['content-security-policy'], path).toContain("frame-ancestors 'none'")
  expect.soft(answer?.headers()['content-language'], path).toBe(expected.language)
  await expect.soft(page.locator('html'), path).toHaveAttribute('lang', new RegExp(`^${expected.language}`))
  await page.waitForLoadState('networkidle')
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' · ')}`)
  expect.soft(found, `axe on ${path}`).toEqual([])
  return answer
}

function listen(page: Page): () => string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      said.push(`${new URL(page.url()).pathname}: ${message.text()}`)
  })
  page.on('pageerror', (error) => said.push(`${new URL(page.url()).pathname}: ${error.message}`))
  return () => said
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill('fanfare-demo')
  await page.locator('input[type=password]').press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login', { timeout: 30_000 })
}

/** The only cookie that scripts may read is the language. */
async function sharedNothing(context: BrowserContext): Promise<void> {
  const readable = (await context.cookies()).filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)
  expect(readable).toEqual(['i18n_redirected'])
}
