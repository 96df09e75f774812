import { CallerGone } from '../db/caller.ts'
import { refuse } from './refusal.ts'

/**
 * A class of expensive calls has places of its own, fewer than there are connections to the database, so that it can never
 * take the last of them (docs/decisions/overload.md). A call that finds none free waits; where too many wait already it is
 * refused with `unavailable` at once. One whose caller goes (`signal`) leaves the queue with `CallerGone`.
 */
export function openPlaces({ places, waiting }: { places: number; waiting: number }) {
  let free = places
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (free > 0) free--
    else {
      if (queue.length >= waiting) throw refuse('unavailable', { retry_after: 1 })
      await waitIn(queue, signal)
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) free++
      else next()
    }
  }
}

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
