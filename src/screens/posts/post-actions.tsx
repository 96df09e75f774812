import { clsx } from 'clsx'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useBookmarkPost, useLikePost } from '../../queries/posts.ts'
import type { Intent } from '../../stores/intent.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { IntentLink } from '../auth/intent-link.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { postPath, shareLink } from './post-link.ts'

const action = 'post-action'

/** Like, comments, tip, share and the private bookmark. A visitor sees the numbers and is asked to join. */
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
        <IntentLink intent={wanted(post, 'like')} className={action} label={likes}>
          <Icon name="heart" className="size-5" />
          {post.likes}
        </IntentLink>
        {comments}
        <Share post={post} />
        <IntentLink intent={wanted(post, 'bookmark')} className={clsx(action, 'ml-auto')} label={m.posts_bookmark()}>
          <Icon name="bookmark" className="size-5" />
        </IntentLink>
      </footer>
    )
  }
  return (
    <footer className="flex px-2 pt-1 sm:px-4">
      <Like post={post} label={likes} />
      {comments}
      {viewer.acting_as === null && viewer.id !== post.author.id && post.author.is_creator && <Tip post={post} />}
      <Share post={post} />
      {viewer.acting_as === null && <Bookmark post={post} />}
    </footer>
  )
}

const wanted = ({ author, id }: Post, act: 'like' | 'bookmark'): Intent => ({ act, creator: author, postId: id })

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

function Tip({ post }: { post: Post }) {
  return (
    <button
      type="button"
      aria-label={m.profile_tip()}
      onClick={() => openPurchase({ kind: 'tip', creator: post.author, postId: post.id })}
      className={action}
    >
      <Icon name="coins" className="size-5" />
    </button>
  )
}

function Share({ post }: { post: Post }) {
  return (
    <button
      type="button"
      aria-label={m.posts_share()}
      onClick={() => void shareLink(postPath(post))}
      className={action}
    >
      <Icon name="share" className="size-5" />
    </button>
  )
}

function Bookmark({ post }: { post: Post }) {
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
