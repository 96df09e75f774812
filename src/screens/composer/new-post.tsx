import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { PostDraft } from '../../../contract/posts.ts'
import { postDraftQuery, useSavePostDraft } from '../../queries/writing.ts'
import { openDrafts } from '../../stores/drafts.ts'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { PostSkeleton } from '../posts/post-skeleton.tsx'
import { type DraftState, emptyDraft, fromStored, toStored, withMedia } from './draft-state.ts'
import { PostComposer } from './post-composer.tsx'
import { savedHint } from './saved-hint.ts'
import { useServerDraft } from './use-server-draft.ts'

/** The composer around the post that was being written when the viewer was here last, with these files added to it. */
export function NewPost({ mediaIds }: { mediaIds: readonly string[] }) {
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (viewerId !== undefined) openDrafts(viewerId)
  }, [viewerId])
  const { data, error, refetch, isFetching } = useQuery(postDraftQuery)
  if (data === undefined && error) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (data === undefined) return <PostSkeleton count={1} />
  return <Writing stored={data.draft} mediaIds={mediaIds} />
}

function Writing({ stored, mediaIds }: { stored: PostDraft | null; mediaIds: readonly string[] }) {
  const viewer = useViewer()
  const price = viewer?.subscription_price ?? null
  const { mutateAsync, isPending, isError, isSuccess } = useSavePostDraft()
  const { written, change, hold, clear } = useServerDraft({
    initial: () => withMedia(stored ? fromStored(stored) : emptyDraft(price), mediaIds),
    texts: { text: 'post' },
    save: (it: DraftState) => mutateAsync(toStored(it)),
  })
  // Files that were brought along are kept like those that are chosen here.
  const keepBrought = useEffectEvent(() => mediaIds.length > 0 && change({}))
  useEffect(() => void keepBrought(), [])
  const hint = savedHint({ isPending, isError, isSuccess })
  return (
    <PostComposer writing={{ draft: written, change, onSend: hold, onMade: () => clear(emptyDraft(price)), hint }} />
  )
}
