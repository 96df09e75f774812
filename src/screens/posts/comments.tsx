import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { commentLength } from '../../../contract/limits.ts'
import type { Comment, Post } from '../../../contract/posts.ts'
import { sentence } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { commentsQuery, useComment, useRemoveComment } from '../../queries/posts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Icon } from '../../ui/icon.tsx'

/** What people say about a post, oldest first, and a place to say something. */
export function Comments({ post }: { post: Post }) {
  const viewer = useViewer()
  const list = useInfiniteQuery(commentsQuery(post.id))
  const comments = list.data?.pages.flatMap((page) => page.data)
  return (
    <section id="comments" aria-label={m.posts_comments()} className="scroll-mt-16">
      <h2 className="px-4 pt-5 pb-1 font-bold text-lg sm:px-6">{m.posts_comments()}</h2>
      {!comments && list.error && <ErrorState description={sentence(list.error)} onRetry={() => void list.refetch()} busy={list.isRefetching} />}
      {!comments && !list.error && <SkeletonList rows={3} />}
      {comments?.length === 0 && <EmptyState title={m.posts_comments_empty()}>{viewer ? m.posts_comments_first() : m.posts_comments_sign_in()}</EmptyState>}
      {comments && comments.length > 0 && (
        <>
          <ul>
            {comments.map((comment) => (
              <Line key={comment.id} post={post} comment={comment} />
            ))}
          </ul>
          {list.hasNextPage && <ListEnd hasMore loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
        </>
      )}
      {viewer && post.access.allowed && <Write post={post} />}
    </section>
  )
}

function Line({ post, comment }: { post: Post; comment: Comment }) {
  const { mutate, isPending } = useRemoveComment(post)
  const { author } = comment
  return (
    <li className="flex gap-3 px-4 py-3 sm:px-6">
      <Avatar user={author} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          <Link to="/@{$username}" params={{ username: author.username ?? '' }} className="font-semibold hover:underline">
            {author.display_name ?? `@${author.username}`}
          </Link>{' '}
          <TimeAgo at={comment.created_at} className="text-ink-faint" />
        </p>
        <p className="wrap-anywhere whitespace-pre-line">{comment.text}</p>
      </div>
      {comment.can_delete && (
        <Button variant="ghost" size="icon" aria-label={m.posts_comment_delete()} busy={isPending} onClick={() => mutate(comment.id)}>
          {!isPending && <Icon name="trash" className="size-4" />}
        </Button>
      )}
    </li>
  )
}

function Write({ post }: { post: Post }) {
  const [text, setText] = useState('')
  const { mutate, isPending } = useComment(post)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) mutate(text.trim(), { onSuccess: () => setText('') })
  }
  return (
    <form onSubmit={send} className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] flex items-end gap-2 border-hairline border-t bg-paper px-4 py-3 sm:px-6 md:bottom-0">
      <Textarea rows={1} value={text} maxLength={commentLength} onChange={(event) => setText(event.target.value)} aria-label={m.posts_comment_write()} placeholder={m.posts_comment_write()} />
      <Button type="submit" variant="primary" busy={isPending}>
        {m.posts_comment_send()}
      </Button>
    </form>
  )
}
