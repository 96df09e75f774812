import { expect, type Page } from '@playwright/test'

/** Waits until an answer whose key begins so is kept. */
export const storedFor = (page: Page, key: string) =>
  expect.poll(() => stored(page).then((all) => all.filter((it) => it.hash.startsWith(key)).length)).toBeGreaterThan(0)

/** Everything that this browser keeps for time without a connection. */
export const stored = (page: Page): Promise<{ owner: string; hash: string }[]> =>
  page.evaluate(async () => {
    // Opening it before the product does would create it without its store.
    if (!(await indexedDB.databases()).some((it) => it.name === 'fanfare-answers')) return []
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open('fanfare-answers')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        if (!database.objectStoreNames.contains('answers')) return resolve([])
        const all = database.transaction('answers').objectStore('answers').getAll()
        all.onsuccess = () => {
          database.close()
          resolve(all.result)
        }
      }
    })
  })
