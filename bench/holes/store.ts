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

/** Which test file noticed a check in an earlier run, by the check's key: it is tried first. */
type Noticers = Record<string, string>

export const readNoticers = (file: string): Noticers => JSON.parse(readFileSync(file, 'utf8')) as Noticers

export function writeNoticers(file: string, { results }: Store, keys: readonly string[]): void {
  const known = readNoticers(file)
  const noticers = keys.flatMap((key) => {
    const result = results[key]
    const noticer =
      result?.verdict === 'noticed' ? result.by.split(' ')[0] : result === undefined ? known[key] : undefined
    return noticer === undefined ? [] : [[key, noticer]]
  })
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(noticers), null, 1)}\n`)
}
