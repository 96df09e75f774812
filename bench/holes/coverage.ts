import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './batch.ts'
import type { Check } from './checks.ts'
import { runBatch } from './run-batch.ts'
import { addToStore, type Coverage, readStore, type Store, versionOf } from './store.ts'

/** Test files that say nothing about permissions, or start programs of their own, which no check is taken from. */
const unfit: Record<string, string> = {
  'api/platform/db/statements.test.ts': 'It plans every statement: a condition less is a table that is read whole.',
  'tests/contract/acting-app.test.ts':
    'It renders the app, which reads no other answers of the API than acting.test.ts.',
  'tests/api/films-survive-kills.test.ts': 'Its nodes are programs of their own.',
  'tests/api/uploads-on-nodes.test.ts': 'Its nodes are programs of their own.',
  'api/platform/db/migrate.test.ts': 'It needs a server, and migrations check no one.',
}

const filesInBatch = 12

/** Every test file that runs the API or its policies in one process. */
const testFiles = (root: string): string[] =>
  globSync(['api/**/*.test.ts', 'contract/**/*.test.ts', 'tests/{api,contract}/**/*.test.ts'], { cwd: root })
    .filter((file) => unfit[file] === undefined)
    .sort()

/** Learns which checks each test runs and how long it takes; only from files that have changed since. */
export async function learnCoverage(
  root: string,
  checks: readonly Check[],
  folder: string,
): Promise<Store['coverage']> {
  const files = testFiles(root)
  const versions = new Map(files.map((file) => [file, versionOf(join(root, file))]))
  const keyOf = new Map(checks.map((it) => [it.id, it.key]))
  const known = readStore(folder).coverage
  const changed = files.filter((file) => known[file]?.version !== versions.get(file))
  for (let from = 0; from < changed.length; from += filesInBatch) {
    const some = changed.slice(from, from + filesInBatch)
    console.log(`which checks do the tests run? ${from} of ${changed.length} files`)
    const plan = some.flatMap((path) => [
      { id: 0, path },
      { id: 0, path, reversed: true },
    ])
    const answers = Map.groupBy(await runBatch(root, plan, 10 * 60_000), (it) => it.path)
    const learnt = some.map((path) => {
      const [asWritten, reversed] = answers.get(path) ?? []
      const coverage = coverageOf(versions.get(path) ?? '', asWritten, reversed, keyOf)
      if (!coverage.isGreen) console.log(`red with every check in place: ${path} ${asWritten?.failures[0] ?? ''}`)
      return [path, coverage] as const
    })
    addToStore(folder, { coverage: Object.fromEntries(learnt) })
  }
  const { coverage } = readStore(folder)
  return Object.fromEntries(Object.entries(coverage).filter(([file]) => versions.has(file)))
}

function coverageOf(
  version: string,
  asWritten: Answer | undefined,
  reversed: Answer | undefined,
  keyOf: ReadonlyMap<number, string>,
): Coverage {
  const keys = (ids: readonly number[]) => ids.flatMap((id) => keyOf.get(id) ?? [])
  const tests = (asWritten?.run?.tests ?? []).map(({ place, ms, ids }) => ({ place, ms, keys: keys(ids) }))
  return {
    version,
    isGreen: asWritten !== undefined && asWritten.failures.length === 0,
    isInAnyOrder: reversed !== undefined && reversed.failures.length === 0,
    // The first file of a batch loads the API too, so the shorter time counts.
    ms: Math.min(outsideTests(asWritten), outsideTests(reversed)),
    keys: keys(asWritten?.run?.outside ?? []),
    tests,
  }
}

function outsideTests(answer: Answer | undefined): number {
  const inTests = (answer?.run?.tests ?? []).reduce((sum, it) => sum + it.ms, 0)
  return Math.max(0, (answer?.ms ?? 0) - inTests)
}

/** How a test file is run while a check is away, or null where it does not run the check. */
export function planFor(
  { isGreen, isInAnyOrder, keys, ms, tests }: Coverage,
  key: string,
): { only: number[] | undefined; ms: number } | null {
  const [all, those] = [tests, tests.filter((it) => it.keys.includes(key))]
  if (!isGreen || (those.length === 0 && !keys.includes(key))) return null
  const some = isInAnyOrder && !keys.includes(key) ? those : all
  return {
    only: some.length === all.length ? undefined : some.map((it) => it.place),
    ms: ms + some.reduce((sum, it) => sum + it.ms, 0),
  }
}
