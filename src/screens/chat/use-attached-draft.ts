import { useEffect, useMemo, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { partsOfReply } from '../../../contract/policy/saved-reply.ts'
import { useReadMedia } from '../../queries/vault.ts'
import { useTextDraft } from '../frame/use-text-draft.ts'
import { type Attached, nothingAttached } from './attach-sheet.tsx'

/** What goes along with a message that is being written, by its ids. */
type Files = {
  ids: readonly string[]
  previewIds: readonly string[]
  price: number | null
  /** The saved reply that the message was begun with, and how much of what it sells the fan owns. */
  replyId: string | null
  owned: number
}
const none: Files = { ids: [], previewIds: [], price: null, replyId: null, owned: 0 }

/**
 * The files and the price of a message to this fan, kept in this browser beside its words: without them the words would
 * be sent alone. `files` can be sent at once; `attached` has what the sheet shows of them, once that was fetched.
 */
export function useAttachedDraft(fanId: string) {
  const [stored, store] = useTextDraft(`files ${fanId}`)
  const files = useMemo(() => parse(stored), [stored])
  const [attached, setAttached] = useState<Attached>(nothingAttached)
  const { mutate } = useReadMedia()
  const isRead = placesOf({ ...attached, ids: attached.media.map((it) => it.id) }) === placesOf(files)
  useEffect(() => {
    if (isRead) return
    const { ids, previewIds, price } = files
    if (ids.length === 0) setAttached(nothingAttached)
    else mutate([...ids], { onSuccess: (media) => setAttached({ media, previewIds, price }) })
  }, [files, isRead, mutate])
  const write = (next: Files) =>
    store(next.ids.length === 0 && next.replyId === null ? '' : JSON.stringify({ ...none, ...next }))
  const attach = (next: Attached) => {
    setAttached(next)
    const { previewIds, price } = next
    write({ ...files, ids: next.media.map((it) => it.id), previewIds, price, owned: 0 })
  }
  const attachReply = (reply: SavedReply) => {
    const { mediaIds: ids, previewIds, price } = partsOfReply(reply)
    const begun = { ...files, replyId: reply.id }
    // The words of a reply without files join what is attached already.
    write(ids.length === 0 ? begun : { ...begun, ids, previewIds, price, owned: reply.owned })
  }
  const dropReply = () => files.replyId !== null && write({ ...files, replyId: null })
  return { files, attached, attach, attachReply, dropReply, clear: () => store('') }
}

const placesOf = ({ ids, previewIds, price }: Pick<Files, 'ids' | 'previewIds' | 'price'>) =>
  ids.length === 0 ? '' : JSON.stringify([ids, previewIds, price])

function parse(stored: string): Files {
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
