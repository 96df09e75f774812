/**
 * Pictures of the running product, for looking at every screen:
 * `npm run shots` takes all of them, `npm run shots -- /@alice /chat --as fan --size phone --theme dark --lang fr`
 * a few. `BASE_URL` says where the product runs. The result is `shots/index.html`, with what is wrong with each: errors,
 * a page that is wider than the screen, and what axe finds. The sizes include the narrowest phone and a zoom of 200 %.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { escapeHtml } from '../../api/platform/http/escape-html.ts'
import { localeCookie } from '../../contract/limits.ts'
import { startBrowser } from '../../tests/support/browser.ts'
import { signIn } from '../../tests/support/sign-in.ts'

const base = process.env.BASE_URL ?? 'http://localhost:8787'
const folder = new URL('../../shots/', import.meta.url)

const sizes = {
  narrow: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1280, height: 800 },
  desktop: { width: 1920, height: 1080 },
  zoomed: { width: 640, height: 400 },
} as const
const themes = ['light', 'dark'] as const
const languages = ['en', 'fr'] as const
const openPaths = [
  '/',
  '/about',
  '/terms',
  '/imprint',
  '/help',
  '/search',
  '/search?q=alice',
  '/@alice',
  '/subscriptions',
  '/creator',
  '/settings/report',
  '/no/such/page',
  '/@no-such-user',
]
const settingsPaths = [
  '',
  '/account',
  '/email',
  '/password',
  '/username',
  '/payments',
  '/referral',
  '/unlocked',
  '/notifications',
  '/blocked-users',
  '/discreet',
].map((it) => `/settings${it}`)
const signedInPaths = ['/chat', '/notifications', '/bookmarks', '/agencies', ...settingsPaths]

/** The users, and the pages that each sees beside the open ones. */
const viewers = {
  visitor: { email: null, paths: ['/login', '/signup', '/forgot-password'] },
  fan: { email: 'fiona@demo.test', paths: [...signedInPaths, '/chat?u=alice', '/upload'] },
  creator: {
    email: 'alice@demo.test',
    paths: [
      ...signedInPaths,
      ...['chat', 'payouts', 'accounts', 'analytics', 'subscriptions', 'private-medias'].map((it) => `/settings/${it}`),
      '/upload',
      '/chat?mode=creator',
      '/chat/creator-channel',
      ...['audience', 'automation', 'calendar', 'links', 'requests', 'trace'].map((it) => `/creator/${it}`),
      '/@alice/edit',
    ],
  },
  operator: { email: 'olivia@demo.test', paths: [...signedInPaths, '/@alice', '/agencies?tab=desk'] },
  staff: { email: 'staff@demo.test', paths: ['/staff', '/settings'] },
} as const

type Shot = {
  viewer: string
  path: string
  size: string
  theme: string
  language: string
  file: string
  status: number | null
  problems: string[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { as: { type: 'string' }, size: { type: 'string' }, theme: { type: 'string' }, lang: { type: 'string' } },
})
const browser = await startBrowser()
try {
  const shots = await takeAll(browser)
  await writeFile(new URL('index.html', folder), index(shots))
  const withProblems = shots.filter((shot) => shot.problems.length > 0)
  for (const shot of withProblems) console.log(`${shot.file}\n  ${shot.problems.join('\n  ')}`)
  console.log(`${shots.length} screenshots in shots/index.html, ${withProblems.length} with problems`)
} finally {
  await browser.close()
}

async function takeAll(browser: Browser): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const [viewer, { email, paths }] of Object.entries(viewers)) {
    if (values.as && values.as !== viewer) continue
    const wanted = positionals.length > 0 ? positionals : [...openPaths, ...paths]
    for (const [size, viewport] of Object.entries(sizes)) {
      if (values.size && values.size !== size) continue
      for (const theme of themes) {
        if (values.theme && values.theme !== theme) continue
        for (const language of languages) {
          if (values.lang && values.lang !== language) continue
          const context = await browser.newContext({
            baseURL: base,
            viewport,
            colorScheme: theme,
            reducedMotion: 'reduce',
            locale: language,
            hasTouch: size === 'phone',
          })
          await context.addCookies([{ name: localeCookie, value: language, url: base }])
          if (email) await signIn(context, email)
          for (const path of wanted) shots.push(await take(context, { viewer, path, size, theme, language }))
          await context.close()
        }
      }
    }
  }
  return shots
}

async function take(context: BrowserContext, shot: Omit<Shot, 'file' | 'status' | 'problems'>): Promise<Shot> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    // A page that is not found is a failed load to the browser.
    if (!['error', 'warning'].includes(message.type()) || message.location().url === page.url()) return
    problems.push(message.text().slice(0, 300))
  })
  page.on('pageerror', (error) => problems.push(String(error).slice(0, 300)))
  const name = shot.path === '/' ? 'home' : shot.path.replace(/[^a-z0-9@-]+/gi, '_').replace(/^_+/, '')
  const file = `${name}/${shot.viewer}-${shot.size}-${shot.theme}-${shot.language}.png`
  const status = await openPage(page, shot.path, problems)
  problems.push(...(await barriers(page)))
  await mkdir(new URL(`${name}/`, folder), { recursive: true })
  await page.screenshot({ path: new URL(file, folder).pathname, fullPage: shot.size === 'phone' })
  await page.close()
  return { ...shot, file, status, problems }
}

/** Waits for fonts and pictures; a page that is still busy after three seconds is taken as it is. */
async function openPage(page: Page, path: string, problems: string[]): Promise<number | null> {
  try {
    const answer = await page.goto(path, { waitUntil: 'load', timeout: 15_000 })
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (overflow > 0) problems.push(`The page is ${overflow} px wider than the screen.`)
    return answer?.status() ?? null
  } catch (error) {
    problems.push(String(error).slice(0, 300))
    return null
  }
}

/** What keeps people out, by axe: the rule and the first of the elements. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, help, nodes }) => `${id} (${nodes.length}): ${help}: ${nodes[0]?.html.slice(0, 200)}`)
}

function index(shots: Shot[]): string {
  const pages = Map.groupBy(shots, (shot) => shot.path)
  const sections = [...pages].map(
    ([path, ofPath]) =>
      `<h2>${escapeHtml(path)}</h2><div>${ofPath
        .map((shot) => {
          const label = `${shot.viewer} · ${shot.size} · ${shot.theme} · ${shot.language} · ${shot.status ?? 'no answer'}`
          const problems = shot.problems.length > 0 ? `<b>${escapeHtml(shot.problems.join(' | '))}</b>` : ''
          return `<a href="${escapeHtml(shot.file)}"><img loading="lazy" src="${escapeHtml(shot.file)}" alt=""><span>${escapeHtml(label)}</span>${problems}</a>`
        })
        .join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Shots</title><style>body{font:14px system-ui;margin:24px;background:#eee}div{display:flex;flex-wrap:wrap;gap:16px}a{width:240px;color:inherit}img{width:100%;max-height:420px;object-fit:cover;object-position:top;border:1px solid #bbb}span,b{display:block}b{color:#a00;font-weight:400}</style>${sections.join('')}`
}
