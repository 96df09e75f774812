import { useQuery } from '@tanstack/react-query'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { postQuery } from '../../queries/posts.ts'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { Comments } from './comments.tsx'
import { PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

/** One post with what people say about it. */
export function PostScreen({ id }: { id: string }) {
  const { data: post, error, refetch, isFetching } = useQuery(postQuery(id))
  return (
    <Frame title={m.posts_title()} {...(post && { back: `/@${post.author.username}` })}>
      {post ? (
        <LoadedPost post={post} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <PostSkeleton count={1} />
      )}
    </Frame>
  )
}

function LoadedPost({ post }: { post: Post }) {
  return (
    <>
      <PostCard post={post} eager isPage />
      <Comments post={post} />
    </>
  )
}
