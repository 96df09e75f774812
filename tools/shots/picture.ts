import { mkdir } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { barriers } from '../../tests/support/axe.ts'
import { waitUntilAtRest } from '../../tests/support/hydrated.ts'
import type { languages, sizes, themes, Viewer } from './pages.ts'

/** How a page is looked at, and by whom. */
export type Look = {
  viewer: Viewer
  size: keyof typeof sizes
  theme: (typeof themes)[number]
  language: (typeof languages)[number]
}
/** A picture in `shots/`, and what is wrong with what it shows. */
export type Shot = Look & { path: string; file: string; status: number | null; problems: string[] }

export const folder = new URL('../../shots/', import.meta.url)

/** Opens a page of the product in a new tab, and takes what it complains of into `problems`. */
export async function openTab(context: BrowserContext, path: string, problems: string[]) {
  const page = await context.newPage()
  page.on('console', (message) => {
    // A page that is not found is a failed load to the browser.
    if (!['error', 'warning'].includes(message.type()) || message.location().url === page.url()) return
    problems.push(message.text().slice(0, 300))
  })
  page.on('pageerror', (error) => problems.push(String(error).slice(0, 300)))
  return { page, status: await load(page, path, problems) }
}

/** Waits for fonts and pictures; a page that is still busy after three seconds is taken as it is. */
export async function load(page: Page, path: string, problems: string[]): Promise<number | null> {
  try {
    const answer = await page.goto(path, { waitUntil: 'load', timeout: 15_000 })
    await page.evaluate(() => document.fonts.ready)
    await waitUntilAtRest(page, { timeout: 3_000 }).catch(() => undefined)
    return answer?.status() ?? null
  } catch (error) {
    problems.push(String(error).slice(0, 300))
    return null
  }
}

/** Takes a picture of what is open, and adds what is wrong with it: what axe finds, and what is wider than the screen. */
export async function picture(page: Page, look: Look, name: string, problems: string[], whole = false) {
  problems.push(...(await barriers(page)), ...(await tooWide(page)))
  const { viewer, size, theme, language } = look
  const file = `${fileName(name)}/${viewer}-${size}-${theme}-${language}.png`
  await mkdir(new URL(`${fileName(name)}/`, folder), { recursive: true })
  await page.screenshot({ path: new URL(file, folder).pathname, fullPage: whole })
  return file
}

const fileName = (name: string) =>
  name === '/' ? 'home' : name.replace(/[^\p{L}\d@-]+/giu, '_').replace(/^_+|_+$/g, '')

async function tooWide(page: Page): Promise<string[]> {
  const [ofPage, ofSheets] = await page.evaluate(() => {
    const wider = (it: Element) => it.scrollWidth - it.clientWidth
    const beyond = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter((it) => {
      const { left, right } = it.getBoundingClientRect()
      return left < 0 || right > innerWidth || wider(it) > 0
    })
    return [wider(document.documentElement), beyond.map((it) => it.getAttribute('aria-label') ?? it.id)]
  })
  const sheets = ofSheets.map((it) => `The sheet ${it} is wider than the screen.`)
  return ofPage > 0 ? [`The page is ${ofPage} px wider than the screen.`, ...sheets] : sheets
}
