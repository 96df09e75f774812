import { Fragment, type ReactNode } from 'react'
import type { Post } from '../../../contract/posts.ts'
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
  /** In place of no posts. */
  empty: ReactNode
  /** The list begins below what one sees first, so no picture of it goes before the page's own. */
  below?: boolean
  /** Stands between two posts, or after them where they are few. */
  between?: ReactNode
}

/** Posts from top to end: skeletons, nothing yet with what to do, failed with retry, or the posts. */
export function PostList({ list, posts, empty, below = false, between }: PostListProps) {
  if (!posts && list.error)
    return <LoadError error={list.error} onRetry={() => list.refetch()} busy={list.isRefetching} />
  if (!posts) return <PostSkeleton />
  if (posts.length === 0) return empty
  return (
    <>
      {posts.map((post, index) => (
        <Fragment key={post.id}>
          <PostCard post={post} eager={!below && index === 0} />
          {index === Math.min(betweenAfter, posts.length - 1) && between}
        </Fragment>
      ))}
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

/** Far enough down that the first posts are seen first. */
const betweenAfter = 2
