import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** One TypeScript program for each place in which code runs, so that a name of another place does not compile. */
const root = fileURLToPath(new URL('..', import.meta.url))
const programs = ['api', 'src', 'edge', 'pages'] as const
const files = globSync('{api,bench,contract,edge,seed,src,tests,tools}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['src/paraglide', 'src/routeTree.gen.ts', 'bench/baselines/start'],
})
const checkedBy: Record<string, Set<string>> = Object.fromEntries(programs.map((name) => [name, filesOf(name)]))

describe('programs', () => {
  it('check every file, and product code once for each place it runs in', () => {
    const programsWith = (file: string) => programs.filter((name) => checkedBy[name]?.has(file))
    const wrong = files.filter((file) => programsWith(file).join() !== programsOf(file).join())
    expect(wrong.map((file) => [file, programsWith(file)])).toEqual([])
  })

  it('are all in tsconfig.json, for editors and tsc --build', () => {
    const { references } = read('tsconfig.json') as { references: { path: string }[] }
    expect(references.map(({ path }) => path).sort()).toEqual(programs.map((name) => `./tsconfig.${name}.json`).sort())
  })

  it.each([
    ['api', ['ES2024'], ['node']],
    ['src', ['ES2024', 'DOM', 'DOM.Iterable'], ['vite/client']],
    ['edge', ['ES2024'], ['@cloudflare/workers-types']],
    ['pages', ['ES2024', 'DOM', 'DOM.Iterable'], ['node', 'vite/client']],
  ])('%s knows only the names of its place', (name, lib, types) => {
    expect(optionsOf(name)).toMatchObject({ lib, types })
  })
})

function programsOf(file: string): string[] {
  if (file.startsWith('contract/')) return /\.test\.ts$/.test(file) ? ['api'] : ['api', 'src', 'edge']
  // Modules that no package declares are importable everywhere, and those of tests on Node.
  if (/\.d\.ts$/.test(file) && !file.startsWith('tests/')) return [file.split('/')[0] ?? '', 'pages']
  if (/^(?:src|edge)\//.test(file)) return /\.test\.tsx?$/.test(file) ? ['pages'] : [file.split('/')[0] ?? '']
  return inPages.test(file) ? ['pages'] : ['api']
}
const inPages =
  /^tests\/(?:journeys|edge)\/|^tests\/contract\/acting-app\.test|^tests\/support\/(?:attacker|component|costly-team-acts|costly-things|desk|desk-answers|drag|hydrated|looks-right|stored-answers|upload-server)\.tsx?|^tools\/shots\//

type Config = { include?: string[]; exclude?: string[]; compilerOptions?: { lib?: string[]; types?: string[] } }

function read(file: string): Config {
  return JSON.parse(readFileSync(join(root, file), 'utf8').replace(/^\s*\/\/.*$/gm, ''))
}

function optionsOf(name: string): Config['compilerOptions'] {
  return { ...read('tsconfig.base.json').compilerOptions, ...read(`tsconfig.${name}.json`).compilerOptions }
}

function filesOf(name: string): Set<string> {
  const { include = [], exclude = [] } = read(`tsconfig.${name}.json`)
  return new Set(globSync(include.map(whole), { cwd: root, exclude: exclude.map(whole) }))
}

/** A folder includes all files in it. */
function whole(pattern: string): string {
  return /\.\w+$/.test(pattern) ? pattern : `${pattern}/**/*`
}
