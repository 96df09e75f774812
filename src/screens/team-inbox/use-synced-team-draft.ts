import { useEffect, useRef } from 'react'
import { type TeamPlace, useSaveTeamDraft } from '../../queries/team-inbox.ts'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import { teamDraftKey } from './team-place.ts'

/**
 * Keeps what an operator writes to a fan on the server too (product §78): `there` is what the server had when the
 * conversation was read. This browser remembers what both had last: what was changed here since goes there, and what was
 * only changed there comes here.
 */
export function useSyncedTeamDraft(place: TeamPlace, there: string): void {
  const key = teamDraftKey(place)
  const { mutateAsync } = useSaveTeamDraft(place)
  const save = useRef(mutateAsync)
  useEffect(() => {
    save.current = mutateAsync
  })
  useEffect(() => {
    if (there === known(key)) return
    if (here(key) === known(key)) saveDraft(key, there)
    // What is typed here stays, and goes there.
    if (here(key) === there) saveDraft(knownKey(key), there)
  }, [key, there])
  useEffect(() => {
    const push = () => {
      const words = here(key)
      if (words === known(key)) return
      // What did not arrive goes with the next change, or when the conversation is opened again.
      save.current(words).then(
        () => saveDraft(knownKey(key), words),
        () => undefined,
      )
    }
    let timer = setTimeout(push, typingMs)
    const unsubscribe = useDrafts.subscribe(({ texts }, before) => {
      if (texts[key] === before.texts[key]) return
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

const textOf = (key: string): string => useDrafts.getState().texts[key] ?? ''
const here = (key: string): string => textOf(key).trim()
const knownKey = (key: string): string => `known ${key}`
const known = (key: string): string => textOf(knownKey(key))
