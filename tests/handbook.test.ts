import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** The first documents that a newcomer reads name existing commands and settings. */
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

describe('commands', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts)
  const table = /## Commands\n(.*?)\n## /s.exec(read('docs/operations.md'))?.[1] ?? ''
  const listed = allIn(table, /\bnpm (?:run )?([a-z]+(?:[:-][a-z]+)?)/g)

  it('have names of one plain word, or of two', () => {
    expect(scripts.filter((name) => !/^[a-z]+(?:[:-][a-z]+)?$/.test(name))).toEqual([])
  })

  it('are exactly those in docs/operations.md', () => {
    expect([...new Set(listed)].sort()).toEqual([...scripts].sort())
  })
})

describe('.env.example', () => {
  const schema = /const schema = v\.object\(\{(.*?)\n\}\)/s.exec(read('api/platform/env.ts'))?.[1] ?? ''
  const example = new Map(
    [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, a = '', b = '']) => [a, b]),
  )

  it('lists exactly the variables that the API and the edge read', () => {
    const api = allIn(schema, /^ {2}([A-Z0-9_]+):/gm)
    const edge = allIn(read('edge/env.ts'), /^ {2}([A-Z0-9_]+)\??: string$/gm)
    expect(api.length).toBeGreaterThan(30)
    expect(edge.length).toBeGreaterThan(10)
    expect([...example.keys()].sort()).toEqual([...new Set([...api, ...edge])].sort())
  })

  it("has the API's defaults", () => {
    const defaults = [...schema.matchAll(/^ {2}([A-Z0-9_]+): v\.optional\(.*, '([^']*)'\),$/gm)]
    expect(defaults.length).toBeGreaterThan(5)
    for (const [, name = '', value] of defaults) expect([name, example.get(name)]).toEqual([name, value])
  })

  it('sets nothing when it is copied unchanged', () => {
    expect(
      read('.env.example')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#')),
    ).toEqual([])
  })
})

describe('CONTRIBUTING.md', () => {
  const diffs = [...read('CONTRIBUTING.md').matchAll(/```diff\n\+\+\+ b\/(\S+)\n(.*?)```/gs)]

  it('shows an endpoint as it is in the code', () => {
    expect(diffs.length).toBeGreaterThan(6)
    for (const [, file = '', diff = ''] of diffs) expect(read(file)).toContain(diff.replaceAll(/^\+/gm, ''))
  })
})

it('names one version of Node in .nvmrc, workflows and package.json', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } }
  const [major] = devDependencies.node.split('.')
  expect(read('.nvmrc').trim()).toBe(major)
  for (const file of ['.github/workflows/test.yml', '.github/workflows/deploy.yml'])
    expect(allIn(read(file), /node-version(?:-file)?: ([^\s,}]+)/g)).toEqual(['.nvmrc'])
})

function allIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '')
}
