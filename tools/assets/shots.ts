/**
 * Pictures of the running product, for looking at every screen:
 * `npm run shots` takes all of them, `npm run shots -- /@alice /chat --as fan --size phone --theme dark --lang fr`
 * a few. `BASE_URL` says where the product runs. The result is `shots/index.html`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { localeCookie } from '../../contract/limits.ts'
import { signIn } from '../../tests/support/sign-in.ts'
import { startBrowser } from '../../tests/support/browser.ts'

const base = process.env.BASE_URL ?? 'http://localhost:8787'
const folder = new URL('../../shots/', import.meta.url)

const sizes = { phone: { width: 390, height: 844 }, laptop: { width: 1440, height: 900 } } as const
const themes = ['light', 'dark'] as const
const languages = ['en', 'fr'] as const
const open = [
  '/',
  '/about',
  '/search',
  '/search?q=alice',
  '/@alice',
  '/subscriptions',
  '/creator',
  '/settings/report',
  '/no/such/page',
  '/@nobody-here',
]
const settings = [
  '',
  '/account',
  '/email',
  '/password',
  '/username',
  '/payments',
  '/referral',
  '/unlocked',
  '/blocked-users',
].map((it) => `/settings${it}`)
const signedIn = ['/chat', '/notifications', '/bookmarks', '/agencies', ...settings]

/** Who looks, and at which pages beside those everybody may open. */
const viewers = {
  visitor: { email: null, paths: ['/login', '/signup', '/forgot-password'] },
  fan: { email: 'fiona@demo.test', paths: [...signedIn, '/chat?u=alice', '/upload'] },
  creator: {
    email: 'alice@demo.test',
    paths: [
      ...signedIn,
      ...['chat', 'payouts', 'accounts', 'analytics', 'subscriptions', 'private-medias'].map((it) => `/settings/${it}`),
      '/upload',
      '/chat?mode=creator',
      '/chat/creator-channel',
      '/@alice/edit',
    ],
  },
  operator: { email: 'olivia@demo.test', paths: [...signedIn, '/@alice', '/agencies?tab=desk'] },
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
  const troubled = shots.filter((it) => it.problems.length > 0)
  for (const it of troubled) console.log(`${it.file}\n  ${it.problems.join('\n  ')}`)
  console.log(`${shots.length} pictures in shots/index.html, ${troubled.length} with something in the console`)
} finally {
  await browser.close()
}

async function takeAll(browser: Browser): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const [viewer, { email, paths }] of Object.entries(viewers)) {
    if (values.as && values.as !== viewer) continue
    const wanted = positionals.length > 0 ? positionals : [...open, ...paths]
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

async function take(context: BrowserContext, facts: Omit<Shot, 'file' | 'status' | 'problems'>): Promise<Shot> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text().slice(0, 300)),
  )
  page.on('pageerror', (error) => problems.push(String(error).slice(0, 300)))
  const name = facts.path === '/' ? 'home' : facts.path.replace(/[^a-z0-9@-]+/gi, '_').replace(/^_+/, '')
  const file = `${name}/${facts.viewer}-${facts.size}-${facts.theme}-${facts.language}.png`
  const status = await visit(page, facts.path, problems)
  await mkdir(new URL(`${name}/`, folder), { recursive: true })
  await page.screenshot({ path: new URL(file, folder).pathname, fullPage: facts.size === 'phone' })
  await page.close()
  return { ...facts, file, status, problems }
}

/** Sockets stay open, so a page counts as there when its fonts and pictures are; a slow one is shown as it is. */
async function visit(page: Page, path: string, problems: string[]): Promise<number | null> {
  try {
    const answer = await page.goto(path, { waitUntil: 'load', timeout: 15_000 })
    await page.evaluate(() => document.fonts.ready)
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (sideways > 0) problems.push(`The page is ${sideways} px wider than the screen.`)
    return answer?.status() ?? null
  } catch (error) {
    problems.push(String(error).slice(0, 300))
    return null
  }
}

function index(shots: Shot[]): string {
  const pages = Map.groupBy(shots, (it) => it.path)
  const sections = [...pages].map(
    ([path, of]) =>
      `<h2>${escapeHtml(path)}</h2><div>${of
        .map((it) => {
          const words = `${it.viewer} · ${it.size} · ${it.theme} · ${it.language} · ${it.status ?? 'no answer'}`
          const trouble = it.problems.length > 0 ? `<b>${escapeHtml(it.problems.join(' | '))}</b>` : ''
          return `<a href="${escapeHtml(it.file)}"><img loading="lazy" src="${escapeHtml(it.file)}" alt=""><span>${escapeHtml(words)}</span>${trouble}</a>`
        })
        .join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Shots</title><style>body{font:14px system-ui;margin:24px;background:#eee}div{display:flex;flex-wrap:wrap;gap:16px}a{width:240px;color:inherit}img{width:100%;max-height:420px;object-fit:cover;object-position:top;border:1px solid #bbb}span,b{display:block}b{color:#a00;font-weight:400}</style>${sections.join('')}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
