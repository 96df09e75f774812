import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { __vitePreload } from './preload-helper.ts'
import { replacePreloadHelper } from './replace-preload-helper.ts'

const fetched = vi.fn<(url: string) => Promise<Response>>()
const reported = vi.fn()
beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('dispatchEvent', (event: Event) => reported(event.type))
  fetched.mockReset().mockImplementation(async () => new Response(''))
  reported.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

it('imports after all files have come, and fetches each once', async () => {
  const load = vi.fn(async () => 'module')
  expect(await __vitePreload(load, ['assets/a.js', 'assets/b.js'])).toBe('module')
  expect(await __vitePreload(load, ['assets/a.js'])).toBe('module')
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/assets/a.js', '/assets/b.js'])
})

it.each([
  ['does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is gone', async () => new Response('', { status: 404 })],
])('does not import when a file %s, says so, and asks again the next time', async (_, answer) => {
  const load = vi.fn(async () => 'module')
  fetched.mockImplementationOnce(answer)
  await expect(__vitePreload(load, [`assets/${_}.js`])).rejects.toThrow()
  expect(load).not.toHaveBeenCalled()
  expect(reported.mock.calls).toEqual([['vite:preloadError']])
  expect(await __vitePreload(load, [`assets/${_}.js`])).toBe('module')
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('reads what else a file needs from the list of the build, once, and asks again for a list that did not come', async () => {
  const lists = { 'assets/c.js': ['assets/c.js', 'assets/d.js'], 'assets/e.js': ['assets/e.js', 'assets/d.js'] }
  const list = async () => Response.json(lists)
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(__vitePreload(async () => 'module', 'assets/c.js')).rejects.toThrow()
  fetched.mockImplementationOnce(list)
  for (const file of Object.keys(lists)) expect(await __vitePreload(async () => 'module', file)).toBe('module')
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    ...['/assets/file-lists.json', '/assets/file-lists.json'],
    ...['/assets/c.js', '/assets/d.js', '/assets/e.js'],
  ])
})

it('needs no list for a file that the page names', async () => {
  vi.stubGlobal('document', { querySelector: (selector: string) => (selector.includes('/assets/f.js') ? {} : null) })
  expect(await __vitePreload(async () => 'module', 'assets/f.js')).toBe('module')
  expect(fetched).not.toHaveBeenCalled()
})

it('is what a build puts around an import', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-preload-'))
  writeFileSync(join(folder, 'shared.js'), 'export const word = "shared"')
  writeFileSync(join(folder, 'late.mjs'), 'import { word } from "./shared.js"; export const late = () => word')
  writeFileSync(join(folder, 'first.js'), 'import { word } from "./shared.js"; console.log(word); import("./late.mjs")')
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins: [replacePreloadHelper()],
    build: { write: false, minify: false, rolldownOptions: { input: join(folder, 'first.js') } },
  })
  rmSync(folder, { recursive: true, force: true })
  const code = JSON.stringify(made)
  expect(code).toContain('answered')
  expect(code).not.toContain('modulepreload')
})
