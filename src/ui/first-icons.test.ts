import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { firstIcons } from './icon-names.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

it('draws the icons of a first paint as the sheet does, each once', () => {
  const drawn = [...read('./first-icons.svg').matchAll(/<symbol id="i-([\w-]+)" (.*?)<\/symbol>/g)]
  expect(drawn.map(([, name]) => name)).toEqual(firstIcons)
  const sheet = read('./icons.svg')
  for (const [, name, shapes] of drawn) expect(sheet).toContain(`<symbol id="${name}" ${shapes}</symbol>`)
})
