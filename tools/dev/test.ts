import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { build, root } from '../release/build.ts'
import { changedTests } from './changed.ts'
import type { Failure, TestTime } from './failures.ts'
import { type Output, runLanes } from './lanes.ts'
import { phases, type Result, type Step } from './steps.ts'

/**
 * `npm test`: everything that can be tested on this machine, ending with `N passed, N failed`.
 *
 *     npm test                     everything
 *     npm test -- unit edge        only these steps
 *     npm test -- changed [main]   what changed since a commit touches, by default since the upstream branch
 *
 * REQUIRE_POSTGRES=1 counts a missing PostgreSQL as a failure.
 */
const started = Date.now()
const { wanted, since } = readArguments(process.argv.slice(2))
const only = since === null ? null : changedTests(since)
const total: Required<Omit<Result, 'warning'>> & { warnings: string[] } = {
  passed: 0,
  failed: 0,
  failures: [],
  times: [],
  warnings: [],
}

add('Build', await buildFirst())
for (const lanes of phases)
  await runLanes(
    lanes.map((steps) => (out) => runSteps(steps, out)),
    process.stdout,
  )
report()
process.exit(total.failed === 0 ? 0 : 1)

function readArguments([first, ...rest]: string[]): { wanted: string[] | null; since: string | null } {
  if (first === undefined) return { wanted: null, since: null }
  if (first === 'changed') return { wanted: null, since: rest[0] ?? upstream() }
  const names = phases.flat(2).map((step) => step.name)
  const wanted = [first, ...rest]
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length === 0) return { wanted, since: null }
  console.error(`There is no step “${unknown.join(', ')}”; there are ${['changed', ...names].join(', ')}.`)
  process.exit(1)
}

/** The commit that others have; without an upstream branch only what is not committed counts as changed. */
function upstream(): string {
  try {
    return execFileSync('git', ['merge-base', 'HEAD', '@{upstream}'], { cwd: root, stdio: 'pipe' }).toString().trim()
  } catch {
    return 'HEAD'
  }
}

async function buildFirst(): Promise<Result> {
  console.log(heading('Build'))
  try {
    await build({ log: console.log })
    return { passed: 1, failed: 0 }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

async function runSteps(steps: readonly Step[], out: Output): Promise<void> {
  for (const step of steps) {
    if (wanted !== null && !wanted.includes(step.name)) continue
    const since = Date.now()
    out.write(`${heading(step.title)}\n`)
    const result = await runStep(step, out)
    add(step.title, result, step.name)
    out.write(`${step.title}: ${result.passed} passed, ${result.failed} failed (${seconds(Date.now() - since)})\n`)
  }
}

async function runStep(step: Step, out: Output): Promise<Result> {
  try {
    return await step.run(out, only)
  } catch (error) {
    out.write(`${error instanceof Error ? error.stack : error}\n`)
    return { passed: 0, failed: 1 }
  }
}

function add(title: string, result: Result, name = 'build'): void {
  const failures = result.failures ?? []
  total.passed += result.passed
  total.failed += result.failed
  total.failures.push(...failures)
  total.times.push(...(result.times ?? []))
  if (result.warning !== undefined) total.warnings.push(result.warning)
  if (result.failed > 0 && failures.length === 0)
    total.failures.push({ file: `npm test -- ${name}`, name: title, reason: 'See above.' })
}

function report(): void {
  const line = '!'.repeat(78)
  for (const warning of total.warnings) console.log(`\n${line}\n${warning}\n${line}`)
  const slowest = total.times.sort((a, b) => b.ms - a.ms).slice(0, 15)
  if (slowest.length > 0) console.log(`\nThe slowest files:\n${slowest.map(timeLine).join('\n')}`)
  for (const failure of total.failures) console.log(failureText(failure))
  console.log(`\nEverything took ${seconds(Date.now() - started)}.\n${total.passed} passed, ${total.failed} failed`)
}

function short(file: string): string {
  return file.startsWith(root) ? relative(root, file) : file
}

function timeLine({ file, ms }: TestTime): string {
  return `${seconds(ms).padStart(9)}  ${short(file)}`
}

function failureText({ file, name, reason }: Failure): string {
  return `\nFAILED ${short(file)} › ${name}\n${reason}`
}

function heading(title: string): string {
  return `\n── ${title} ${'─'.repeat(Math.max(0, 74 - title.length))}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
