import type { Services } from './services.ts'

/** Visits of one thing on a day (`YYYY-MM-DD`, UTC). */
export type Visits = { id: string; day: string; visits: number }

/**
 * Counts visits in this process and writes them together after some seconds, so that reading a page needs no write; a
 * crash loses a few seconds of an approximate figure. What cannot be written is tried again next time.
 */
export function collectVisits(write: (ctx: Services, visits: readonly Visits[]) => Promise<unknown>) {
  const seen = new Map<string, number>()
  let isPlanned = false
  const writeSeen = async (ctx: Services): Promise<void> => {
    isPlanned = false
    const gathered = [...seen]
    seen.clear()
    if (gathered.length === 0) return
    const visits = gathered.map(([key, count]) => {
      const [id = '', day = ''] = key.split(' ')
      return { id, day, visits: count }
    })
    await write(ctx, visits).catch(() => {
      for (const [key, count] of gathered) seen.set(key, (seen.get(key) ?? 0) + count)
    })
  }
  let writing = Promise.resolve()
  // One after the other, so that its end is also the end of a writing that a timer began.
  const flush = (ctx: Services): Promise<void> => {
    writing = writing.then(() => writeSeen(ctx))
    return writing
  }
  const count = (ctx: Services, id: string): void => {
    const key = `${id} ${new Date(ctx.now()).toISOString().slice(0, 10)}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => void flush(ctx), 5_000).unref()
  }
  return { count, flush }
}
