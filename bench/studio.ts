import { startApiAlone } from './api-alone.ts'
import { holds, print, type Row } from './row.ts'
import { openPeople } from './scale/people.ts'
import type { Size } from './scale/world.ts'
import { measureBroadcast, measureCompared } from './studio/broadcast.ts'
import { audienceCases, type Case, deskCases, type Ids, inboxCases } from './studio/cases.ts'
import { openCopy } from './studio/copy.ts'
import { measureCsv } from './studio/csv.ts'
import { readIds } from './studio/ids.ts'
import { measureCases, printResults } from './studio/measure.ts'
import { openOnline } from './studio/online.ts'

/**
 * `npm run bench:studio [-- X] [-- inbox desk audience csv broadcast compared] [-- stay]`: what the studio does for a star
 * with 50,000 conversations and 100,000 subscribers, over HTTP, on a copy of a world of `bench:scale`.
 */
const sizes = ['S', 'M', 'X', 'L'] as const
const given = process.argv.slice(2)
const size: Size = sizes.find((it) => given.includes(it)) ?? 'X'
const wanted = given.filter((it) => it !== size && it !== 'stay')
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part)

const api = await startApiAlone({ DEMO: '0' }, await openCopy(size, given.includes('stay')))
let isWithinBounds = false
try {
  const people = await openPeople(api.databaseUrl, api.dataDir)
  const ids = await readIds(api.databaseUrl)
  const beyond = await measureReads(people, ids)
  const rows: Row[] = []
  if (isWanted('csv')) rows.push(...(await measureCsv(api, people)))
  if (isWanted('broadcast')) rows.push(...(await measureBroadcast(api, people, ids)))
  if (isWanted('compared')) rows.push(...(await measureCompared(api, people, ids)))
  if (rows.length > 0) print(rows)
  isWithinBounds = beyond === 0 && rows.every(holds)
} finally {
  await api.close()
}
process.exit(isWithinBounds ? 0 : 1)

/** Answers how many calls are beyond their bounds. */
async function measureReads(people: Awaited<ReturnType<typeof openPeople>>, ids: Ids): Promise<number> {
  const parts: Record<string, (ids: Ids) => Case[]> = { inbox: inboxCases, desk: deskCases, audience: audienceCases }
  const cases = Object.entries(parts).flatMap(([part, of]) => (isWanted(part) ? of(ids) : []))
  if (cases.length === 0) return 0
  const closeOnline = await openOnline(api, 200)
  console.log(`${cases.length} calls …`)
  const beyond = printResults(await measureCases(api.url, people, cases))
  closeOnline()
  console.log(`\n${cases.length} calls, ${beyond} beyond their bounds`)
  return beyond
}
