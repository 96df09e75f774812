import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, createVitest } from 'vitest/node'
import { findChecks, instrument } from './checks.ts'

/**
 * Runs test files with one check away, as a process of its own: `batch.ts <plan> <answers>`. The plan is a list of files,
 * each with the number of a check; each file adds a line to the answers. The sources are changed in memory only, while
 * they are loaded.
 */
export type Planned = {
  id: number
  path: string
  /** The places of the tests to run, in the order of the file; without it all of them. */
  only?: readonly number[] | undefined
  reversed?: boolean
}
/** What a file has answered. */
export type Answer = {
  id: number
  path: string
  failures: string[]
  ms: number
  /** Which checks the file runs outside its tests, and in each of them, when none is away. */
  run?: { outside: number[]; tests: { place: number; ms: number; ids: number[] }[] }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const [planFile = '', answersFile = ''] = process.argv.slice(2)
const plan = JSON.parse(readFileSync(planFile, 'utf8')) as Planned[]

const checksOf = Map.groupBy(findChecks(root).checks, (it) => it.file)
// Vitest loads the API in this process too, for its global setup.
const asItIs = (_: number, __: unknown, value: unknown) => value
Object.assign(globalThis, { __hole: () => false, __access: asItIs, __without: asItIs })

class InGivenOrder extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return files
  }
}

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    include: ['**/*.test.ts'],
    globalSetup: join(root, 'tests/support/global-setup.ts'),
    runner: join(root, 'bench/holes/runtime.ts'),
    reporters: [{}],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 5_000,
    dangerouslyIgnoreUnhandledErrors: true,
    silent: true,
    sequence: { sequencer: InGivenOrder },
    env: { HOLES_ANSWERS: answersFile },
  },
  {
    logLevel: 'error',
    plugins: [
      {
        name: 'holes',
        enforce: 'pre',
        transform: (source, id) => {
          const checks = checksOf.get(relative(root, id.replace(/\?.*/, '')))
          return checks === undefined ? null : { code: instrument(source, checks), map: null }
        },
      },
    ],
  },
)
const project = vitest.getRootProject()
await vitest.standalone()
await vitest.runTestSpecifications(plan.map((it) => project.createSpecification(join(root, it.path) + queryOf(it))))
await vitest.close()
process.exit(0)

function queryOf({ id, only, reversed = false }: Planned): string {
  return `?hole=${id}${only === undefined ? '' : `&only=${only.join('-')}`}${reversed ? '&reversed' : ''}`
}
