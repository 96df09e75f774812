/** An answer of the API as this browser keeps it for one account. */
export type StoredAnswer = { owner: string; hash: string; key: readonly unknown[]; data: unknown; at: number }

/** How many answers are kept, and for how long. */
const most = 80
const maxAgeMs = 7 * 24 * 3_600_000

/** The answers kept for this account, but for old ones. */
export const readStored = (owner: string, now = Date.now()): Promise<StoredAnswer[]> =>
  inStore('readonly', async (store) => {
    const all = await done<StoredAnswer[]>(store.getAll(IDBKeyRange.bound([owner], [owner, []])))
    return all.filter(({ at }) => now - at < maxAgeMs)
  })

/** Keeps these answers, drops those with these keys, and the oldest beyond what is kept. */
export const writeStored = (
  answers: readonly StoredAnswer[],
  gone: readonly [owner: string, hash: string][],
): Promise<void> =>
  inStore('readwrite', async (store) => {
    for (const answer of answers) store.put(answer)
    for (const key of gone) store.delete(key)
    const excess = (await done(store.count())) - most
    if (excess <= 0) return
    const oldest = await done(store.index('at').getAllKeys(null, excess))
    for (const key of oldest) store.delete(key)
  })

/** Deletes what is kept, of every account. */
export const clearStored = (): Promise<void> => inStore('readwrite', async (store) => void (await done(store.clear())))

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open('fanfare-answers', 1)
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('answers', { keyPath: ['owner', 'hash'] }).createIndex('at', 'at')
  const database = await done(opening)
  try {
    const transaction = database.transaction('answers', mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const result = await work(transaction.objectStore('answers'))
    await ended
    return result
  } finally {
    database.close()
  }
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
