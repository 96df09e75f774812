import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** The documentation agrees with the tree: cited rules, named files, commands and packages exist. */
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const find = (pattern: string | string[]) =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/(?:^|\/)(?:node_modules|dist|paraglide)\/|\.gen\.ts$|\/meta\/\d+_snapshot/.test(file))

const sources = find([
  '{api,bench,contract,docs,edge,public,seed,src,tests,tools}/**/*.{ts,tsx,js,mjs,css,sql,md}',
  '*.{ts,toml,md}',
]).filter((file) => file !== 'tests/docs.test.ts')
const pages = sources.filter((file) => /^(?:docs\/.*|README|STYLE|CONTRIBUTING)\.md$|^docs\//.test(file))
/** The specification belongs to the customer and names no file of this repository. */
const ownPages = pages.filter((file) => file !== 'docs/spec.md')

describe('rules', () => {
  const numbers: Record<string, Set<string>> = {
    product: matches(read('docs/product.md'), /^\*\*§(\w+)/gm),
    safety: matches(read('docs/safety.md'), /^\*\*§(\w+)/gm),
    spec: matches(read('docs/spec.md'), /^## (\d+)\./gm),
  }

  it('have numbers in each document', () => {
    expect([...(numbers.product ?? [])]).toEqual(expect.arrayContaining(['1', '34a', '43']))
    expect([...(numbers.safety ?? [])]).toEqual(expect.arrayContaining(['P1', 'P9', '1', '22']))
    expect([...(numbers.spec ?? [])]).toEqual(expect.arrayContaining(['1', '9']))
  })

  it('exist wherever they are cited', () => {
    // A citation may be broken by the end of a comment's line, and may list several numbers.
    const gap = String.raw`\s+(?:\*\s+|//\s+|--\s+)?`
    const citation = new RegExp(String.raw`\b(product|safety|spec)${gap}(§\w+(?:(?:,| and| to|–)?\s*§\w+)*)`, 'g')
    const missing = sources.flatMap((file) =>
      [...read(file).matchAll(citation)].flatMap(([, name = '', listed = '']) =>
        [...matches(listed, /§(\w+)/g)]
          .filter((number) => !numbers[name]?.has(number))
          .map((number) => `${file}: ${name} §${number}`),
      ),
    )
    expect(missing).toEqual([])
  })

  it('are cited with the name of their document', () => {
    const former = ['PRODUCT', 'SAFETY', 'SPEC', 'ARCHITECTURE', 'VISUAL', 'WIRE', 'MODELS']
    const name = new RegExp(String.raw`\b(?:${former.join('|')})\b`)
    expect(sources.filter((file) => name.test(read(file)))).toEqual([])
  })
})

describe('names in backticks', () => {
  const named = ownPages.flatMap((file) => [...matches(read(file), /`([^`\n]+)`/g)].map((name) => ({ file, name })))

  it('are existing files and folders', () => {
    const path =
      /^(?:\.github|api|bench|contract|docs|edge|messages|public|seed|src|tests|tools)\/[\w@$.*{}/-]*$|^[\w.-]+\.(?:ts|mjs|toml|json|md)$/
    const missing = named.filter(({ name }) => path.test(name) && !isThere(name))
    expect(missing).toEqual([])
  })

  it('are existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const missing = named.filter(({ name }) => {
      const command = /^npm run ([\w:-]+)/.exec(name)?.[1]
      return command !== undefined && scripts[command] === undefined
    })
    expect(missing).toEqual([])
  })
})

it('of links between documents exist', () => {
  const broken = ownPages
    .filter((file) => file.startsWith('docs/'))
    .flatMap((file) =>
      [...matches(read(file), /\]\(([^)#]+)/g)]
        .filter((target) => !/^https?:/.test(target) && !existsSync(join(root, dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    )
  expect(broken).toEqual([])
})

it('of documents in code exist', () => {
  const missing = sources.flatMap((file) =>
    [...matches(read(file), /\b(docs\/[\w/-]+\.md)\b/g)]
      .filter((page) => !existsSync(join(root, page)))
      .map((page) => `${file}: ${page}`),
  )
  expect(missing).toEqual([])
})

describe('decisions', () => {
  it('are all in the index', () => {
    const listed = matches(read('docs/decisions/README.md'), /\]\(([\w-]+\.md)\)/g)
    const files = find('docs/decisions/*.md').map((file) => file.replace('docs/decisions/', ''))
    expect([...listed].sort()).toEqual(files.filter((file) => file !== 'README.md').sort())
  })

  it('name every package with its reason, except types', () => {
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
    const packages = JSON.parse(read('package.json')) as Record<(typeof kinds)[number], Record<string, string>>
    const installed = kinds.flatMap((it) => Object.keys(packages[it])).filter((name) => !name.startsWith('@types/'))
    const bold = [...matches(read('docs/decisions/libraries.md'), /\*\*([^*]+)\*\*/g)]
    expect(bold.flatMap((names) => names.split(', ')).sort()).toEqual(installed.sort())
  })
})

function matches(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))
}

/** Braces of a route's file name are literal; a star matches any name. */
function isThere(name: string): boolean {
  return name.includes('*') ? globSync(name, { cwd: root }).length > 0 : existsSync(join(root, name))
}
