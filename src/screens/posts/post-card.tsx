import { useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { PostActions } from './post-actions.tsx'
import { postPath } from './post-link.ts'
import { PostMedia } from './post-media.tsx'
import { PostMenu } from './post-menu.tsx'
import { WrittenText } from './written-text.tsx'

type PostCardProps = {
  post: Post
  eager?: boolean
  /** It is the page of the post itself, so that it leads nowhere. */
  isPage?: boolean
}

/** A post in a list: whose, when, what, and what one can do with it. */
export function PostCard({ post, eager = false, isPage = false }: PostCardProps) {
  const username = post.author.username ?? ''
  const router = useRouter()
  const open = () => void router.navigate({ href: postPath(post) })
  return (
    <article
      data-item
      tabIndex={-1}
      aria-label={m.posts_by({ name: `@${username}` })}
      className={eager ? 'post' : 'post post-below'}
      {...(!isPage && {
        onClick: ({ target, currentTarget }) =>
          void import('./post-taps.ts').then((it) => it.isOnCard(target, currentTarget) && open()),
        onKeyDown: ({ key, target, currentTarget }) => key === 'Enter' && target === currentTarget && open(),
      })}
    >
      <header className="flex items-center gap-3 px-4 sm:px-6">
        <Avatar user={post.author} />
        <div className="min-w-0 flex-1">
          <PageLink href={`/@${username}`} className="name-link">
            {post.author.display_name ?? `@${username}`}
          </PageLink>
          <PageLink href={postPath(post)} className="post-time">
            <TimeAgo at={post.created_at} />
          </PageLink>
        </div>
        {post.pinned && (
          <span className="pinned">
            <Icon name="pin" className="size-4" />
            {m.posts_pinned()}
          </span>
        )}
        <span className="-mr-3">
          <PostMenu post={post} />
        </span>
      </header>
      {(post.archived || post.expires_at) && (
        <Suspense fallback={<div className="mt-2 h-6" />}>
          <PostEnd post={post} />
        </Suspense>
      )}
      {post.text && <WrittenText text={post.text} className="wrap-anywhere mt-3 whitespace-pre-line px-4 sm:px-6" />}
      <PostMedia post={post} eager={eager} />
      <PostActions post={post} />
    </article>
  )
}

/** Few posts have an end, so that its code comes with the first that does. */
const PostEnd = lazily(async () => (await import('./post-end.tsx')).PostEnd)
