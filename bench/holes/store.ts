import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the drill knows from earlier runs, so that it goes on where it was stopped. */
export type Store = {
  coverage: Record<string, { changedAt: number; ms: number; isGreen: boolean; keys: string[] }>
  results: Record<string, Result>
}
export type Result = {
  /** `thrown`: tests fail, but none by an assertion. */
  verdict: 'noticed' | 'unnoticed' | 'thrown' | 'untested'
  /** The test that noticed, or the first failure. */
  by: string
  /** The test files that ran, each with the time of its last change. */
  tests: Record<string, number>
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
