import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findPostgres, type PostgresForTests } from '../../tests/support/postgres.ts'
import { build, offline, root, run } from '../release/build.ts'
import { type Failure, failedJourneys, failedTests } from './failures.ts'
import { progress } from '../progress.mjs'

/**
 * `npm test`: everything that can be tested on this machine, in order, ending with `N passed, N failed`.
 * Names of steps as arguments run only those (`npm test -- unit edge`). REQUIRE_POSTGRES=1 counts a missing
 * PostgreSQL as a failure.
 */
type Count = { passed: number; failed: number }
type Step = { name: string; title: string; run: () => Promise<Count> }

const reports = mkdtempSync(join(tmpdir(), 'fanfare-tests-'))
const steps: Step[] = [
  {
    name: 'lint',
    title: 'Lint and format',
    run: () => one('biome', ['ci', '.', '--reporter=summary', '--error-on-warnings']),
  },
  { name: 'types', title: 'Types', run: () => one('tsc', ['--build']) },
  { name: 'knip', title: 'Dead code and unused packages', run: () => one('knip', ['--no-progress']) },
  { name: 'unit', title: 'Rules, contract, house', run: () => vitest('unit') },
  { name: 'pglite', title: 'API on PGlite', run: () => vitest('api', { TEST_ENGINE: 'pglite' }) },
  { name: 'postgres', title: 'API on PostgreSQL', run: onPostgres },
  { name: 'edge', title: 'Edge on workerd', run: () => beside(dryRuns, () => vitest('edge')) },
  { name: 'deploy', title: 'Deployments, dry', run: async () => dry ?? dryRuns() },
  { name: 'journeys', title: 'Journeys in Chromium', run: journeys },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`There is no step “${unknown.join(', ')}”; there are ${steps.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const warnings: string[] = []
const failures: Failure[] = []
let dry: Promise<Count> | null = null
const total: Count = { passed: 0, failed: 0 }
const started = Date.now()

heading('Build')
const isBuilt = await build({ say: console.log }).then(
  () => true,
  (error: Error) => {
    console.error(error.message)
    return false
  },
)
add(isBuilt ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  const since = Date.now()
  const failedBefore = failures.length
  heading(step.title)
  const count = await step.run().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  add(count)
  if (count.failed > 0 && failures.length === failedBefore)
    failures.push({ file: `npm test -- ${step.name}`, name: step.title, reason: 'See above.' })
  console.log(`${step.title}: ${count.passed} passed, ${count.failed} failed (${seconds(since)})`)
}
rmSync(reports, { recursive: true, force: true })
for (const warning of warnings) console.log(`\n${'!'.repeat(78)}\n${warning}\n${'!'.repeat(78)}`)
for (const { file, name, reason } of failures)
  console.log(`\nFAILED ${file.startsWith(root) ? relative(root, file) : file} › ${name}\n${reason}`)
console.log(`\nEverything took ${seconds(started)}.\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function heading(title: string): void {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 74 - title.length))}`)
}

function add({ passed, failed }: Count): void {
  total.passed += passed
  total.failed += failed
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

/** Browsers wait much, builds do not: the next step begins beside this one where both are wanted. */
async function beside(next: () => Promise<Count>, run: () => Promise<Count>): Promise<Count> {
  if (wanted.length === 0 || wanted.includes('deploy')) {
    dry = next()
    dry.catch(() => undefined)
  }
  return run()
}

/** A tool that either likes everything or not. */
async function one(tool: string, parameters: string[]): Promise<Count> {
  const done = progress(`Running ${tool}`, { out: null })
  const code = await show(tool, parameters).finally(done)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest(project: string, env: Record<string, string> = {}): Promise<Count> {
  const report = join(reports, `${project}-${env.TEST_ENGINE ?? 'all'}.json`)
  const code = await show(
    'vitest',
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  )
  const found = read(report) as {
    numPassedTests?: number
    numFailedTests?: number
    numFailedTestSuites?: number
  } | null
  const count = { passed: found?.numPassedTests ?? 0, failed: found?.numFailedTests ?? 0 }
  failures.push(...failedTests(found))
  return honest(count, code)
}

async function onPostgres(): Promise<Count> {
  const server: PostgresForTests | { missing: string } = await findPostgres()
  if ('missing' in server) {
    warnings.push(
      `THE API WAS NOT TESTED ON A REAL POSTGRESQL: ${server.missing}.\nSet DATABASE_URL_TEST to a server on which databases may be created.`,
    )
    return { passed: 0, failed: process.env.REQUIRE_POSTGRES === '1' ? 1 : 0 }
  }
  console.log(`On ${server.how}.`)
  return vitest('api', { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: server.url }).finally(server.stop)
}

/** Each environment of wrangler.toml builds and is accepted by wrangler, without network. */
async function dryRuns(): Promise<Count> {
  const commands = [
    ['deploy.ts', 'production'],
    ['deploy.ts', 'staging'],
    ['preview.ts', 'A branch/of mine'],
  ] as const
  const total = { passed: 0, failed: 0 }
  for (const [script, parameter] of commands) {
    const done = progress(`Trying ${script} ${parameter}`, { out: null })
    const fine = await run(process.execPath, [join('tools', 'release', script), parameter, '--dry-run'])
      .then(
        () => true,
        (error: Error) => {
          console.error(error.message)
          return false
        },
      )
      .finally(done)
    console.log(`${script} ${parameter}: ${fine ? 'accepted' : 'refused'}`)
    total[fine ? 'passed' : 'failed'] += 1
  }
  return total
}

async function journeys(): Promise<Count> {
  const report = join(reports, 'journeys.json')
  const code = await show('playwright', ['test'], { JOURNEYS_REPORT: report })
  const found = read(report) as { stats?: { expected: number; unexpected: number; flaky: number } } | null
  failures.push(...failedJourneys(found))
  return honest(
    { passed: found?.stats?.expected ?? 0, failed: (found?.stats?.unexpected ?? 0) + (found?.stats?.flaky ?? 0) },
    code,
  )
}

/** A tool that failed without a failed test (a file that does not load, no test at all) is a failure too. */
function honest(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function show(tool: string, parameters: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', tool), parameters, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...offline, ...env },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
