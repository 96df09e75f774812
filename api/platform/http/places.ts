import { CallerGone } from '../db/caller.ts'
import { refuse } from './refusal.ts'

/**
 * Places for what is expensive, fewer than there are connections to the database, so that it can never take the last of
 * them (docs/decisions/overload.md). Classes of work share them by time: each has a queue of its own, and a free place goes
 * to the class that has worked least, so that neither a crowd in one class nor its long work holds up another. Work of a
 * class in which too many wait already is refused with `unavailable` at once. A caller who goes (`signal`) leaves the queue
 * with `CallerGone`.
 */
export function openPlaces(places: number) {
  let free = places
  const classes: Class[] = []
  /** What the class that came last to a place had worked before. */
  let clockMs = 0
  const leavePlace = () => {
    const next = classes
      .filter(({ queue }) => queue.length > 0)
      .reduce<Class | null>((least, it) => (least !== null && least.workedMs <= it.workedMs ? least : it), null)
    if (next === null) free++
    else next.queue.shift()?.()
  }
  return function openClass({ waiting }: { waiting: number }) {
    const own: Class = { queue: [], workedMs: 0 }
    classes.push(own)
    return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      // Who had nothing to do has saved up no time for it.
      if (own.queue.length === 0) own.workedMs = Math.max(own.workedMs, clockMs)
      if (free > 0) free--
      else {
        if (own.queue.length >= waiting) throw refuse('unavailable', { retry_after: 1 })
        await waitIn(own.queue, signal)
      }
      clockMs = Math.max(clockMs, own.workedMs)
      const began = performance.now()
      try {
        return await work()
      } finally {
        own.workedMs += performance.now() - began
        leavePlace()
      }
    }
  }
}
type Class = { queue: (() => void)[]; workedMs: number }

function waitIn(queue: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.splice(queue.indexOf(enter), 1)
      reject(new CallerGone())
    }
    const enter = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    queue.push(enter)
    signal?.addEventListener('abort', leave)
  })
}
