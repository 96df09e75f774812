import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { deviceCookies, localeCookie } from '../../../contract/limits.ts'
import { trustPages } from '../../../contract/trust-pages.ts'
import {
  accessEndedKey,
  impersonationLastCheckKey,
  impersonationStateKey,
  intentKey,
  paymentKeysKey,
  purchaseKey,
  storedOwnerKey,
} from '../../lib/storage-keys.ts'
import { matchingQuestions } from './matching-questions.ts'
import type { TrustBlock, TrustText } from './trust-text.ts'
import { trustTexts } from './trust-texts.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const both = async (page: (typeof trustPages)[number]) => {
  const [en, fr] = await Promise.all([trustTexts[page].en(), trustTexts[page].fr()])
  return [en.text, fr.text] as const
}
const words = (block: TrustBlock): readonly string[] =>
  typeof block === 'string' ? [block] : 'list' in block ? block.list : []
const allWords = (text: TrustText) => [
  text.lead,
  ...text.sections.flatMap(({ title, body }) => [title, ...body.flatMap(words)]),
]
/** What a section consists of: paragraphs, the length of lists, company details, and where its links lead. */
const shape = ({ sections }: TrustText) =>
  sections.map(({ id, body }) => ({
    id,
    blocks: body.map((it) => (typeof it === 'string' ? 'text' : 'list' in it ? it.list.length : it.details.join())),
    links: body.flatMap(words).flatMap((it) => [...it.matchAll(/\]\(([^)]+)\)/g)].map((link) => link[1])),
  }))

describe.each(trustPages)('the text of /%s', (page) => {
  it('has the same anchors, lists, details and links in both languages', async () => {
    const [en, fr] = await both(page)
    expect(shape(fr)).toEqual(shape(en))
    const ids = en.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is not the same text twice, and typeset as its language is', async () => {
    const [en, fr] = await both(page)
    const english = new Set(allWords(en))
    expect(allWords(fr).filter((it) => english.has(it))).toEqual([])
    expect(allWords(fr).filter((it) => /\S [;:!?%€»]|« /.test(it))).toEqual([])
    expect([...allWords(en), ...allWords(fr)].filter((it) => /['"]|\s{2}| $/.test(it))).toEqual([])
  })

  it('links only to pages and anchors that exist', async () => {
    const pages = globSync('src/routes/**/*.tsx', { cwd: root }).map(
      (file) =>
        /createFileRoute\('([^']+)'\)/.exec(readFileSync(`${root}/${file}`, 'utf8'))?.[1]?.replace(/(.)\/$/, '$1') ??
        '',
    )
    const [en] = await both(page)
    for (const href of shape(en).flatMap(({ links }) => links)) {
      const [path = '', anchor] = (href ?? '').split('#')
      expect(pages).toContain(path)
      if (anchor === undefined) continue
      const [target] = await both(trustPages.find((it) => `/${it}` === path) ?? 'terms')
      expect(target.sections.map(({ id }) => id)).toContain(anchor)
    }
  })
})

describe('the page about cookies', () => {
  it('names every cookie and every key of the browser’s storage', async () => {
    const files = globSync('src/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/*.test.*', '**/paraglide/**', '**/trust/**'],
    })
    const sources = files.map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    const used = sources.filter((it) => /(?:local|session)Storage\.setItem/.test(it))
    // What each file that stores something calls it.
    const keys = [
      'theme',
      'chat_drafts',
      'chat_outbox',
      'captions_language',
      '_speed',
      'film-position',
      'return_path',
      'build_reloaded_at',
      'terms_asked',
      'discreet_touched',
    ]
    const known = [
      ...keys,
      impersonationStateKey,
      impersonationLastCheckKey,
      intentKey,
      purchaseKey,
      paymentKeysKey,
      storedOwnerKey,
      accessEndedKey,
    ]
    expect(used.length).toBe(15)
    const stored = sources.join('\n')
    for (const key of known) expect(stored).toContain(key)
    const cookies = [
      localeCookie,
      deviceCookies[1],
      'fanfare.session_token',
      'fanfare.two_factor',
      'fanfare.trust_device',
    ]
    const worker = [...readFileSync(`${root}/public/sw.js`, 'utf8').matchAll(/const \w+ = '(fanfare-[a-z]+)-/g)]
    expect(worker).toHaveLength(2)
    for (const text of await both('cookies')) {
      const all = allWords(text).join('\n')
      for (const name of [...known, ...cookies, ...worker.map((it) => it[1] ?? ''), 'fanfare-answers'])
        expect(all).toContain(name)
    }
  })
})

describe('the search of the help page', () => {
  it('finds questions by words of title or answer, whatever their case, accents and apostrophes', async () => {
    const [, fr] = await both('help')
    const found = (search: string) => matchingQuestions(fr.sections, search).map(({ id }) => id)
    expect(found('  ')).toHaveLength(fr.sections.length)
    expect(found('RESILIER abonnement')).toContain('cancel')
    expect(found("l'agence")).toContain('agency')
    expect(found('résilier zzz')).toEqual([])
  })
})
