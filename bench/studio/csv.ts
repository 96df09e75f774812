import { readFileSync, writeFileSync } from 'node:fs'
import { atMost, type Row } from '../row.ts'
import type { People } from '../scale/people.ts'

/** The file of all fans of the star: how long it takes, and how much more memory the API has at most while it is written. */
export async function measureCsv(api: { url: string; pid: number }, people: People): Promise<Row[]> {
  const headers = { cookie: people.cookies.get('star') ?? '' }
  const download = async () => {
    const began = performance.now()
    const answer = await fetch(new URL('/api/creator/audience/export', api.url), { headers })
    if (!answer.ok) throw new Error(`the file of fans: ${answer.status}`)
    let lines = 0
    for await (const chunk of answer.body ?? []) for (const byte of chunk) if (byte === 10) lines += 1
    return { seconds: (performance.now() - began) / 1_000, fans: lines - 1 }
  }
  await download()
  const before = memoryOf(api.pid, 'VmRSS')
  // The peak of the process counts from here on.
  writeFileSync(`/proc/${api.pid}/clear_refs`, '5')
  const { seconds, fans } = await download()
  const more = memoryOf(api.pid, 'VmHWM') - before
  const of = `csv of ${fans.toLocaleString('en')} fans`
  return [atMost(5, `${of}, time`, seconds, 's'), atMost(50, `${of}, more memory at most`, more, 'MB')]
}

/** In megabytes. */
function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${figure}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}
