import { median } from '../row.ts'
import type { People } from '../scale/people.ts'
import type { Case } from './cases.ts'

export type Result = Case & { ms: number; worstMs: number; failure: number | null }

/**
 * Asks each case a few times and takes the median. Those beyond their bound are asked again when all others are done, as
 * other work on the machine makes some of thousands slow; the better median counts.
 */
export async function measureCases(api: string, people: People, cases: readonly Case[]): Promise<Result[]> {
  const results: Result[] = []
  const bare: number[] = []
  for (const [at, it] of cases.entries()) {
    results.push(await measureOne(api, people, it))
    if (at % 20 === 0) bare.push((await measureOne(api, people, bareCall)).ms)
  }
  console.log(`a bare call beside them took ${median(bare).toFixed(1)} ms`)
  for (const [at, before] of results.entries()) {
    if (holds(before)) continue
    const again = await measureOne(api, people, before)
    if (again.ms < before.ms) results[at] = again
  }
  return results
}

/** A session and one row by its key: what the machine makes of the least that a call can do. */
const bareCall: Case = { part: '', who: 'star', path: '/api/creator/broadcast/limit', query: [], mostMs: 0 }

const holds = (it: Result): boolean => it.failure === null && it.ms <= it.mostMs

async function measureOne(api: string, people: People, it: Case): Promise<Result> {
  const url = new URL(it.path, api)
  for (const [name, value] of it.query) url.searchParams.append(name, value)
  const headers = { cookie: people.cookies.get(it.who) ?? '' }
  const times: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) return { ...it, ms: Number.NaN, worstMs: Number.NaN, failure: answer.status }
    if (turn > 0) times.push(performance.now() - began)
  }
  return { ...it, ms: median(times), worstMs: Math.max(...times), failure: null }
}

/** A line for each part, and each call beyond its bound below. Answers how many these are. */
export function printResults(results: readonly Result[]): number {
  const parts = Map.groupBy(results, (it) => it.part)
  const width = Math.max(...[...parts.keys()].map((it) => it.length))
  console.log(`\n${'p50 in ms'.padEnd(width)}   calls   median   slowest   bound   beyond`)
  for (const [part, of] of parts) {
    const times = of.map((it) => it.ms)
    const [middle, slowest] = [median(times), Math.max(...times)].map((it) => it.toFixed(1)) as [string, string]
    const beyond = of.filter((it) => !holds(it)).length
    console.log(
      `${part.padEnd(width)} ${String(of.length).padStart(7)} ${middle.padStart(8)} ${slowest.padStart(9)} ${String(of[0]?.mostMs).padStart(7)} ${String(beyond).padStart(8)}`,
    )
  }
  const beyond = results.filter((it) => !holds(it)).sort((a, b) => b.ms - a.ms)
  for (const it of beyond)
    console.log(
      `  ${it.failure ?? `${it.ms.toFixed(1)} ms, up to ${it.worstMs.toFixed(0)}`}: ${it.who} ${it.path}?${new URLSearchParams(it.query.map(([name, value]) => [name, value] as [string, string]))}`,
    )
  return beyond.length
}
