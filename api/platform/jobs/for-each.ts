import { isUnreachable } from '../db/db.ts'

/**
 * Does something for each, one after the other, for a job: what fails for one holds up no other, and fails the job at
 * its end, which is so reported and tried again. A database that is away ends it at once. Answers how often the work
 * said true.
 */
export async function forEachAlone<T>(
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
