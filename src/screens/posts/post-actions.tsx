import { clsx } from 'clsx'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useBookmarkPost, useLikePost } from '../../queries/posts.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { SignInLink } from '../auth/sign-in-link.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { postPath } from './post-link.ts'

const action = 'post-action'

/** Like, comments and the private bookmark. A visitor sees the numbers and a link to sign in. */
export function PostActions({ post }: { post: Post }) {
  const viewer = useViewer()
  const likes = m.posts_like_count({ count: post.likes })
  const comments = (
    <PageLink
      href={`${postPath(post)}#comments`}
      preload={false}
      aria-label={m.posts_comment_count({ count: post.comments })}
      className={action}
    >
      <Icon name="message-square" className="size-5" />
      {post.comments}
    </PageLink>
  )
  if (viewer === null) {
    return (
      <footer className="flex px-2 pt-1 sm:px-4">
        <SignInLink className={action} label={likes}>
          <Icon name="heart" className="size-5" />
          {post.likes}
        </SignInLink>
        {comments}
      </footer>
    )
  }
  return (
    <footer className="flex px-2 pt-1 sm:px-4">
      <Like post={post} label={likes} />
      {comments}
      {viewer.acting_as === null && <IdempotencyRecord post={post} />}
    </footer>
  )
}

function Like({ post, label }: { post: Post; label: string }) {
  const { mutate, isPending } = useLikePost(post)
  return (
    <button
      type="button"
      aria-pressed={post.liked}
      aria-label={label}
      onClick={() => !isPending && mutate()}
      className={clsx(action, post.liked && 'text-signal-text')}
    >
      <Icon name="heart" className={clsx('size-5', post.liked && 'fill-current')} />
      {post.likes}
    </button>
  )
}

function IdempotencyRecord({ post }: { post: Post }) {
  const { mutate, isPending } = useBookmarkPost(post)
  return (
    <button
      type="button"
      aria-pressed={post.bookmarked}
      aria-label={m.posts_bookmark()}
      onClick={() => !isPending && mutate()}
      className={clsx(action, 'ml-auto')}
    >
      <Icon name="bookmark" className={clsx('size-5', post.bookmarked && 'fill-current')} />
    </button>
  )
}
