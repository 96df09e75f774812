import { useEffect, useRef } from 'react'
import type { MessageDraft } from '../../../contract/chat-drafts.ts'
import { type TeamPlace, useSaveTeamDraft } from '../../queries/team-inbox.ts'
import { useDrafts } from '../../stores/drafts.ts'
import { draftHere, known, saveKnown, takeDraft, versionHere, versionThere } from '../chat/draft-version.ts'
import { filesKey } from '../chat/files.ts'
import { teamDraftKey } from './team-place.ts'

/**
 * Keeps what an operator writes to a fan on the server too (product §78): `draft` is what the server had when the
 * conversation was read. What was changed here since goes there, and what was only changed there comes here. While it is
 * being sent nothing goes there: a draft that arrived after its message would stay.
 */
export function useSyncedTeamDraft(place: TeamPlace, draft: MessageDraft | null, isSending: boolean): void {
  const key = teamDraftKey(place)
  const { mutateAsync } = useSaveTeamDraft(place)
  const latest = useRef({ save: mutateAsync, isSending })
  useEffect(() => {
    latest.current = { save: mutateAsync, isSending }
  })
  useEffect(() => {
    const there = versionThere(draft)
    if (there === known(key)) return
    if (versionHere(key) === known(key)) takeDraft(key, draft)
    // What is typed here stays, and goes there.
    if (versionHere(key) === there) saveKnown(key, there)
  }, [key, draft])
  useEffect(() => {
    const push = () => {
      const version = versionHere(key)
      const { save, isSending } = latest.current
      if (isSending || version === known(key)) return
      // What did not arrive goes with the next change, or when the conversation is opened again.
      save(draftHere(key)).then(
        () => saveKnown(key, version),
        () => undefined,
      )
    }
    let timer = setTimeout(push, typingMs)
    const unsubscribe = useDrafts.subscribe(({ texts }, before) => {
      if ([key, filesKey(key)].every((it) => texts[it] === before.texts[it])) return
      clearTimeout(timer)
      timer = setTimeout(push, typingMs)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
      push()
    }
  }, [key])
}
const typingMs = 800
