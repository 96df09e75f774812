import type { BrowserContext, Page } from '@playwright/test'
import { localeTags } from '../../contract/hosts.ts'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { pageInventory } from '../../tools/dev/inventory.ts'
import { barriers } from '../support/axe.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * A hard load of every page that the route tree has, signed out and in, in both languages: the right status, the edge's
 * headers, nothing in the console (a broken content policy and a hydration mismatch would speak there), no sentence of the
 * other language, and nothing that axe finds. Public pages are loaded twice, as the second answer comes from the cache with
 * another nonce.
 */
const pages = pageInventory()
const of = (access: string) => pages.filter((it) => it.access === access).map(({ path }) => path)
/** Parameters of something that is there, and what differs from a page that simply loads. */
const real: Record<string, { at: string; out?: number; in?: number; moves?: true }> = {
  '/{anything else}': { at: '/nothing/of/ours', out: 404, in: 404 },
  '/@{username}': { at: '/@alice' },
  '/@{username}/albums/{id}': { at: '/@alice/albums/019aa000-0000-7000-8000-000000000000', out: 404, in: 404 },
  '/@{username}/edit': { at: '/@alice/edit' },
  '/@{username}/edit/{type}': { at: '/@alice/edit/bio' },
  '/agency/{id}': { at: '/agency/019aa000-0000-7000-8000-000000000000', in: 404 },
  '/gift/{code}': { at: '/gift/no-such-gift' },
  '/settings/captions/{id}': { at: '/settings/captions/019aa000-0000-7000-8000-000000000000' },
  '/staff': { at: '/staff?tab=verifications', in: 404 },
  // Each leads on by itself.
  '/auth/callback': { at: '/auth/callback', moves: true },
  '/onboarding': { at: '/onboarding', moves: true },
}
const placeOf = (path: string) => real[path] ?? { at: path }

for (const language of ['en', 'fr'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language === 'fr' ? 'fr-FR' : 'en-US', contextOptions: { reducedMotion: 'reduce' } })
    test.setTimeout(900_000)
    test.beforeAll(async ({ request }) => {
      const answer = await request.get('/api/users/alice/posts')
      const { data } = (await answer.json()) as { data: { id: string }[] }
      real['/@{username}/{id}'] = { at: `/@alice/${data[0]?.id}` }
    })

    test(`a visitor loads every page (${language})`, async ({ page }) => {
      const troubles = await inTwoTabs(page, [...of('open'), ...of('guest')], async (tab, path) => {
        const { at, out = 200, moves } = placeOf(path)
        await load(tab, at, { status: out, language, moves })
      })
      // The form would move under the finger if the other ways in came after the page.
      const drawn = await (await page.request.get('/login')).text()
      expect([en, fr].some((words) => drawn.includes(words.account_with_passkey))).toBe(true)
      for (const path of ['/', '/about', '/terms', '/imprint', '/@alice']) {
        // On a slow machine all pages together take longer than the cache lasts.
        await load(page, path, { status: 200, language })
        const answer = await load(page, path, { status: 200, language })
        expect.soft(answer?.headers()['x-fanfare-cache'], path).toMatch(/hit|stale/)
      }
      for (const path of [...of('auth'), ...of('auth + creator')]) {
        const answer = await page.request.get(placeOf(path).at, { maxRedirects: 0 })
        expect.soft(answer.headers().location, `${path} is for those who are signed in`).toMatch(/^\/login\?redirect=/)
      }
      for (const path of ['/@no.such.user', '/no.such.user', '/no.such.user/edit']) {
        await load(page, path, { status: 404, language })
        const { error_fatal_not_found_message: text, error_missing_tab: title } = language === 'fr' ? fr : en
        await expect.soft(page.getByText(text.replace('{path}', path), { exact: true })).toBeVisible()
        await expect.soft(page).toHaveTitle(title)
      }
      const moved = await page.request.get('/alice', { maxRedirects: 0 })
      expect.soft([moved.status(), moved.headers().location]).toEqual([301, '/@alice'])
      await load(page, '/settings/nothing', { status: 404, language })
      expect(troubles()).toEqual([])
    })

    test(`a creator loads every page (${language})`, async ({ page, context }) => {
      await signIn(context, 'alice@demo.test')
      const paths = [...of('open'), ...of('auth'), ...of('auth + creator')]
      const troubles = await inTwoTabs(page, paths, async (tab, path) => {
        const place = placeOf(path)
        const answer = await load(tab, place.at, { status: place.in ?? 200, language, moves: place.moves })
        if (!place.moves) expect.soft(new URL(tab.url()).pathname, path).toBe(place.at.split('?')[0])
        expect.soft(answer?.headers()['cache-control'], path).toBe('private, no-store')
      })
      for (const path of of('guest')) {
        const answer = await page.request.get(path, { maxRedirects: 0 })
        expect.soft(answer.headers().location, `${path} is for guests`).toBe('/')
      }
      expect(troubles()).toEqual([])
      await sharedNothing(context)
    })

    test(`a fan loads a conversation on a laptop, where nothing moves (${language})`, async ({ page, context }) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await signIn(context, 'fiona@demo.test')
      const troubles = listen(page)
      await load(page, '/chat?u=alice', { status: 200, language })
      expect(troubles()).toEqual([])
    })

    test(`staff and an agency owner load every page of theirs (${language})`, async ({ browser }) => {
      for (const [email, open] of [
        ['staff@demo.test', async () => '/staff?tab=verifications'],
        ['olivia@demo.test', ownAgency],
        ['olivia@demo.test', async () => '/settings/account'],
      ] as const) {
        const context = await browser.newContext()
        const page = await context.newPage()
        await signIn(context, email)
        const troubles = listen(page)
        await load(page, await open(page), { status: 200, language })
        expect(troubles()).toEqual([])
        await context.close()
      }
    })
  })
}

