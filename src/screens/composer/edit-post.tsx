import { useQuery } from '@tanstack/react-query'
import { m } from '../../paraglide/messages.js'
import { postQuery } from '../../queries/posts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { PostSkeleton } from '../posts/post-skeleton.tsx'
import { PostComposer } from './post-composer.tsx'

/** The composer around a post that is there already. */
export function EditPost({ id }: { id: string }) {
  const { data: post, error, refetch, isFetching } = useQuery(postQuery(id))
  if (!post && error) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!post) return <PostSkeleton count={1} />
  if (!post.can_edit) return <EmptyState title={m.refusal_forbidden()} />
  return <PostComposer post={post} />
}
