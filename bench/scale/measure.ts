import { newId } from '../../api/platform/db/ids.ts'
import { median } from '../row.ts'
import type { People } from './people.ts'
import type { Write } from './writes.ts'

/** The median and the slowest call in milliseconds, and the status of a call that failed. */
export type Measured = { ms: number; worstMs: number; failure: number | null }

/** One read: `whale tab=following deep` of the path `/api/feed`. */
export async function measureRead(api: string, people: People, path: string, read: string): Promise<Measured> {
  const { who, query, isDeep } = partsOf(read)
  const parameters = [...new URLSearchParams(filled(query, people.rows))]
  const inPath = new Set(parameters.map(([key]) => key).filter((key) => path.includes(`{${key}}`)))
  const address = parameters.reduce((at, [key, value]) => at.replace(`{${key}}`, encodeURIComponent(value)), path)
  const url = new URL(address, api)
  for (const [key, value] of parameters) if (!inPath.has(key)) url.searchParams.append(key, value)
  const headers = { cookie: people.cookies.get(who) ?? '' }
  if (isDeep) await goDeep(url, headers)
  return medianOf(() => fetch(url, { headers }))
}

/** Leads to the page behind ten cursors, or to the last one before. */
async function goDeep(url: URL, headers: Record<string, string>): Promise<void> {
  for (let page = 0; page < 10; page++) {
    const answer = await fetch(url, { headers })
    const { next } = (await answer.json()) as { next?: string | null }
    if (!next) return
    url.searchParams.set('cursor', next)
  }
}

export async function measureWrite(api: string, people: People, [who, method, path, body]: Write): Promise<Measured> {
  const url = new URL(filled(path, people.rows), api)
  return medianOf(() => {
    const rows = { ...people.rows, n: String(process.hrtime.bigint()), uuid: newId() }
    return fetch(url, {
      method,
      headers: { cookie: people.cookies.get(who) ?? '', 'content-type': 'application/json' },
      body: filled(JSON.stringify(body), rows),
    })
  })
}

/** A whole file, once. */
export async function measureDownload(api: string, people: People, who: string, path: string): Promise<Measured> {
  const began = performance.now()
  const answer = await fetch(new URL(path, api), { headers: { cookie: people.cookies.get(who) ?? '' } })
  for await (const _ of answer.body ?? []) {
    // Thrown away: a file of the largest world must not be held here.
  }
  const ms = performance.now() - began
  return { ms, worstMs: ms, failure: answer.ok ? null : answer.status }
}

/** The median and the slowest of twenty calls after two, of one where they take seconds. */
async function medianOf(call: () => Promise<Response>): Promise<Measured> {
  const once = async (): Promise<Measured> => {
    const began = performance.now()
    const answer = await call()
    await answer.arrayBuffer()
    const ms = performance.now() - began
    return { ms, worstMs: ms, failure: answer.ok ? null : answer.status }
  }
  const first = await once()
  if (first.failure !== null || first.ms > 2_000) return first
  await once()
  const times: number[] = []
  while (times.length < 20) {
    const { ms, failure } = await once()
    if (failure !== null) return { ms, worstMs: ms, failure }
    times.push(ms)
  }
  return { ms: median(times), worstMs: Math.max(...times), failure: null }
}

/** Who calls, the query, and whether a deep page is meant. */
export function partsOf(read: string): { who: string; query: string; isDeep: boolean } {
  const isDeep = read.endsWith(' deep')
  const [who = '', ...query] = (isDeep ? read.slice(0, -' deep'.length) : read).split(' ')
  return { who, query: query.join(' '), isDeep }
}

function filled(template: string, rows: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rows[name]
    if (value == null) throw new Error(`The world has no ${name}.`)
    return value
  })
}
