import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import { expect, it } from 'vitest'
import { replacePreloadHelper } from './replace-preload-helper.ts'
import { separate, separateFileLists } from './separate-file-lists.ts'

it('leaves code without a list as it is', () => {
  expect(separate('console.log(1)', () => false)).toEqual({ code: 'console.log(1)', lists: null })
})

it('puts what the imports of an entry need into a file, but for those that are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-lists-'))
  const write = (name: string, code: string) => writeFileSync(join(folder, name), code)
  write('shared.js', 'export const word = "shared"')
  for (const name of ['one', 'two', 'kept'])
    write(`${name}.mjs`, `import { word } from "./shared.js"; export const ${name} = word`)
  write('alone.mjs', 'export const alone = 1')
  write(
    'first.js',
    'for (const load of [() => import("./one.mjs"), () => import("./two.mjs"), () => import("./kept.mjs"), () => import("./alone.mjs")]) load()',
  )
  const builder = await createBuilder({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    plugins: [replacePreloadHelper(), separateFileLists('kept.mjs')],
    build: { write: false, rolldownOptions: { input: join(folder, 'first.js') } },
  })
  const client = builder.environments.client
  const made = client && (await builder.build(client))
  rmSync(folder, { recursive: true, force: true })
  const output = made && 'output' in made ? made.output : []
  const list = output.find((it) => it.fileName.startsWith('assets/file-lists-'))
  const lists = list?.type === 'asset' ? (JSON.parse(String(list.source)) as Record<string, string[]>) : {}
  const named = (name: string) => output.find((it) => it.fileName.startsWith(`assets/${name}-`))?.fileName ?? 'none'
  expect(lists).toEqual({
    [named('one')]: [named('one'), named('shared')],
    [named('two')]: [named('two'), named('shared')],
  })
  const entry = output.find((it) => it.type === 'chunk' && it.isEntry)
  const code = entry?.type === 'chunk' ? entry.code : ''
  expect(code).not.toContain('mapDeps')
  const inlined = JSON.stringify([named('kept'), named('shared')])
  for (const part of [`"${named('one')}"`, inlined, 'alone', list?.fileName]) expect(code).toContain(part)
})
