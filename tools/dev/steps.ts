import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outsideOfTransaction } from '../../api/platform/db/migrate.ts'
import { findPostgres } from '../../tests/support/postgres.ts'
import { progress } from '../progress.mjs'
import { offline, root, run } from '../release/build.ts'
import { type Failure, failedJourneys, failedTests, type TestTime, testTimes } from './failures.ts'
import type { Output } from './lanes.ts'
import { inPreviousVersion, migrationsSince, previousVersion } from './previous-version.ts'

/** What a step of `npm test` found. */
export type Result = { passed: number; failed: number; failures?: Failure[]; times?: TestTime[]; warning?: string }

export type Step = {
  name: string
  title: string
  /** `only` are the test files to run, null for all of them. */
  run: (out: Output, only: readonly string[] | null) => Promise<Result>
}

const importRoots = ['api', 'bench', 'contract', 'edge', 'seed', 'src', 'tests', 'tools', 'vendor']

/** The steps: first two lanes side by side, then the journeys, whose browsers need both cores to be in time. */
export const phases: readonly (readonly (readonly Step[])[])[] = [
  [
    [
      {
        name: 'lint',
        title: 'Lint and format',
        run: (out) => check(out, 'biome', ['ci', '.', '--reporter=summary', '--error-on-warnings']),
      },
      { name: 'types', title: 'Types', run: (out) => check(out, 'tsc', ['--build']) },
      { name: 'knip', title: 'Dead code and unused packages', run: (out) => check(out, 'knip', ['--no-progress']) },
      { name: 'imports', title: 'Who imports whom', run: (out) => check(out, 'depcruise', importRoots) },
      { name: 'migrations', title: 'Migrations beside running nodes', run: checkMigrations },
      {
        name: 'unit',
        title: 'Rules, contract, architecture',
        run: (out, only) => vitest(out, only, ['unit', 'mocks']),
      },
      {
        name: 'pglite',
        title: 'API on PGlite',
        run: (out, only) => vitest(out, only, apiProjects, { TEST_ENGINE: 'pglite' }),
      },
      { name: 'postgres', title: 'API on PostgreSQL', run: onPostgres },
      { name: 'previous', title: 'Tests of the previous version on this schema', run: previousOnThisSchema },
    ],
    [
      { name: 'components', title: 'Components in Chromium', run: (out, only) => vitest(out, only, ['components']) },
      { name: 'edge', title: 'Edge on workerd', run: (out, only) => vitest(out, only, ['edge']) },
      { name: 'deploy', title: 'Deployments, dry', run: dryRuns },
    ],
  ],
  [[{ name: 'journeys', title: 'Journeys in Chromium', run: journeys }]],
]

