import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { unpublishedQuery, useUpdatePost } from '../../queries/writing.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { cropPosition } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { RemovePost } from '../posts/remove-post.tsx'
import { unfilledName } from './draft-state.ts'

/** What waits: drafts, and posts whose time has not come. */
export function Drafts() {
  const list = useInfiniteQuery(unpublishedQuery)
  const posts = list.data?.pages.flatMap((page) => page.data)
  if (!posts && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!posts) return <SkeletonList rows={4} />
  if (posts.length === 0) {
    const action = (
      <Link to="/upload" search={{ step: 'post' }} className={buttonClasses({ variant: 'primary' })}>
        {m.composer_drafts_write()}
      </Link>
    )
    return (
      <EmptyState title={m.composer_drafts_empty_title()} action={action}>
        {m.composer_drafts_empty_text()}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="divide-y divide-hairline">
        {posts.map((post) => (
          <li key={post.id} data-item tabIndex={-1} className="flex flex-col gap-3 px-4 py-4 sm:px-6">
            <Draft post={post} />
          </li>
        ))}
      </ul>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

function Draft({ post }: { post: Post }) {
  const [removing, setRemoving] = useState(false)
  const { mutate, isPending } = useUpdatePost(post.id)
  const publish = () =>
    mutate({ publish_at: null, draft: false }, { onSuccess: () => toast(m.composer_published(), { type: 'success' }) })
  const [first] = post.media
  return (
    <>
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
          <p className="line-clamp-2 font-medium">{post.text || m.composer_no_words()}</p>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-soft text-sm">
            {post.publish_at ? (
              <>
                <Badge tone="leaf">{m.composer_scheduled()}</Badge>
                <span>
                  {m.composer_out_at()} <TimeAgo at={post.publish_at} />
                </span>
              </>
            ) : (
              <Badge>{m.composer_is_draft()}</Badge>
            )}
            {post.media.length > 0 && m.composer_files({ count: post.media.length })}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to="/upload" search={{ step: 'post', post: post.id }} className={buttonClasses({ size: 'sm' })}>
          {m.composer_edit()}
        </Link>
        <Button size="sm" disabledReason={unfilledName(post.text ?? '')} busy={isPending} onClick={publish}>
          {m.composer_publish_now()}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setRemoving(true)}>
          {m.composer_delete()}
        </Button>
      </div>
      <RemovePost id={post.id} open={removing} onClose={() => setRemoving(false)} />
    </>
  )
}
