import { diskFaults, isRefused } from './dependency-disks.ts'
import { type Fault, faultsOf } from './dependency-faults.ts'
import { measure } from './dependency-load.ts'
import { openWorld } from './dependency-world.ts'

/**
 * `npm run drill:dependencies [name]`: what the API depends on is gone, silent, slow or full, one after the other, with
 * real servers. Exit 1 unless feeds, messages and purchases go on at their usual speed, what needs the dependency is
 * refused within 2 s, nothing is half done, and all works again by itself.
 */
const only = process.argv[2] ?? ''
const world = await openWorld()
const rows: string[] = []
try {
  await measure(world, 4_000)
  const usual = await measure(world, 8_000)
  console.log(`usually p99 ${usual.p99.toFixed(0)} ms of ${usual.served} feeds, messages and purchases`)
  const atMost = Math.max(3 * usual.p99, usual.p99 + 200)
  for (const fault of faultsOf(world)) if (fault.name.includes(only)) rows.push(await tryFault(fault, atMost))
  for (const line of await diskFaults(world, only)) rows.push(line)
} finally {
  console.log(['', 'dependency | unaffected p99 | refused after | half done | works again', ...rows].join('\n'))
  await world.close()
}
process.exit()

/** A line of the table. */
async function tryFault(fault: Fault, atMostMs: number): Promise<string> {
  await fault.begin()
  const [during, refusal] = await Promise.all([measure(world, 8_000), fault.needing()])
  const halfDone = await fault.halfDone()
  await fault.end()
  const mendedAt = Date.now()
  let isWhole = false
  while (!isWhole && Date.now() - mendedAt < 180_000) {
    isWhole = await fault.isWhole()
    if (!isWhole) await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const isInTime = during.p99 <= atMostMs && during.failed.length === 0
  const isGood = isInTime && halfDone === 0 && isWhole && (refusal === null || isRefused(refusal))
  if (!isGood) process.exitCode = 1
  for (const line of new Set(during.failed.slice(0, 5))) console.log(`       ${fault.name}: ${line}`)
  const line = [
    `${isGood ? 'holds' : 'FAILS'}  ${fault.name}`,
    `${during.p99.toFixed(0)} ms of ${during.served}, ${during.failed.length} failed (at most ${atMostMs.toFixed(0)})`,
    refusal === null ? 'no request waits' : `${refusal.ms.toFixed(0)} ms: ${refusal.status}`,
    String(halfDone),
    isWhole ? `after ${((Date.now() - mendedAt) / 1_000).toFixed(1)} s` : 'NO',
  ].join(' | ')
  console.log(line)
  return line
}
