/**
 * Pictures of the running product, for looking at every screen:
 * `npm run shots` takes all of them, `npm run shots -- /@alice /chat --as fan --size phone --theme dark --lang fr`
 * a few, and `--sheets` those of every sheet and menu that a press on them opens, too. `BASE_URL` says where the product
 * runs; sheets want a world that may be changed. The result is `shots/index.html`, with what is wrong with each: errors,
 * what is wider than the screen, and what axe finds.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext } from '@playwright/test'
import { localeCookie } from '../../contract/limits.ts'
import { startBrowser } from '../../tests/support/browser.ts'
import { signIn } from '../../tests/support/sign-in.ts'
import { indexOf } from './index-page.ts'
import { languages, sizes, themes, type Viewer, viewers } from './pages.ts'
import { folder, type Look, openTab, picture, type Shot } from './picture.ts'
import { sheetsOf } from './sheets.ts'

const base = process.env.BASE_URL ?? 'http://localhost:8787'
/** Tabs at once: each waits most of the time. */
const tabs = 3

/** Where what stands in braces in a path is looked up. */
const places: Record<string, { list: string; at: string }> = {
  post: { list: '/api/users/alice/posts', at: '/@alice/' },
  album: { list: '/api/users/alice/albums', at: '/@alice/albums/' },
  agency: { list: '/api/agencies', at: '/agency/' },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string' },
    size: { type: 'string' },
    theme: { type: 'string' },
    lang: { type: 'string' },
    sheets: { type: 'boolean', default: false },
  },
})
const browser = await startBrowser()
try {
  const shots: Shot[] = []
  for (const look of looks()) shots.push(...(await takeAll(browser, look)))
  await writeFile(new URL('index.html', folder), indexOf(shots))
  const withProblems = shots.filter((shot) => shot.problems.length > 0)
  for (const shot of withProblems) console.log(`${shot.file}\n  ${shot.problems.join('\n  ')}`)
  console.log(`${shots.length} screenshots in shots/index.html, ${withProblems.length} with problems`)
} finally {
  await browser.close()
}

function looks(): Look[] {
  const chosen = <Name extends string>(names: readonly Name[], wanted: string | undefined) =>
    names.filter((name) => wanted === undefined || name === wanted)
  const each = <Name extends string>(of: object) => Object.keys(of) as Name[]
  return chosen(each<Viewer>(viewers), values.as).flatMap((viewer) =>
    chosen(each<keyof typeof sizes>(sizes), values.size).flatMap((size) =>
      chosen(themes, values.theme).flatMap((theme) =>
        chosen(languages, values.lang).map((language) => ({ viewer, size, theme, language })),
      ),
    ),
  )
}

async function takeAll(browser: Browser, look: Look): Promise<Shot[]> {
  const { viewer, size, theme, language } = look
  const context = await browser.newContext({
    baseURL: base,
    viewport: sizes[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language,
    hasTouch: size === 'phone',
  })
  await context.addCookies([{ name: localeCookie, value: language, url: base }])
  // A browser without windows ends when it is asked for a passkey.
  await context.addInitScript(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  const { email, paths } = viewers[viewer]
  if (email) await signIn(context, email)
  const waiting = positionals.length > 0 ? [...positionals] : [...paths]
  const began = performance.now()
  const shots: Shot[] = []
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      shots.push(...(await take(context, look, path).catch((error) => failed(look, path, error))))
  }
  await Promise.all(Array.from({ length: tabs }, work))
  await context.close()
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  console.log(`${viewer}, ${size}, ${theme}, ${language}: ${shots.length} pictures in ${seconds} s`)
  return shots
}

async function take(context: BrowserContext, look: Look, path: string): Promise<Shot[]> {
  const address = await addressOf(context, path)
  if (address === null) return []
  const problems: string[] = []
  const { page, status } = await openTab(context, address, problems)
  const file = await picture(page, look, path, problems, look.size === 'phone')
  const shot = { ...look, path, file, status, problems }
  const sheets = values.sheets ? await sheetsOf(page, look, path, address) : []
  await page.close()
  return [shot, ...sheets]
}

function failed(look: Look, path: string, error: unknown): Shot[] {
  return [{ ...look, path, file: '', status: null, problems: [`${path}: ${String(error).slice(0, 300)}`] }]
}

/** Looks up what stands in braces; null where there is none. */
async function addressOf(context: BrowserContext, path: string): Promise<string | null> {
  const [, kind, rest = ''] = path.match(/^\{(\w+)\}(.*)$/) ?? []
  const place = kind === undefined ? undefined : places[kind]
  if (place === undefined) return path
  const answer = await context.request.get(place.list)
  const { data } = (await answer.json()) as { data?: { id: string }[] }
  return data?.[0] ? `${place.at}${data[0].id}${rest}` : null
}
