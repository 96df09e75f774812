const last = new Map<string, Promise<unknown>>()

/**
 * Runs the money calls of one person one after the other in this process. The database would make them wait for each
 * other anyway, at the row of the wallet; here they wait without each holding a connection, so that a storm of one
 * fan's calls leaves the others theirs. What must not happen twice is guarded by the database, also between nodes.
 */
export function serializeByKey<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(userId)
  const mine = before === undefined ? work() : before.then(work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  last.set(userId, settled)
  void settled.then(() => last.get(userId) === settled && last.delete(userId))
  return mine
}
