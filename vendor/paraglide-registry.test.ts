import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { plural } from './paraglide-registry.ts'

describe('plural forms', () => {
  const counts = [...Array(1_100).keys(), 1.5, 0.1, -1, -0, 1_000_000, 1e21, Number.NaN, '1', '2', null, undefined]

  it.each(['en', 'fr'])('are those of Paraglide in %s, asked once or twice', async (locale) => {
    const theirs = await import('../src/paraglide/registry.js')
    const asked = [...counts, ...counts]
    for (const options of [{}, { type: 'ordinal' as const }])
      expect(asked.map((it) => plural(locale, it, options))).toEqual(
        asked.map((it) => theirs.plural(locale as 'en' | 'fr', it, options)),
      )
  })

  it('are all that compiled messages ask the registry for, without options', () => {
    const asked = globSync('src/paraglide/messages/*.js').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bregistry\.(?!js)\w+(?:\([^()]*\))?/g)].map(([it]) => it),
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((it) => !/^registry\.plural\("(?:en|fr)", i\?\.\w+, \{\}\)$/.test(it))).toEqual([])
  })

  it('are worth remembering: Paraglide still makes rules for every number', () => {
    expect(readFileSync('src/paraglide/registry.js', 'utf8')).toContain('new Intl.PluralRules(locale, options).select')
  })
})
