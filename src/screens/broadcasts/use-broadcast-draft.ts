import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BroadcastDraft } from '../../../contract/broadcasts.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { useSaveBroadcastDraft } from '../../queries/broadcasts.ts'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import type { Attached } from '../chat/attach-sheet.tsx'
import type { Audience } from './labels.ts'

/** What is written and chosen for a broadcast; `sendAt` is empty or as a date field has it, in the creator's own time. */
export type Written = {
  audience: Audience
  exclude: readonly Audience[]
  content: string
  attached: Attached
  sendAt: string
}

/**
 * The broadcast that is being written. Each choice is saved on the server at once and words while they are typed; words
 * that did not arrive there stay in this browser, and are saved with the next change.
 */
export function useBroadcastDraft(stored: BroadcastDraft | null, media: readonly PrivateMedia[]) {
  const [written, setWritten] = useState<Written>(() => {
    const before = fromStored(stored, media)
    return { ...before, content: unsavedText() ?? before.content }
  })
  const { mutateAsync, isPending, isError, isSuccess } = useSaveBroadcastDraft()
  const latest = useRef({ written, isSaved: unsavedText() === undefined })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = () => {
    clearTimeout(timer.current)
    const { written: saved, isSaved } = latest.current
    if (isSaved) return
    latest.current.isSaved = true
    // Not in the callbacks of `mutate`, which are not called after the screen was left.
    void mutateAsync(toInput(saved)).then(
      () => {
        if (latest.current.written === saved) saveDraft(draftKey, '')
      },
      () => {
        latest.current.isSaved = false
      },
    )
  }
  const change = (part: Partial<Written>) => {
    const next = { ...latest.current.written, ...part }
    latest.current = { written: next, isSaved: false }
    setWritten(next)
    if (part.content === undefined) return save()
    saveDraft(draftKey, part.content)
    clearTimeout(timer.current)
    timer.current = setTimeout(save, typingMs)
  }
  /** After it was sent, which has dropped the draft on the server. */
  const clear = () => {
    clearTimeout(timer.current)
    const next = fromStored(null, [])
    latest.current = { written: next, isSaved: true }
    setWritten(next)
    saveDraft(draftKey, '')
  }
  // The words of this browser are read after the page was hydrated.
  const unsaved = useDrafts((it) => it.texts[draftKey])
  useEffect(() => {
    const { written: before } = latest.current
    if (unsaved === undefined || unsaved === before.content) return
    latest.current = { written: { ...before, content: unsaved }, isSaved: false }
    setWritten(latest.current.written)
  }, [unsaved])
  const onLeave = useEffectEvent(save)
  useEffect(() => () => onLeave(), [])
  return { written, change, clear, save, state: { isPending, isError, isSuccess } }
}
/** Beside the drafts to single fans, which have their ids as keys. */
const draftKey = 'broadcast'
const typingMs = 600
const unsavedText = () => useDrafts.getState().texts[draftKey]

/** What the API takes, for saving as for sending. */
export const toInput = ({ audience, exclude, content, attached, sendAt }: Written) => ({
  audience,
  exclude: exclude.filter((it) => it !== audience),
  content: content.trim(),
  media_ids: attached.media.map((it) => it.id),
  preview_ids: [...attached.previewIds],
  price: attached.price,
  send_at: sendAt ? new Date(sendAt).toISOString() : null,
})

function fromStored(stored: BroadcastDraft | null, media: readonly PrivateMedia[]): Written {
  return {
    audience: stored?.audience ?? 'all',
    exclude: stored?.exclude ?? [],
    content: stored?.content ?? '',
    attached: { media, previewIds: stored?.preview_ids ?? [], price: stored?.price ?? null },
    sendAt: stored?.send_at ? toField(stored.send_at) : '',
  }
}

/** A moment as a date field has it, in the time zone of this browser. */
function toField(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
