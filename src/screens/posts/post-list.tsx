import type { ReactNode } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

/** What a list needs to know of its query. */
type ListQuery = {
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isRefetching: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type PostListProps = {
  list: ListQuery
  posts: readonly Post[] | undefined
  empty: { title: string; text: string; action?: ReactNode }
  /** The list begins below what one sees first, so no picture of it goes before the page's own. */
  below?: boolean
}

/** Posts from top to end: skeletons, nothing yet with what to do, failed with retry, or the posts. */
export function PostList({ list, posts, empty, below = false }: PostListProps) {
  if (!posts && list.error)
    return <LoadError error={list.error} onRetry={() => list.refetch()} busy={list.isRefetching} />
  if (!posts) return <PostSkeleton />
  if (posts.length === 0) {
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  return (
    <>
      {posts.map((post, index) => (
        <PostCard key={post.id} post={post} eager={!below && index === 0} />
      ))}
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}
