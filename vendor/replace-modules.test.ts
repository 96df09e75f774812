import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Replacement, replaceModules, replacements } from './replace-modules.ts'

const load = (file: string) => import(/* @vite-ignore */ new URL(`../${file}`, import.meta.url).href)

describe('the replaced modules', () => {
  it.each(replacements)('$ours exports nothing that $upstream does not export', async ({ upstream, ours }) => {
    const [theirs, replacing] = await Promise.all([upstream, ours].map(load))
    expect(Object.keys(theirs)).toEqual(expect.arrayContaining(Object.keys(replacing)))
  })
})

describe('a build', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fanfare-replace-'))
    writeFileSync(join(folder, 'library.js'), 'export const word = "theirs"')
    writeFileSync(join(folder, 'ours.js'), 'export const word = "ours"')
    writeFileSync(join(folder, 'importing.js'), 'import { word } from "./library.js"; console.log(word)')
    writeFileSync(join(folder, 'idle.js'), 'console.log("nothing")')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('takes the file of ours instead of the module', async () => {
    expect(await built('importing.js', { upstream: 'library.js', ours: 'ours.js' })).toContain('ours')
  })

  it('takes the module itself in another environment', async () => {
    const code = await built('importing.js', { upstream: 'library.js', ours: 'ours.js', environment: 'ssr' })
    expect(code).toContain('theirs')
  })

  it('refuses when nothing imports a module that is to be replaced', async () => {
    const building = built('idle.js', { upstream: 'library.js', ours: 'ours.js' })
    await expect(building).rejects.toThrow(/Nothing imports library.js any more/)
  })

  it('refuses when a module that is to be replaced is gone', async () => {
    await expect(built('importing.js', { upstream: 'gone.js', ours: 'ours.js' })).rejects.toThrow(/ENOENT.*gone\.js/)
  })

  /** The code that Vite makes of a file for the browser, which is its environment `client`. */
  async function built(entry: string, replacement: Replacement): Promise<string> {
    const made = await build({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      plugins: [replaceModules([replacement], pathToFileURL(`${folder}/`))],
      build: { write: false, minify: false, rolldownOptions: { input: join(folder, entry) } },
    })
    return ([made].flat() as { output: { code?: string }[] }[])
      .flatMap(({ output }) => output.map((it) => it.code ?? ''))
      .join('')
  }
})
