import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { postQuery } from '../../queries/posts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../frame/load-error.tsx'
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

function EditLoaded({ post }: { post: Post }) {
  const [draft, setDraft] = useState(() => draftOf(post))
  const change = (part: Partial<DraftState>) => setDraft((it) => ({ ...it, ...part }))
  return <PostComposer post={post} writing={{ draft, change, onSend: () => undefined, onMade: () => undefined }} />
}
