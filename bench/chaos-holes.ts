import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from './holes/batch.ts'
import { type Check, findChecks } from './holes/checks.ts'
import { learnCoverage, planFor } from './holes/coverage.ts'
import { runBatch } from './holes/run-batch.ts'
import {
  addToStore,
  fileOf,
  type Result,
  readNoticers,
  readStore,
  type Store,
  versionOf,
  writeNoticers,
  writeStore,
} from './holes/store.ts'

/**
 * `npm run drill:holes [-- path …]`: takes the permission checks of the API away, one at a time, runs the tests that run
 * them, and lists those that no test has noticed. With paths only the checks of these files. It goes on where it was
 * stopped; `--fresh` forgets what it knows. `--save` writes down which test noticed which check: the next run, on any
 * machine, counts it where neither file has changed, and else tries that test first. With TEST_ENGINE=postgres it is three
 * times as fast. Exit 1 if less than 95 % are noticed.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules/.cache/holes')
const noticersFile = join(root, 'bench/baselines/noticers.json')
const args = process.argv.slice(2)
const paths = args.filter((it) => !it.startsWith('--'))
const wanted = 0.95
/** Of the test files that run a check, all beside it and so many others try it for so long, the nearest and quickest first. */
const [mostOthers, mostMs] = [8, 45_000]
const checksInBatch = 25

const { checks, omitted, problems } = findChecks(root)
if (problems.length > 0) throw new Error(problems.join('\n'))
if (args.includes('--fresh')) writeStore(folder, { coverage: {}, results: {} })
const coverage = await learnCoverage(root, checks, folder)
const selected = checks.filter((it) => paths.length === 0 || paths.some((path) => it.file.startsWith(path)))
const store = readStore(folder)
const known = readNoticers(root, noticersFile)
const noticers = countNoticers()
if (!args.includes('--fresh')) countThoseNoticedBefore()
const rest = selected.filter((it) => !isKnown(it, store))
// Those that no test is known to notice come first: they are what one waits for.
await takeAway(rest.toSorted((a, b) => Number(known.has(a.key)) - Number(known.has(b.key))))
report()
save()

/** A check is not tried again where neither its file nor the test that noticed it has changed since. */
function countThoseNoticedBefore(): void {
  const before = selected.filter((it) => store.results[it.key] === undefined && known.get(it.key)?.holds)
  for (const { key } of before) store.results[key] = { verdict: 'noticed', by: known.get(key)?.test ?? '', tests: {} }
  console.log(`${before.length} of ${selected.length} were noticed before, in files and by tests that have not changed`)
}

/** After every batch, so that a run which is ended early has not run for nothing. */
function save(): void {
  if (args.includes('--save'))
    writeNoticers(root, noticersFile, { known, results: store.results, keys: checks.map((it) => it.key) })
}

async function takeAway(rest: readonly Check[]): Promise<void> {
  for (let from = 0; from < rest.length; from += checksInBatch) {
    const some = rest.slice(from, from + checksInBatch)
    const results = await takeAwaySome(some)
    Object.assign(store.results, results)
    addToStore(folder, { results })
    save()
    console.log(`${Math.min(from + checksInBatch, rest.length)} of ${rest.length}`)
  }
}

async function takeAwaySome(some: readonly Check[]): Promise<Store['results']> {
  const plan = some.flatMap((check) => filesFor(check).map((it) => ({ id: check.id, ...it })))
  const limitMs = 90_000 + plan.reduce((sum, it) => sum + it.ms * 5, 0)
  const answers = plan.length === 0 ? [] : await runBatch(root, plan, limitMs)
  const byCheck = Map.groupBy(answers, (it) => it.id)
  const results: Store['results'] = {}
  for (const check of some) {
    const files = filesFor(check).map((it) => it.path)
    const its = byCheck.get(check.id) ?? []
    // What waits for ever without a check ends its whole batch: the checks after it are tried alone.
    if (its.length < files.length && some.length > 1) {
      Object.assign(results, await takeAwaySome([check]))
      continue
    }
    const result = verdictOf(files, its)
    results[check.key] = result
    if (result.verdict !== 'noticed') console.log(`  ${result.verdict}: ${place(check)} ${result.by.slice(0, 120)}`)
  }
  return results
}

