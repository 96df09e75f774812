import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import type { unpublishedQuery } from '../../queries/writing.ts'
import { ListEnd } from '../../ui/list-end.tsx'
import { cropPosition } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'

type WaitingListProps = {
  query: typeof unpublishedQuery
  /** In place of no posts. */
  empty: ReactNode
  children: (post: Post) => ReactNode
}

/** Posts of the viewer that are in no list of others. */
export function WaitingList({ query, empty, children }: WaitingListProps) {
  const list = useInfiniteQuery(query)
  const posts = list.data?.pages.flatMap((page) => page.data)
  if (!posts && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!posts) return <SkeletonList rows={4} />
  if (posts.length === 0) return empty
  return (
    <>
      <ul className="divide-y divide-hairline">
        {posts.map((post) => (
          <li key={post.id} data-item tabIndex={-1} className="flex flex-col gap-3 px-4 py-4 sm:px-6">
            {children(post)}
          </li>
        ))}
      </ul>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

/** Its first picture, its words, and what is to be known of it. */
export function WaitingPost({ post, title, children }: { post: Post; title?: ReactNode; children: ReactNode }) {
  const [first] = post.media
  return (
    <div className="flex gap-3">
      {first?.preview && (
        <span className="size-16 shrink-0 overflow-hidden rounded-control">
          <Picture
            src={(first.type === 'IMAGE' ? first.url : first.poster) ?? first.preview}
            alt={first.description ?? ''}
            loading="lazy"
            className="size-full object-cover"
            style={{ objectPosition: cropPosition(first, 1) }}
          />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium">{title ?? (post.text || m.composer_no_words())}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-soft text-sm">
          {children}
          {post.media.length > 0 && m.composer_files({ count: post.media.length })}
        </p>
      </div>
    </div>
  )
}