async function ownAgency(page: Page): Promise<string> {
  const answer = await page.request.get('/api/agencies')
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return `/agency/${data[0]?.id}`
}

/** Two tabs share the list, as most of a load is waiting. Returns the errors of their consoles. */
async function inTwoTabs(
  first: Page,
  paths: readonly string[],
  visit: (tab: Page, path: string) => Promise<void>,
): Promise<() => string[]> {
  const line = [...paths]
  const tabs = [first, await first.context().newPage()]
  const consoles = tabs.map(listen)
  await Promise.all(
    tabs.map(async (tab) => {
      for (let path = line.shift(); path !== undefined; path = line.shift()) await visit(tab, path)
    }),
  )
  return () => consoles.flatMap((troubles) => troubles())
}

type Expected = { status: number; language: 'en' | 'fr'; moves?: true | undefined }

async function load(page: Page, path: string, expected: Expected) {
  const answer = await page.goto(path, { waitUntil: 'load' })
  // A page that leads on may be gone before its first answer is looked at.
  if (expected.moves) await waitUntilAtRest(page)
  expect.soft(answer?.status(), path).toBe(expected.status)
  expect.soft(answer?.headers()['content-security-policy'], path).toContain("frame-ancestors 'none'")
  expect.soft(answer?.headers()['content-language'], path).toBe(localeTags[expected.language])
  await expect.soft(page.locator('html'), path).toHaveAttribute('lang', localeTags[expected.language])
  await waitUntilAtRest(page)
  expect.soft(await barriers(page), `axe on ${path}`).toEqual([])
  expect.soft(await foreignMessages(page, expected.language), `words on ${path}`).toEqual([])
  expect.soft(await unusedFonts(page), `fonts fetched early for ${path} and not used`).toEqual([])
  expect.soft(await moved(page), `what moved while ${path} loaded`).toEqual([])
  return answer
}

/** The fonts that the head has fetched early and no text of the page is in, by their addresses. */
const unusedFonts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const faces = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const rules = faces.filter((it) => it instanceof CSSFontFaceRule)
    const used = [...document.fonts].filter((it) => it.status === 'loaded').map((it) => it.family.replaceAll('"', ''))
    const isUsed = (address: string) =>
      rules.some(
        ({ style }) =>
          style.getPropertyValue('src').includes(address) &&
          used.includes(style.getPropertyValue('font-family').replaceAll('"', '')),
      )
    const early = document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')
    return [...early].map((it) => new URL(it.href).pathname.split('/').at(-1) ?? '').filter((it) => !isUsed(it))
  })

/** What jumped from its place while it loaded, where all of it together is half of what is called good (CLS 0.1). */
function moved(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as Shift[]
    observer.disconnect()
    if (shifts.reduce((sum, it) => sum + it.value, 0) <= 0.05) return []
    const say = ({ node }: { node: Element | null }) => node?.outerHTML?.slice(0, 80)
    return shifts.map((it) => `${it.value.toFixed(3)}: ${it.sources.map(say).join(', ')}`)
  })
}

/** Texts of the page that are only in the other language's catalogue. */
async function foreignMessages(page: Page, language: 'en' | 'fr'): Promise<string[]> {
  const [ours, theirs] = language === 'en' ? [en, fr] : [fr, en]
  const own = new Set<unknown>(Object.values(ours))
  const foreign = new Set<unknown>(Object.values(theirs).filter((it) => typeof it === 'string' && !own.has(it)))
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style')) found.push(walker.currentNode.textContent ?? '')
    for (const it of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(it.getAttribute(name) ?? '')
    return [...new Set(found.map((it) => it.trim()))]
  })
  const keys = new Set(Object.keys(en))
  return shown.filter((it) => foreign.has(it) || keys.has(it))
}

function listen(page: Page): () => string[] {
  const messages: string[] = []
  const mismatched = new Set<string>()
  page.on('console', (message) => {
    // The browser says of a page that is meant to be missing that it is.
    if (/status of 404/.test(message.text()) && message.location().url === page.url()) return
    // Chromium 153 does not use a file that was fetched early when it then comes through the service worker, and says so,
    // and a few seconds later once more.
    const mismatch = /preload for '(\S+)' .* cross-world service worker resource mismatch/.exec(message.text())?.[1]
    if (mismatch !== undefined) return void mismatched.add(mismatch)
    const unused = /^The resource (\S+) was preloaded using link preload but not used/.exec(message.text())?.[1]
    if (unused !== undefined && mismatched.has(unused)) return
    // It also says so of a page that a busy machine draws late; whether a font is used `unusedFonts` asks without a clock.
    if (/^The resource \S+\.woff2 was preloaded using link preload but not used/.test(message.text())) return
    if (message.type() === 'error' || message.type() === 'warning')
      messages.push(`${new URL(page.url()).pathname}: ${message.text()}`)
  })
  page.on('pageerror', (error) => messages.push(`${new URL(page.url()).pathname}: ${error.message}`))
  return () => messages
}

/** The only cookie that scripts may read is the language. */
async function sharedNothing(context: BrowserContext): Promise<void> {
  const readable = (await context.cookies()).filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)
  expect(readable).toEqual(['i18n_redirected'])
}
