import { Link } from '@tanstack/react-router'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { PostActions } from './post-actions.tsx'
import { PostMedia } from './post-media.tsx'
import { PostMenu } from './post-menu.tsx'
import { Icon } from '../../ui/icon.tsx'

/** A post in a list: whose, when, what, and what one can do with it. */
export function PostCard({ post, eager = false }: { post: Post; eager?: boolean }) {
  const username = post.author.username ?? ''
  const address = { to: '/@{$username}/$id', params: { username, id: post.id } } as const
  return (
    <article
      data-item
      tabIndex={-1}
      aria-label={m.posts_by({ name: `@${username}` })}
      className={`border-hairline border-b py-4 outline-offset-[-2px] ${eager ? '' : '[contain-intrinsic-size:auto_34rem] [content-visibility:auto]'}`}
    >
      <header className="flex items-center gap-3 px-4 sm:px-6">
        <Avatar user={post.author} />
        <div className="min-w-0 flex-1">
          <Link to="/@{$username}" params={{ username }} className="block truncate font-semibold hover:underline">
            {post.author.display_name ?? `@${username}`}
          </Link>
          <Link {...address} className="text-ink-soft text-sm hover:underline">
            <TimeAgo at={post.created_at} />
          </Link>
        </div>
        {post.pinned && (
          <span className="flex items-center gap-1 text-ink-soft text-sm">
            <Icon name="pin" className="size-4" />
            {m.posts_pinned()}
          </span>
        )}
        <span className="-mr-3">
          <PostMenu post={post} />
        </span>
      </header>
      {post.text && <p className="wrap-anywhere mt-3 whitespace-pre-line px-4 sm:px-6">{post.text}</p>}
      <PostMedia post={post} eager={eager} />
      <PostActions post={post} />
    </article>
  )
}