/** A tool that either likes everything or not. */
async function check(out: Output, tool: string, parameters: string[]): Promise<Result> {
  const done = progress(`Running ${tool}`, { log: (line: string) => out.write(`${line}\n`), out: null })
  const code = await show(out, tool, parameters).finally(done)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The first migration makes an empty database; every later one runs beside nodes that serve (docs/operations.md). */
async function checkMigrations(out: Output): Promise<Result> {
  const files = globSync('api/platform/db/migrations/*.sql', { cwd: root }).filter(
    (it) => !it.endsWith('0000_init.sql'),
  )
  const isOutside = (file: string) => readFileSync(join(root, file), 'utf8').startsWith(outsideOfTransaction)
  const { inside = [], outside = [] } = Object.groupBy(files, (file) => (isOutside(file) ? 'outside' : 'inside'))
  const done: Result = { passed: 0, failed: 0 }
  for (const [mode, group] of [
    ['--assume-in-transaction', inside],
    ['--no-assume-in-transaction', outside],
  ] as const) {
    if (group.length === 0) continue
    const result = await check(out, 'squawk', [mode, ...group])
    done.passed += result.passed
    done.failed += result.failed
  }
  return done
}

/** Files that replace modules have modules of their own. */
const apiProjects = ['api', 'api-mocks']

async function vitest(
  out: Output,
  only: readonly string[] | null,
  projects: readonly string[],
  env: Record<string, string> = {},
  folder = root,
): Promise<Result> {
  return withReport(async (file) => {
    const chosen = only === null ? [] : ['--passWithNoTests', ...only]
    const ours = join(root, 'tools', 'dev', 'suite-errors-reporter.ts')
    const reporters = ['--reporter=default', `--reporter=${ours}`, `--outputFile.json=${file}`]
    const named = projects.flatMap((project) => ['--project', project])
    const code = await show(out, 'vitest', ['run', ...named, ...reporters, ...chosen], env, folder)
    const report = readReport(file) as { numPassedTests?: number; numFailedTests?: number } | null
    const counts = { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
    return { ...withExitCode(counts, code), failures: failedTests(report), times: testTimes(report) }
  })
}

async function onPostgres(out: Output, only: readonly string[] | null): Promise<Result> {
  const server = await findPostgres()
  if ('missing' in server) {
    const warning = `THE API WAS NOT TESTED ON A REAL POSTGRESQL: ${server.missing}.\nSet DATABASE_URL_TEST to a server on which databases may be created.`
    return { passed: 0, failed: process.env.REQUIRE_POSTGRES === '1' ? 1 : 0, warning }
  }
  out.write(`On ${server.how}.\n`)
  const env = { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: server.url }
  return vitest(out, only, apiProjects, env).finally(server.stop)
}

/** While a release is rolled out, nodes of the version before it serve on the new schema (docs/operations.md). */
async function previousOnThisSchema(out: Output, only: readonly string[] | null): Promise<Result> {
  const commit = previousVersion()
  if (commit === null)
    return { passed: 0, failed: 0, warning: 'There is no earlier commit here to try on this schema: fetch one more.' }
  const added = migrationsSince(commit)
  out.write(`Migrations since ${commit.slice(0, 7)}: ${added.length === 0 ? 'none' : added.join(', ')}\n`)
  if (added.length === 0 || only?.length === 0) return { passed: 0, failed: 0 }
  return inPreviousVersion(commit, (folder) =>
    vitest(out, ['api/', 'tests/api/', 'tests/contract/endpoints'], ['api'], { TEST_ENGINE: 'pglite' }, folder),
  )
}

/** Each environment of wrangler.toml builds and is accepted by wrangler, without network. */
async function dryRuns(out: Output, only: readonly string[] | null): Promise<Result> {
  if (only?.some((file) => /^(?:edge|tests\/edge|tools\/release)\//.test(file)) === false)
    return { passed: 0, failed: 0 }
  const commands = [
    ['deploy.ts', 'production'],
    ['deploy.ts', 'staging'],
    ['preview.ts', 'A branch/of mine'],
  ] as const
  const total = { passed: 0, failed: 0 }
  for (const [script, parameter] of commands) {
    const error = await run(process.execPath, [join('tools', 'release', script), parameter, '--dry-run']).then(
      () => null,
      (reason: Error) => reason,
    )
    out.write(error === null ? `${script} ${parameter}: accepted\n` : `${script} ${parameter}: ${error.message}\n`)
    total[error === null ? 'passed' : 'failed'] += 1
  }
  return total
}

async function journeys(out: Output, only: readonly string[] | null): Promise<Result> {
  const chosen = only?.filter((file) => file.startsWith('tests/journeys/')) ?? []
  if (only !== null && chosen.length === 0) return { passed: 0, failed: 0 }
  return withReport(async (file) => {
    const code = await show(out, 'playwright', ['test', ...chosen], { JOURNEYS_REPORT: file })
    type Report = { stats?: { expected: number; unexpected: number; flaky: number } } | null
    const report = readReport(file) as Report
    const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
    return {
      ...withExitCode({ passed: expected, failed: unexpected + flaky }, code),
      failures: failedJourneys(report),
      times: testTimes(report),
    }
  })
}

/** A tool that failed without a failed test (a file that does not load, no test at all) is a failure too. */
function withExitCode(counts: { passed: number; failed: number }, code: number) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function withReport(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function show(
  out: Output,
  tool: string,
  parameters: string[],
  env: Record<string, string> = {},
  folder = root,
): Promise<number> {
  return new Promise((resolve) => {
    const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const child = spawn(join(root, 'node_modules', '.bin', tool), parameters, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...offline, ...colour, ...env },
    })
    child.stdout.on('data', (text: Buffer) => out.write(text))
    child.stderr.on('data', (text: Buffer) => out.write(text))
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
