import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { RefusalError } from '../../lib/refusal.ts'
import { mediaQuery } from '../../queries/uploads.ts'
import { useDrafts } from '../../stores/drafts.ts'
import { useTextDraft } from '../frame/use-text-draft.ts'

/**
 * The pictures of a fan's unsent message to a creator that are uploaded, by their media ids: kept in this browser under
 * their author, beside the words. The API deletes what is not sent within a day (product §73); its id goes too.
 */
export function useStoredPictures(creatorId: string) {
  const key = `pictures ${creatorId}`
  const [stored, store] = useTextDraft(key)
  const ids = useMemo(() => idsIn(stored), [stored])
  const media = useQueries({ queries: ids.map((id) => mediaQuery(id)) })
  const left = ids.filter((_, at) => !isGone(media[at]?.error)).join(' ')
  useEffect(() => {
    if (left !== stored) store(left)
  })
  return {
    pictures: ids.map((id, at) => ({ id, media: media[at]?.data })),
    /** Changes what is stored now, which may be more than was rendered. */
    change: (by: (ids: readonly string[]) => readonly string[]) =>
      store(by(idsIn(useDrafts.getState().texts[key] ?? '')).join(' ')),
  }
}

const idsIn = (stored: string): string[] => stored.split(/\s+/).filter((id) => id !== '')
const isGone = (error: unknown): boolean => error instanceof RefusalError && error.code === 'not_found'
