import { useEffect, useMemo, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { partsOfReply } from '../../../contract/policy/saved-reply.ts'
import { useReadMedia } from '../../queries/vault.ts'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { useClosed } from '../frame/use-closed.ts'
import { useTextDraft } from '../frame/use-text-draft.ts'
import { type Attached, nothingAttached } from './attach-sheet.tsx'
import { type Files, filesKey, filesText, readFiles } from './files.ts'

/**
 * The files and the price of a message, kept in this browser beside its words, under the same key: without them the words
 * would be sent alone. `files` can be sent at once; `attached` has what the sheet shows of them, once that was fetched.
 */
export function useAttachedDraft(key: string) {
  const [stored, store] = useTextDraft(filesKey(key))
  const files = useMemo(() => readFiles(stored), [stored])
  const [attached, setAttached] = useState<Attached>(nothingAttached)
  const { mutate } = useReadMedia(useOnBehalf())
  const isClosed = useClosed('can_medias') !== null
  const isRead = placesOf({ ...attached, ids: attached.media.map((it) => it.id) }) === placesOf(files)
  useEffect(() => {
    if (isRead || isClosed) return
    const { ids, previewIds, price } = files
    if (ids.length === 0) setAttached(nothingAttached)
    else mutate([...ids], { onSuccess: (media) => setAttached({ media, previewIds, price }) })
  }, [files, isRead, isClosed, mutate])
  const write = (next: Files) => store(filesText(next))
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
