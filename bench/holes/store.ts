import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the drill knows from earlier runs, so that it goes on where it was stopped. */
export type Store = {
  coverage: Record<string, Coverage>
  results: Record<string, Result>
}
/** What a test file runs. */
export type Coverage = {
  version: string
  isGreen: boolean
  /** Its tests hold in the opposite order too, so that some of them may run without the others. */
  isInAnyOrder: boolean
  /** How long it takes outside its tests, and which checks it runs there. */
  ms: number
  keys: string[]
  tests: { place: number; ms: number; keys: string[] }[]
}
export type Result = {
  /** `thrown`: tests fail, but none by an assertion. */
  verdict: 'noticed' | 'unnoticed' | 'thrown' | 'untested'
  /** The test that noticed, or the first failure. */
  by: string
  /** The test files that ran, each with its version. */
  tests: Record<string, string>
}

export function readStore(folder: string): Store {
  const file = join(folder, 'store.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Store) : { coverage: {}, results: {} }
}

/** Adds to what is on disk, so that several drills may run side by side on different paths. */
export function addToStore(folder: string, { coverage = {}, results = {} }: Partial<Store>): void {
  const store = readStore(folder)
  writeStore(folder, {
    coverage: { ...store.coverage, ...coverage },
    results: { ...store.results, ...results },
  })
}

export function writeStore(folder: string, store: Store): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `store.${process.pid}`), JSON.stringify(store))
  renameSync(join(folder, `store.${process.pid}`), join(folder, 'store.json'))
}

/** Names the content of a file. */
export const versionOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)

/** The test file that noticed a check in an earlier run; it holds while neither the check's file nor the test has changed. */
export type Noticer = { test: string; holds: boolean; written: string }

/** What `file` says of each check by its key, `test version-of-the-check version-of-the-test`, beside the files of today. */
export function readNoticers(root: string, file: string): Map<string, Noticer> {
  const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const versions = new Map<string, string>()
  const now = (path: string) => {
    const known = versions.get(path) ?? (existsSync(join(root, path)) ? versionOf(join(root, path)) : '')
    versions.set(path, known)
    return known
  }
  return new Map(
    Object.entries(written).map(([key, text]) => {
      const [test = '', ...its] = text.split(' ')
      return [key, { test, holds: [fileOf(key), test].every((path, at) => now(path) === its[at]), written: text }]
    }),
  )
}

/** Writes down who noticed these checks: what was found now goes over what was known. */
export function writeNoticers(
  root: string,
  file: string,
  { known, results, keys }: { known: Map<string, Noticer>; results: Store['results']; keys: readonly string[] },
): void {
  const lineOf = (key: string): string | undefined => {
    const result = results[key]
    if (result === undefined) return known.get(key)?.written
    if (result.verdict !== 'noticed') return
    const test = result.by.split(' ')[0] ?? ''
    return [test, ...[fileOf(key), test].map((it) => versionOf(join(root, it)))].join(' ')
  }
  const lines = keys.flatMap((key) => {
    const line = lineOf(key)
    return line === undefined ? [] : [[key, line]]
  })
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(lines), null, 1)}\n`)
}

/** The file of a check. */
export const fileOf = (key: string): string => key.split(' ')[0] ?? ''
