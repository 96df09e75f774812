import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from './checks.ts'
import { runBatch } from './run-batch.ts'
import { addToStore, readStore, type Store, versionOf } from './store.ts'

/** Test files that say nothing about permissions, or start programs of their own, which no check is taken from. */
const unfit: Record<string, string> = {
  'api/platform/db/statements.test.ts': 'It plans every statement: a condition less is a table that is read whole.',
  'tests/contract/acting-app.test.ts':
    'It renders the app, which reads no other answers of the API than acting.test.ts.',
  'api/platform/db/migrate.test.ts': 'It needs a server, and migrations check no one.',
}

const unknown = { version: '', ms: 0, isGreen: false, keys: [] }

/** Every test file that runs the API or its policies in one process. */
const testFiles = (root: string): string[] =>
  globSync(['api/**/*.test.ts', 'contract/**/*.test.ts', 'tests/{api,contract}/**/*.test.ts'], { cwd: root })
    .filter((file) => unfit[file] === undefined)
    .sort()

/** Learns which checks each test file runs and how long it takes; only from files that have changed since. */
export async function learnCoverage(
  root: string,
  checks: readonly Check[],
  folder: string,
): Promise<Store['coverage']> {
  const store = readStore(folder)
  const keyOf = new Map(checks.map((it) => [it.id, it.key]))
  const files = testFiles(root)
  const changed = files.filter((file) => store.coverage[file]?.version !== versionOf(join(root, file)))
  for (let from = 0; from < changed.length; from += 12) {
    const some = changed.slice(from, from + 12)
    console.log(`which checks do the tests run? ${from} of ${changed.length} files`)
    const answers = await runBatch(
      root,
      some.map((path) => ({ id: 0, path })),
      10 * 60_000,
    )
    for (const path of some) {
      const answer = answers.find((it) => it.path === path)
      store.coverage[path] = {
        version: versionOf(join(root, path)),
        ms: answer?.ms ?? 0,
        isGreen: answer !== undefined && answer.failures.length === 0,
        keys: (answer?.run ?? []).flatMap((id) => keyOf.get(id) ?? []),
      }
      if (!store.coverage[path].isGreen)
        console.log(`red with every check in place: ${path} ${answer?.failures[0] ?? ''}`)
    }
    addToStore(folder, { coverage: Object.fromEntries(some.map((path) => [path, store.coverage[path] ?? unknown])) })
  }
  return Object.fromEntries(
    files.flatMap((file) => (store.coverage[file] === undefined ? [] : [[file, store.coverage[file]]])),
  )
}
