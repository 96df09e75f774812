import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { TestRunner } from 'vitest'
import type { Answer } from './batch.ts'

/**
 * Runs test files while one check is away. A file is named with the number of the check and the places of the tests
 * that run it, `…/send.test.ts?hole=17&only=2-5`; `?hole=0` takes none away and records which checks each test runs. All
 * files share the loaded API: what changes from one to the next is only which number counts.
 */
let away = 0
let startedAt = 0
let run = new Set<number>()
/** Checks that a test has noticed: the files after it have nothing to add. */
const noticed = new Set<number>()

const isAway = (id: number): boolean => {
  run.add(id)
  return away === id
}
const weaker: Record<string, unknown> = { who: 'user', acting: 'any', onboarded: false, verified: false }

Object.assign(globalThis, {
  __hole: isAway,
  __without: (id: number, value: unknown, set: Set<unknown>) => {
    const has = (it: unknown) => set.has(it) && !(it === value && isAway(id))
    return Object.assign(new Set(set), { has })
  },
  __access: (id: number, demand: string, access: object) =>
    new Proxy(access, {
      get: (target, key) => (key === demand && isAway(id) ? weaker[demand] : Reflect.get(target, key)),
    }),
})

const idsBySql = new Map<string, number[]>()
function idsIn(sql: string): number[] {
  let ids = idsBySql.get(sql)
  if (ids === undefined) {
    ids = [...new Set([...sql.matchAll(/\/\*h(\d+)\*\//g)].map(([, id]) => Number(id)))]
    idsBySql.set(sql, ids)
  }
  return ids
}

type Query = { text: string; name?: string }
const isQuery = (value: unknown): value is Query => typeof value === 'object' && value !== null && 'text' in value
const send = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, query: unknown, ...rest: unknown[]) {
  const sql = typeof query === 'string' ? query : isQuery(query) ? query.text : ''
  const ids = idsIn(sql)
  for (const id of ids) run.add(id)
  if (!ids.includes(away)) return send.call(this, query, ...rest)
  const open = sql.replaceAll(`/*h${away}*/`, 'true or ')
  // A named statement has one text on a connection, so the opened one goes without its name.
  return send.call(this, isQuery(query) ? { ...query, text: open, name: undefined } : open, ...rest)
} as unknown as typeof pg.Client.prototype.query

type Task = Parameters<TestRunner['onAfterRunTask']>[0]
type Suite = Parameters<TestRunner['onAfterRunSuite']>[0]

export default class HoleRunner extends TestRunner {
  #path = ''
  #failures: string[] = []
  #only: ReadonlySet<number> | null = null
  #isReversed = false
  #outside = new Set<number>()
  #tests: NonNullable<Answer['run']>['tests'] = []
  #place = -1
  #testStartedAt = 0

  override importFile(path: string, source: 'collect' | 'setup'): unknown {
    if (source === 'setup') return super.importFile(path, source)
    const query = new URLSearchParams(path.split('?')[1])
    const only = query.get('only')
    this.#path = path
    this.#failures = []
    this.#only = only === null ? null : new Set(only.split('-').map(Number))
    this.#isReversed = query.has('reversed')
    this.#tests = []
    this.#place = -1
    run = this.#outside = new Set()
    away = Number(query.get('hole') ?? 0)
    startedAt = performance.now()
    return noticed.has(away) ? undefined : super.importFile(path, source)
  }

  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    if (this.#isReversed) suite.tasks.reverse()
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    this.#place++
    const isLeftOut = this.#only !== null && !this.#only.has(this.#place)
    if (noticed.has(away) || isLeftOut) test.mode = 'skip'
    run = new Set()
    this.#testStartedAt = performance.now()
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test)
    this.#tests.push({ place: this.#place, ms: Math.round(performance.now() - this.#testStartedAt), ids: [...run] })
    run = this.#outside
    for (const error of test.result?.errors ?? []) this.#note(nameOf(error), `${test.name}: ${error.message}`)
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite)
    // A file that does not load, and hooks around its tests.
    for (const error of suite.result?.errors ?? []) this.#note(nameOf(error), error.message)
  }

  #note(name: string, text: string): void {
    this.#failures.push(`${name}: ${text}`.slice(0, 300))
    if (away !== 0 && name === 'AssertionError') noticed.add(away)
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles()
    if (this.#tests.length === 0 && !noticed.has(away)) this.#failures.push('Error: none of its tests has run')
    const answer: Answer = {
      id: away,
      path: this.#path.replace(/\?.*/, ''),
      failures: this.#failures,
      ms: Math.round(performance.now() - startedAt),
      ...(away === 0 ? { run: { outside: [...this.#outside], tests: this.#tests } } : {}),
    }
    appendFileSync(process.env.HOLES_ANSWERS ?? '', `${JSON.stringify(answer)}\n`)
  }
}

/** The assertion that has failed in a property is the cause of its error; one that was tried again has a cause of its own. */
const nameOf = ({ name = 'Error', cause }: { name?: string; cause?: unknown }): string =>
  name !== 'AssertionError' && cause !== null && typeof cause === 'object' && 'name' in cause
    ? String(cause.name)
    : name
