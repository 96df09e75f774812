import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const bindings = namesIn(
  /export type Bindings = \{(.*?)\n\}/s.exec(read('./env.ts'))?.[1] ?? '',
  /^ {2}([A-Z_]+)\??:/gm,
)

it('has a type for each variable and service of wrangler.toml', () => {
  const given = namesIn(read('../wrangler.toml'), /^(?:([A-Z_]+) =|binding = "([A-Z_]+)")/gm)
  expect(given).toContain('API_BASE_URL')
  expect(given).toContain('ASSETS')
  expect(given.filter((name) => !bindings.includes(name))).toEqual([])
})

it('types as optional what one of the environments leaves out', () => {
  const required = namesIn(read('./env.ts'), /^ {2}([A-Z_]+):/gm)
  const tables = read('../wrangler.toml')
    .split(/^\[/m)
    .filter((table) => /^(?:env\.\w+\.)?vars\]/.test(table))
  expect(tables.length).toBeGreaterThan(1)
  for (const table of tables) expect(namesIn(table, /^([A-Z_]+) =/gm)).toEqual(expect.arrayContaining(required))
})

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '')
}
