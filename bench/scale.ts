import { startApiAlone } from './api-alone.ts'
import { downloads } from './scale/downloads.ts'
import { type Measured, measureDownload, measureRead, measureWrite } from './scale/measure.ts'
import { openPeople } from './scale/people.ts'
import { wholeReads } from './scale/plans.ts'
import { reads } from './scale/reads.ts'
import { openWorld, type Size } from './scale/world.ts'
import { writes } from './scale/writes.ts'

/**
 * `npm run bench:scale [-- S M] [-- M /api/feed]`: the same calls in worlds of several sizes, all or those that contain a
 * text. A read may take 1.5 times as long as in the smallest of them, or 30 ms, and the slowest of twenty 100 ms; a write
 * 1.5 times, or 40 ms. No statement may read a large table whole. A world is made at first and kept: S in seconds, M in a
 * few minutes, X (M with the star of L: 100,000 fans, 50,000 conversations) in ten, L in an hour.
 */
const isSize = (text: string): text is Size => ['S', 'M', 'X', 'L'].includes(text)
const given = process.argv.slice(2)
const sizes = given.filter(isSize)
const wanted = given.filter((text) => !isSize(text))
if (sizes.length === 0) sizes.push('S', 'M')
const allowedRatio = 1.5

type Case = {
  name: string
  allowedMs: number
  allowedWorstMs: number
  measure: (api: string, people: Awaited<ReturnType<typeof openPeople>>) => Promise<Measured>
}
const cases: Case[] = [
  ...Object.entries(reads).flatMap(([path, of]) =>
    of.map(
      (read): Case => ({
        name: `GET ${path} ${read}`,
        allowedMs: 30,
        allowedWorstMs: 100,
        measure: (...at) => measureRead(...at, path, read),
      }),
    ),
  ),
  ...writes.map(
    (write): Case => ({
      name: `${write[1]} ${write[2]} ${write[0]} ${Object.keys(write[3]).join()}`.trimEnd(),
      allowedMs: 40,
      allowedWorstMs: Infinity,
      measure: (...at) => measureWrite(...at, write),
    }),
  ),
  ...downloads.map(
    ([who, path]): Case => ({
      name: `GET ${path} ${who}`,
      allowedMs: Infinity,
      allowedWorstMs: Infinity,
      measure: (...at) => measureDownload(...at, who, path),
    }),
  ),
].filter(({ name }) => wanted.length === 0 || wanted.some((text) => name.includes(text)))

const table = new Map<string, string[]>()
const smallest = new Map<string, number>()
const failing: string[] = []
for (const size of sizes) {
  const api = await startApiAlone({ DEMO: '0' }, await openWorld(size))
  try {
    if (wanted.length === 0 || wanted.includes('plans'))
      failing.push(...(await wholeReads(api.databaseUrl)).map((it) => `${size} ${it}`))
    const people = await openPeople(api.databaseUrl, api.dataDir)
    for (const { name, allowedMs, allowedWorstMs, measure } of cases) {
      const { ms, worstMs, failure } = await measure(api.url, people)
      const least = smallest.get(name) ?? ms
      smallest.set(name, least)
      const holds = failure === null && worstMs <= allowedWorstMs && (ms <= allowedMs || ms <= allowedRatio * least)
      if (!holds) failing.push(`${size} ${name}`)
      const cell = `${ms.toFixed(1)} ≤${worstMs.toFixed(0)} ×${(ms / least).toFixed(1)}${failure === null ? '' : ` ${failure}`}${holds ? '' : ' FAILS'}`
      table.set(name, [...(table.get(name) ?? []), cell])
    }
  } finally {
    await api.close()
  }
}
const width = Math.max(...[...table.keys()].map((name) => name.length))
console.log(`\n${'p50 and slowest in ms'.padEnd(width)}${sizes.map((size) => size.padStart(28)).join('')}`)
for (const [name, cells] of table)
  console.log(`${name.padEnd(width)}${cells.map((cell) => cell.padStart(28)).join('')}`)
const whole = failing.filter((it) => it.includes('reads the whole of'))
if (whole.length > 0) console.log(`\n${whole.join('\n')}`)
console.log(`\n${cases.length} calls, ${failing.length} beyond their bounds`)
process.exit(failing.length === 0 ? 0 : 1)