type Try = { path: string; only: number[] | undefined; ms: number }

/** The test file first that noticed the check before, then the one of its name, then those that have noticed checks of the same file, then those beside the check, then those that noticed checks of its folder, then the quickest. */
function filesFor(check: Check): Try[] {
  const folder = dirname(check.file)
  const order = ({ path, ms }: Try) => [
    known.get(check.key)?.test === path ? 0 : 1,
    nameOf(path) === nameOf(check.file) ? 0 : 1,
    -(noticers.get(`${check.file} ${path}`) ?? 0),
    dirname(path) === folder ? 0 : 1,
    -(noticers.get(`${folder} ${path}`) ?? 0),
    ms,
  ]
  let [ms, others] = [0, 0]
  return Object.entries(coverage)
    .flatMap(([path, its]) => {
      const plan = planFor(its, check.key)
      return plan === null ? [] : [{ path, ...plan }]
    })
    .sort((a, b) => compare(order(a), order(b)))
    .filter((it, at) => {
      if (at > 0 && ms + it.ms > mostMs) return false
      if (dirname(it.path) !== folder && others++ >= mostOthers) return false
      ms += it.ms
      return true
    })
}

/** `api/features/agencies/invitations` for the file and for its test. */
function nameOf(path: string): string {
  return path.replace(/(?:\.test)?\.ts$/, '')
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((it, at) => it - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** How many checks of a file and of its folder each test file has noticed in earlier runs. */
function countNoticers(): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (key: string, file: string) => {
    for (const place of [fileOf(key), dirname(fileOf(key))])
      counts.set(`${place} ${file}`, (counts.get(`${place} ${file}`) ?? 0) + 1)
  }
  for (const [key, { verdict, by }] of Object.entries(store.results))
    if (verdict === 'noticed') count(key, by.split(' ')[0] ?? '')
  for (const [key, { test }] of known) count(key, test)
  return counts
}

/** Only a failed assertion counts: a test that ends in any other error has not looked at the permission. */
function verdictOf(files: readonly string[], answers: readonly Answer[]): Result {
  const tests = Object.fromEntries(files.map((file) => [file, versionOf(join(root, file))]))
  if (files.length === 0) return { verdict: 'untested', by: '', tests }
  const failures = answers.flatMap((it) => it.failures.map((failure) => `${it.path} ${failure}`))
  const noticed = failures.find((it) => /^\S+ AssertionError: /.test(it))
  if (noticed !== undefined) return { verdict: 'noticed', by: noticed, tests }
  if (answers.length < files.length) return { verdict: 'thrown', by: 'the tests did not end', tests }
  const [first] = failures
  return first === undefined ? { verdict: 'unnoticed', by: '', tests } : { verdict: 'thrown', by: first, tests }
}

/** Noticed checks stay noticed; the others are tried again when one of their test files has changed. */
function isKnown(check: Check, { results }: Store): boolean {
  const result = results[check.key]
  if (result === undefined) return false
  if (result.verdict === 'noticed') return true
  return filesFor(check).every(({ path }) => result.tests[path] === versionOf(join(root, path)))
}

function report(): void {
  const missed = selected.filter((it) => store.results[it.key]?.verdict !== 'noticed')
  for (const check of missed) console.log(`${store.results[check.key]?.verdict}: ${place(check)}`)
  const share = 1 - missed.length / Math.max(1, selected.length)
  console.log(
    `${selected.length - missed.length} of ${selected.length} removed checks are noticed (${(share * 100).toFixed(1)} %); ${omitted.length} are left out with a reason`,
  )
  process.exitCode = share < wanted ? 1 : 0
}

function place({ file, line, kind, text }: Check): string {
  return `${file}:${line} [${kind}] ${text.slice(0, 160)}`
}
