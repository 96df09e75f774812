import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Comment, Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { commentsQuery } from '../../queries/comments.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentRow } from './comment-row.tsx'

/** What people say about a post, answers under what they answer, and a place to say something. */
export function Comments({ post }: { post: Post }) {
  return (
    <section id="comments" aria-label={m.posts_comments()} className="scroll-mt-16">
      <h2 className="px-4 pt-5 pb-1 font-bold text-lg sm:px-6">{m.posts_comments()}</h2>
      {post.access.allowed ? <Thread post={post} /> : <Note>{m.posts_comments_locked()}</Note>}
    </section>
  )
}

function Thread({ post }: { post: Post }) {
  const viewer = useViewer()
  const [answered, setAnswered] = useState<Comment | null>(null)
  const list = useInfiniteQuery(commentsQuery(post.id))
  const comments = list.data?.pages.flatMap((page) => page.data)
  const onReply = post.commenting.allowed ? setAnswered : undefined
  return (
    <>
      {!comments && list.error && (
        <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
      )}
      {!comments && !list.error && <SkeletonList rows={3} />}
      {comments?.length === 0 && (
        <EmptyState scene="masks" title={m.posts_comments_empty()}>
          {viewer ? m.posts_comments_first() : m.posts_comments_sign_in()}
        </EmptyState>
      )}
      {comments && comments.length > 0 && (
        <>
          <ul>
            {threads(comments).map(({ root, answers }) => (
              <li key={root.id}>
                <CommentRow post={post} comment={root} onReply={onReply} />
                {answers.length > 0 && (
                  <ul className="ml-8 border-hairline border-l sm:ml-10">
                    {answers.map((answer) => (
                      <li key={answer.id}>
                        <CommentRow post={post} comment={answer} onReply={onReply} />
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {list.hasNextPage && (
            <ListEnd hasMore loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
          )}
        </>
      )}
      {viewer && post.commenting.allowed && (
        <CommentForm post={post} answered={answered} onEnd={() => setAnswered(null)} />
      )}
      {post.commenting.reason === 'payers' && (
        <Note>{m.posts_comments_payers({ name: post.author.display_name ?? `@${post.author.username}` })}</Note>
      )}
    </>
  )
}

const Note = ({ children }: { children: string }) => <p className="px-4 py-5 text-ink-soft sm:px-6">{children}</p>

/** Answers are shown under the first comment of their thread; without it they are shown alone. */
function threads(comments: readonly Comment[]): { root: Comment; answers: Comment[] }[] {
  const byRoot = new Map<string, { root: Comment; answers: Comment[] }>()
  const rootOf = new Map<string, string>()
  for (const comment of comments) {
    const root = comment.reply_to === null ? undefined : rootOf.get(comment.reply_to)
    rootOf.set(comment.id, root ?? comment.id)
    if (root === undefined) byRoot.set(comment.id, { root: comment, answers: [] })
    else byRoot.get(root)?.answers.push(comment)
  }
  return [...byRoot.values()]
}
