import { useEffect } from 'react'
import { openDrafts, saveDraft, useDrafts } from '../../stores/drafts.ts'
import { useViewer } from './viewer-context.ts'

/** Words that are kept in this browser under their author until they are sent, like those of a message. */
export function useTextDraft(key: string): [text: string, write: (text: string) => void] {
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (viewerId !== undefined) openDrafts(viewerId)
  }, [viewerId])
  const text = useDrafts((it) => it.texts[key] ?? '')
  return [text, (written) => saveDraft(key, written)]
}
