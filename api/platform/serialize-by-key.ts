const last = new Map<string, Promise<unknown>>()

/** Runs work of the same key one after the other in this process, in the order of the calls. */
export function serializeByKey<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key)
  const mine = before === undefined ? work() : before.then(work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  last.set(key, settled)
  void settled.then(() => last.get(key) === settled && last.delete(key))
  return mine
}
