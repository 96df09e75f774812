import { request } from 'node:http'
import { startApiAlone } from './api-alone.ts'
import { load } from './load.ts'
import { holds, print, type Row } from './row.ts'

/**
 * `node bench/overload.ts`: three times as many calls as the API can serve, arriving whether it answers or not (SAFETY,
 * "failure is honest"). At least 80 % of what it serves at its best is served then too, within five seconds each, and
 * all others are told 503 with `Retry-After`. The floor is what it serves 50 patient callers in the same run.
 */
const api = await startApiAlone()
const url = `${api.url}/api/users/alice`
try {
  await load(url, { seconds: 3 })
  const best = (await load(url, { seconds: 5 })).perSecond
  const rush = await storm(best * 3, 8)
  const after = (await load(url, { seconds: 3 })).perSecond
  const rows: Row[] = [
    row('o  served at 3× overload', rush.served / 8, best, '/s', { min: 0.8 }),
    row('o  served right after it', after, best, '/s', { min: 0.8 }),
    row('o  neither served nor told to come back', rush.lost + 1, 1, '', { max: 1 }),
  ]
  print(rows)
  console.log(`offered ${rush.offered}, served ${rush.served}, turned away ${rush.turned}, lost ${rush.lost}`)
  process.exitCode = rows.every(holds) ? 0 : 1
} finally {
  await api.close()
}

function row(name: string, product: number, floor: number, unit: string, bound: Row['bound']): Row {
  return { name, product, floor, unit, bound }
}

/** Calls at a pace that heeds no answer, each on a connection of its own when none is free. */
async function storm(perSecond: number, seconds: number) {
  const counts = { offered: 0, served: 0, turned: 0, lost: 0 }
  const under = new Set<Promise<void>>()
  const began = performance.now()
  while (performance.now() - began < seconds * 1000) {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; counts.offered < due; counts.offered++) {
      const call = once().then((it) => void counts[it]++)
      under.add(call)
      void call.finally(() => under.delete(call))
    }
    await pause(5)
  }
  await Promise.all(under)
  return counts
}

function once(): Promise<'served' | 'turned' | 'lost'> {
  return new Promise((resolve) => {
    const it = request(url, { timeout: 5_000 }, (answer) => {
      answer.resume()
      answer.on('error', () => resolve('lost'))
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve('served')
        else resolve(answer.statusCode === 503 && answer.headers['retry-after'] !== undefined ? 'turned' : 'lost')
      })
    })
    it.on('timeout', () => it.destroy())
    it.on('error', () => resolve('lost'))
    it.end()
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
