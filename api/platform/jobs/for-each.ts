import { isUnreachable } from '../db/db.ts'

/**
 * Runs a job's work for each item, one after the other. An item that fails does not stop the others, but fails the job
 * at its end, so that it is logged and tried again. An unavailable database ends it at once. Answers how many runs
 * returned true.
 */
export async function forEachIndependently<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (it: T) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for await (const it of all) {
    try {
      if (await work(it)) done++
    } catch (error) {
      if (isUnreachable(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} failed, the first with ${failures[0]}`)
  return done
}
