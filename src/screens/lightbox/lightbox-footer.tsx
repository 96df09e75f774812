import { clsx } from 'clsx'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useLikePost } from '../../queries/posts.ts'
import type { LightboxItem } from '../../stores/lightbox.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** The description of what is seen, and what one can do with it: like its post, tip its creator, keep a copy, go to the post. */
export function LightboxFooter({ item: { media, post, creator, postHref } }: { item: LightboxItem }) {
  const viewer = useViewer()
  const text = media.locked ? null : media.description
  const canLike = viewer !== null && post !== undefined
  const canTip = viewer !== null && viewer.acting_as === null && creator !== undefined && creator.id !== viewer.id
  if (!text && !canLike && !canTip && !postHref && media.download === null) return null
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 flex items-end gap-2 bg-linear-to-t from-scrim/85 to-transparent px-4 pt-10 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-on-scrim">
      <p className="wrap-anywhere line-clamp-4 min-w-0 flex-1 text-sm">{text}</p>
      <span className="pointer-events-auto flex shrink-0">
        {canLike && <Like post={post} />}
        {canTip && (
          <button
            type="button"
            aria-label={m.profile_tip()}
            onClick={() => openPurchase({ kind: 'tip', creator, ...(post && { postId: post.id }) })}
            className={action}
          >
            <Icon name="coins" className="size-6" />
          </button>
        )}
        {media.download !== null && (
          <a href={media.download} download aria-label={m.lightbox_download()} className={action}>
            <Icon name="download" className="size-6" />
          </a>
        )}
        {postHref && post && <ToPost href={postHref} comments={post.comments} />}
      </span>
    </div>
  )
}

function Like({ post }: { post: Post }) {
  const { mutate, isPending } = useLikePost(post)
  return (
    <button
      type="button"
      aria-pressed={post.liked}
      aria-label={m.posts_like_count({ count: post.likes })}
      onClick={() => !isPending && mutate()}
      className={action}
    >
      <Icon name="heart" className={clsx('size-6', post.liked && 'fill-current text-signal')} />
      {post.likes}
    </button>
  )
}

function ToPost({ href, comments }: { href: string; comments: number }) {
  return (
    <PageLink href={href} aria-label={m.posts_comment_count({ count: comments })} className={action}>
      <Icon name="message-circle" className="size-6" />
      {comments}
    </PageLink>
  )
}

const action = 'flex min-h-11 min-w-11 items-center justify-center gap-1.5 px-2 text-sm tabular-nums'
