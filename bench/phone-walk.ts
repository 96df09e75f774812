import type { Browser, Page } from '@playwright/test'
import m from '../messages/en.json' with { type: 'json' }
import { waitUntilAtRest } from '../tests/support/hydrated.ts'
import { signIn } from '../tests/support/sign-in.ts'
import { atMost, type Row } from './row.ts'
import { openSlowPage } from './slow-phone.ts'

type Press = (page: Page) => Promise<unknown>
type Vitals = { lcp: number; cls: number; inp: number }

const like: Press = (page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^\d+ likes?$/ })
    .first()
    .click()
const lastLink: Press = (page) => page.getByRole('main').getByRole('link').last().click()
const type =
  (text: string): Press =>
  (page) =>
    page.locator('main input[type=search], textarea').last().pressSequentially(text)

/** The pages, each opened by its address as a link from outside does, and what is pressed there. */
const pages: { path: string; as: 'visitor' | 'fan'; press: Press }[] = [
  { path: '/', as: 'visitor', press: (page) => page.getByRole('link', { name: m.nav_sign_up }).first().click() },
  { path: '/@alice', as: 'visitor', press: (page) => page.getByRole('link', { name: m.nav_search }).first().click() },
  { path: '/search', as: 'visitor', press: type('ali') },
  { path: '/', as: 'fan', press: like },
  { path: '/@alice', as: 'fan', press: like },
  { path: '/chat', as: 'fan', press: lastLink },
  { path: '/chat?u=alice', as: 'fan', press: type('Hello') },
  { path: '/notifications', as: 'fan', press: lastLink },
  { path: '/subscriptions', as: 'fan', press: lastLink },
  { path: '/settings/payments', as: 'fan', press: lastLink },
]

// These run in the page, whose names the compiler does not know here.
const watchVitals = `
  window.vitals = { lcp: 0, cls: 0, inp: 0 }
  const watch = (type, more, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', {}, ({ startTime }) => { window.vitals.lcp = startTime })
  watch('layout-shift', {}, ({ hadRecentInput, value }) => { if (!hadRecentInput) window.vitals.cls += value })
  watch('event', { durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) window.vitals.inp = Math.max(window.vitals.inp, duration)
  })`

/** What ten pages cost a visitor and a fan; each page is opened with nothing of it in the browser's cache. */
export async function walk(browser: Browser, { url }: { url: string }): Promise<Row[]> {
  const all: Vitals[] = []
  for (const { path, as, press } of pages) {
    const vitals = await measure(browser, url, path, as, press)
    console.log(
      `  ${path} as a ${as}: largest paint ${vitals.lcp.toFixed(0)} ms, moved ${vitals.cls.toFixed(3)}, answer to a press ${vitals.inp} ms`,
    )
    all.push(vitals)
  }
  const worst = (of: keyof Vitals) => Math.max(...all.map((it) => it[of]))
  return [
    atMost(2_000, 'w  largest paint of the slowest page', worst('lcp'), 'ms'),
    atMost(0.05, 'w  layout shift of the page that moves most', worst('cls'), ''),
    atMost(200, 'w  slowest answer to a press', worst('inp'), 'ms'),
  ]
}

async function measure(browser: Browser, url: string, path: string, as: string, press: Press): Promise<Vitals> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', viewport: { width: 390, height: 844 } })
  if (as === 'fan') await signIn(context, 'fiona@demo.test')
  await context.addInitScript(watchVitals)
  const page = await openSlowPage(context, 4)
  await page.goto(path)
  await waitUntilAtRest(page)
  const { lcp, cls } = await page.evaluate<Vitals>('window.vitals')
  await press(page)
  // Time for the answer of a slow phone, which the browser notes with its frame.
  await page.waitForTimeout(1_500)
  const { inp } = await page.evaluate<Vitals>('window.vitals')
  await context.close()
  return { lcp, cls, inp }
}
