import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'

type ServerDraft<Field extends string, Written extends Record<Field, string>> = {
  /** What the server has, or the beginning of a new one. */
  initial: () => Written
  /** The names of the words among what is written, and under which those that the server does not have stay in this browser. */
  texts: Record<Field, string>
  save: (written: Written) => Promise<unknown>
}

/**
 * Something that is being written and kept on the server. Each choice is saved at once and words while they are typed;
 * words that did not arrive there stay in this browser, and are saved with the next change.
 */
export function useServerDraft<Field extends string, Written extends Record<Field, string>>({
  initial,
  texts,
  save: send,
}: ServerDraft<Field, Written>) {
  const fields = Object.entries<string>(texts) as [Field, string][]
  const isUnsaved = () => fields.some(([, key]) => useDrafts.getState().texts[key] !== undefined)
  const [written, setWritten] = useState<Written>(() => withTexts(initial(), fields, useDrafts.getState().texts))
  const latest = useRef({ written, isSaved: !isUnsaved() })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The save that is under way, and the one that was when the thing itself was sent. */
  const saving = useRef<Promise<void>>(undefined)
  const overlapping = useRef<Promise<void>>(undefined)
  const forget = () => {
    for (const [, key] of fields) saveDraft(key, '')
  }
  const save = () => {
    clearTimeout(timer.current)
    const { written: saved, isSaved } = latest.current
    if (isSaved) return
    latest.current.isSaved = true
    // Not in the callbacks of `mutate`, which are not called after the screen was left.
    const under = send(saved)
      .then(
        () => {
          if (latest.current.written === saved) forget()
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
    const typed = fields.filter(([field]) => part[field] !== undefined)
    if (typed.length === 0) return save()
    for (const [field, key] of typed) saveDraft(key, next[field])
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
    forget()
  }
  // The words of this browser are read after the page was hydrated.
  const unsaved = useDrafts((it) => it.texts)
  const onUnsaved = useEffectEvent((stored: typeof unsaved) => {
    const { written: before } = latest.current
    const after = withTexts(before, fields, stored)
    if (fields.every(([field]) => after[field] === before[field])) return
    latest.current = { written: after, isSaved: false }
    setWritten(after)
  })
  useEffect(() => onUnsaved(unsaved), [unsaved])
  const onLeave = useEffectEvent(save)
  useEffect(() => () => onLeave(), [])
  return { written, change, hold, clear, save }
}
const typingMs = 600

/** The same with the words that this browser has. */
function withTexts<Field extends string, Written extends Record<Field, string>>(
  written: Written,
  fields: readonly [Field, string][],
  unsaved: Readonly<Record<string, string>>,
): Written {
  const found = fields.flatMap(([field, key]) => (unsaved[key] === undefined ? [] : [[field, unsaved[key]]]))
  return { ...written, ...Object.fromEntries(found) }
}
