/** What goes along with a message that is being written, by its ids. */
export type Files = {
  ids: readonly string[]
  previewIds: readonly string[]
  price: number | null
  /** The saved reply that the message was begun with, and how much of what it sells the fan owns. */
  replyId: string | null
  owned: number
}
const none: Files = { ids: [], previewIds: [], price: null, replyId: null, owned: 0 }

/** Under which they are kept in this browser, beside the words. */
export const filesKey = (key: string): string => `files ${key}`

export const filesText = (files: Files): string =>
  files.ids.length === 0 && files.replyId === null ? '' : JSON.stringify(files)

export function readFiles(stored: string): Files {
  try {
    const it: Partial<Files> | null = JSON.parse(stored || 'null')
    if (!Array.isArray(it?.ids) || !Array.isArray(it.previewIds)) return none
    return {
      ids: it.ids,
      previewIds: it.previewIds,
      price: typeof it.price === 'number' ? it.price : null,
      replyId: typeof it.replyId === 'string' ? it.replyId : null,
      owned: typeof it.owned === 'number' ? it.owned : 0,
    }
  } catch {
    return none
  }
}
