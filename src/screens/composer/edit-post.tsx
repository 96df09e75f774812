import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { postQuery } from '../../queries/posts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useTextDraft } from '../frame/use-text-draft.ts'
import { PostSkeleton } from '../posts/post-skeleton.tsx'
import { type DraftState, draftOf } from './draft-state.ts'
import { PostComposer } from './post-composer.tsx'

/** The composer around a post that is there already. */
export function EditPost({ id }: { id: string }) {
  const { data: post, error, refetch, isFetching } = useQuery(postQuery(id))
  if (!post && error) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!post) return <PostSkeleton count={1} />
  if (!post.can_edit) return <EmptyState title={m.refusal_forbidden()} />
  return <EditLoaded post={post} />
}

/** Its words stay in this browser until they are saved, like those of a comment. */
function EditLoaded({ post }: { post: Post }) {
  const [before] = useState(() => draftOf(post))
  const [changes, setChanges] = useState<Partial<DraftState>>({})
  const [unsaved, store] = useTextDraft(`edit ${post.id}`)
  const draft = { ...before, ...(unsaved !== '' && { text: unsaved }), ...changes }
  const change = (part: Partial<DraftState>) => {
    setChanges((it) => ({ ...it, ...part }))
    if (part.text !== undefined) store(part.text === before.text ? '' : part.text)
  }
  return <PostComposer post={post} writing={{ draft, change, onSend: () => undefined, onMade: () => store('') }} />
}
