import { useEffect, useRef } from 'react'
import type { MessageDraft } from '../../../contract/chat-drafts.ts'
import { draftsAtOnce } from '../../../contract/limits.ts'
import { isUuid } from '../../../contract/uuid.ts'
import { readMessageDrafts, useSaveMessageDraft } from '../../queries/chat-drafts.ts'
import { useDrafts } from '../../stores/drafts.ts'
import { draftHere, known, saveKnown, takeDraft, versionHere, versionThere } from './draft-version.ts'

/**
 * Keeps the messages that are being written on the server too (product §78). Of each, this browser remembers what the
 * server had last: what was changed here since goes there, and what was only changed there comes here.
 */
export function useSyncedDrafts(viewerId: string | undefined): void {
  const { mutateAsync } = useSaveMessageDraft()
  const save = useRef(mutateAsync)
  useEffect(() => {
    save.current = mutateAsync
  })
  useEffect(() => {
    if (viewerId === undefined) return
    const isOurs = () => useDrafts.getState().owner === viewerId
    /** Every save that was begun or has ended: an answer that was asked for before it is out of date. */
    let saves = 0
    const underWay = new Map<string, string>()
    const push = () => {
      if (isOurs()) for (const id of writtenTo()) if (versionHere(id) !== known(id)) void pushOne(id)
    }
    const pushOne = async (id: string) => {
      const version = versionHere(id)
      if (underWay.get(id) === version) return
      underWay.set(id, version)
      saves++
      try {
        await save.current({ userId: id, ...draftHere(id) })
        if (isOurs()) saveKnown(id, version)
      } catch {
        // It goes with the next change, or the next time that the page is looked at.
      } finally {
        saves++
        if (underWay.get(id) === version) underWay.delete(id)
      }
    }
    const pull = async () => {
      const before = saves
      const drafts = await readMessageDrafts().catch(() => null)
      if (drafts === null || !isOurs()) return
      if (saves === before && underWay.size === 0) take(drafts)
      push()
    }
    const look = () => {
      if (document.visibilityState === 'visible') void pull()
      else push()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = useDrafts.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(push, typingMs)
    })
    void pull()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', look)
      push()
    }
  }, [viewerId])
}
const typingMs = 800

/** Takes what was changed on another device and not here. */
function take(drafts: readonly MessageDraft[]): void {
  const there = new Map(drafts.map((it) => [it.user_id, it]))
  // Where there may be more than were answered, one that is missing was not dropped for sure.
  const ids = drafts.length < draftsAtOnce ? new Set([...there.keys(), ...writtenTo()]) : there.keys()
  for (const id of ids) {
    const draft = there.get(id) ?? null
    const version = versionThere(draft)
    const isChangedHere = versionHere(id) !== known(id)
    if (version === known(id) || (isChangedHere && version !== versionHere(id))) continue
    if (!isChangedHere) takeDraft(id, draft)
    saveKnown(id, version)
  }
}

/** To whom a message is being written in this browser, or was when the server had it last. */
function writtenTo(): string[] {
  const ids = Object.keys(useDrafts.getState().texts).map((key) => key.replace(/^(?:files|known) /, ''))
  return [...new Set(ids)].filter(isUuid)
}
