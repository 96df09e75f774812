import { useEffect, useMemo, useState } from 'react'
import { useReadMedia } from '../../queries/vault.ts'
import { useTextDraft } from '../frame/use-text-draft.ts'
import { type Attached, nothingAttached } from './attach-sheet.tsx'

/** What goes along with a message that is being written, by its ids. */
type Files = { ids: readonly string[]; previewIds: readonly string[]; price: number | null }
const none: Files = { ids: [], previewIds: [], price: null }

/**
 * The files and the price of a message to this fan, kept in this browser beside its words: without them the words would
 * be sent alone. `files` can be sent at once; `attached` has what the sheet shows of them, once that was fetched.
 */
export function useAttachedDraft(fanId: string) {
  const [stored, store] = useTextDraft(`files ${fanId}`)
  const files = useMemo(() => parse(stored), [stored])
  const [attached, setAttached] = useState<Attached>(nothingAttached)
  const { mutate } = useReadMedia()
  const isRead = attached.media.map((it) => it.id).join() === files.ids.join()
  useEffect(() => {
    if (isRead) return
    const { ids, previewIds, price } = files
    if (ids.length === 0) setAttached(nothingAttached)
    else mutate([...ids], { onSuccess: (media) => setAttached({ media, previewIds, price }) })
  }, [files, isRead, mutate])
  const attach = (next: Attached) => {
    setAttached(next)
    const ids = next.media.map((it) => it.id)
    store(ids.length === 0 ? '' : JSON.stringify({ ids, previewIds: next.previewIds, price: next.price }))
  }
  return { files, attached, attach }
}

function parse(stored: string): Files {
  try {
    const it: Partial<Files> | null = JSON.parse(stored || 'null')
    if (!Array.isArray(it?.ids) || !Array.isArray(it.previewIds)) return none
    return { ids: it.ids, previewIds: it.previewIds, price: typeof it.price === 'number' ? it.price : null }
  } catch {
    return none
  }
}
