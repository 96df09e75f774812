import type { DueSubscription } from './statements.ts'

/** All rows of a statement that answers a page in the order of time and id, and the one after it by its last row. */
export async function* pagesOf(read: (after: After) => Promise<DueSubscription[]>): AsyncGenerator<DueSubscription> {
  for (let after: After = { afterAt: null, afterId: null }; ; ) {
    const due = await read(after)
    yield* due
    const last = due.at(-1)
    if (last === undefined) return
    after = { afterAt: last.at, afterId: last.id }
  }
}
type After = { afterAt: string | null; afterId: string | null }
