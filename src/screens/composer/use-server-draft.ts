import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'

type ServerDraft<Field extends string, Written extends Record<Field, string>> = {
  /** What the server has, or the beginning of a new one. */
  initial: () => Written
  /** The name of the words among what is written. */
  field: Field
  /** Under which words that the server does not have yet stay in this browser. */
  key: string
  save: (written: Written) => Promise<unknown>
}

/**
 * Something that is being written and kept on the server. Each choice is saved at once and words while they are typed;
 * words that did not arrive there stay in this browser, and are saved with the next change.
 */
export function useServerDraft<Field extends string, Written extends Record<Field, string>>({
  initial,
  field,
  key,
  save: send,
}: ServerDraft<Field, Written>) {
  const unsavedText = () => useDrafts.getState().texts[key]
  const withText = (written: Written, text: string | undefined): Written =>
    text === undefined ? written : { ...written, [field]: text }
  const [written, setWritten] = useState<Written>(() => withText(initial(), unsavedText()))
  const latest = useRef({ written, isSaved: unsavedText() === undefined })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The save that is under way, and the one that was when the thing itself was sent. */
  const saving = useRef<Promise<void>>(undefined)
  const overlapping = useRef<Promise<void>>(undefined)
  const save = () => {
    clearTimeout(timer.current)
    const { written: saved, isSaved } = latest.current
    if (isSaved) return
    latest.current.isSaved = true
    // Not in the callbacks of `mutate`, which are not called after the screen was left.
    const under = send(saved)
      .then(
        () => {
          if (latest.current.written === saved) saveDraft(key, '')
        },
        () => {
          latest.current.isSaved = false
        },
      )
      .finally(() => {
        if (saving.current === under) saving.current = undefined
      })
    saving.current = under
  }
  const change = (part: Partial<Written>) => {
    const next = { ...latest.current.written, ...part }
    latest.current = { written: next, isSaved: false }
    setWritten(next)
    if (part[field] === undefined) return save()
    saveDraft(key, next[field])
    clearTimeout(timer.current)
    timer.current = setTimeout(save, typingMs)
  }
  /** Before it is sent: no save begins any more that could come after what drops the draft. */
  const hold = () => {
    clearTimeout(timer.current)
    overlapping.current = saving.current
  }
  /** After it was sent, which has dropped the draft on the server; a save that was under way may have come later. */
  const clear = (empty: Written) => {
    clearTimeout(timer.current)
    void (overlapping.current ?? saving.current)?.then(() => send(empty)).catch(() => undefined)
    overlapping.current = undefined
    latest.current = { written: empty, isSaved: true }
    setWritten(empty)
    saveDraft(key, '')
  }
  // The words of this browser are read after the page was hydrated.
  const unsaved = useDrafts((it) => it.texts[key])
  useEffect(() => {
    const { written: before } = latest.current
    if (unsaved === undefined || unsaved === before[field]) return
    latest.current = { written: { ...before, [field]: unsaved }, isSaved: false }
    setWritten(latest.current.written)
  }, [unsaved, field])
  const onLeave = useEffectEvent(save)
  useEffect(() => () => onLeave(), [])
  return { written, change, hold, clear, save }
}
const typingMs = 600
