import { startApiAlone } from './api-alone.ts'
import { holds, print } from './row.ts'
import { openPeople } from './scale/people.ts'
import type { Size } from './scale/world.ts'
import { startCallers } from './starvation/callers.ts'
import { sessionsOfLargest } from './starvation/largest.ts'
import { startOthers } from './starvation/others.ts'
import { sendBroadcast } from './studio/broadcast.ts'
import { openCopy } from './studio/copy.ts'
import { readIds } from './studio/ids.ts'

/**
 * `npm run bench:starvation [-- L] [-- stay]`: whether what is dear starves what is not. On a copy of a world of
 * `bench:scale`, 30 callers each search for nonsense and read the figures, the files of fans and the exports of the 30
 * creators with the most followers, while the star sends a broadcast to everyone; beside them a profile and a wallet are
 * read and people write to each other. The p99 of these may be twice that of before, and none may fail. Who is refused
 * waits as long as the answer says.
 */
const sizes = ['S', 'M', 'X', 'L'] as const
const given = process.argv.slice(2)
const size: Size = sizes.find((it) => given.includes(it)) ?? 'X'
const [warmUpMs, aloneMs, meanwhileMs] = [15_000, 15_000, 30_000]

const api = await startApiAlone({ DEMO: '0' }, await openCopy(size, given.includes('stay')))
let isWithinBounds = false
try {
  const people = await openPeople(api.databaseUrl, api.dataDir)
  const ids = await readIds(api.databaseUrl)
  const cookies = await sessionsOfLargest(api.databaseUrl, api.dataDir, 30)
  const first = await startOthers(api, people)
  await passes(warmUpMs)
  await first.end()
  const alone = await startOthers(api, people)
  await passes(aloneMs)
  const before = await alone.end()
  const others = await startOthers(api, people)
  const callers = startCallers(api.url, cookies)
  await sendBroadcast(api, people, ids)
  await passes(meanwhileMs)
  const meanwhile = await others.end()
  console.log(await callers.end())
  const rows = Object.entries(meanwhile.p99).map(([name, ms]) => ({
    name: `p99 of ${name} meanwhile, of that before`,
    product: ms,
    baseline: before.p99[name] ?? Number.NaN,
    unit: 'ms',
    bound: { max: 2 },
  }))
  print(rows)
  if (meanwhile.failed.length > 0) console.log(`failed: ${meanwhile.failed.join(', ')}`)
  isWithinBounds = meanwhile.failed.length === 0 && rows.every(holds)
} finally {
  await api.close()
}
process.exit(isWithinBounds ? 0 : 1)

function passes(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
