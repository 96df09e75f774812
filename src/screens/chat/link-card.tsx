import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { postQuery } from '../../queries/posts.ts'
import { userQuery } from '../../queries/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { cropPosition, mediaDescription } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'

/**
 * What a link into this site leads to, asked of our own API as the viewer may see it: nothing is read from the address
 * itself, what is locked stays locked, and what is not there for this viewer has no card.
 */
export function LinkCard({ username, postId }: { username: string; postId: string | null }) {
  return postId === null ? <PersonCard username={username} /> : <PostCard id={postId} />
}

function PersonCard({ username }: { username: string }) {
  const { data: user } = useQuery({ ...userQuery(username), retry: false })
  if (!user?.username) return null
  return (
    <Card
      path={`/@${user.username}`}
      picture={<Avatar user={user} />}
      title={user.display_name || `@${user.username}`}
      text={`@${user.username}`}
    />
  )
}

function PostCard({ id }: { id: string }) {
  const { data: post } = useQuery({ ...postQuery(id), retry: false })
  if (!post?.author.username) return null
  const by = m.chat_link_post({ name: `@${post.author.username}` })
  return (
    <Card
      path={`/@${post.author.username}/${post.id}`}
      picture={<PostPicture post={post} />}
      title={post.text?.trim() || by}
      text={post.access.allowed ? by : `${m.ui_locked()} · ${by}`}
    />
  )
}

function PostPicture({ post }: { post: Post }) {
  const [first] = post.media
  const source = first && (first.type === 'IMAGE' && !first.locked ? first.url : first.preview)
  if (first === undefined || !source) return <Avatar user={post.author} />
  return (
    <span className="relative block size-14 shrink-0 overflow-hidden rounded-control bg-scrim">
      <Picture
        src={source}
        alt={mediaDescription(first)}
        loading="lazy"
        className="size-full object-cover"
        style={{ objectPosition: cropPosition(first, 1) }}
      />
      {first.locked && <Icon name="lock" className="absolute inset-0 m-auto size-5 text-on-scrim" />}
    </span>
  )
}

function Card({ path, picture, title, text }: { path: string; picture: ReactNode; title: string; text: string }) {
  return (
    <Link to={path} className="mx-2 mb-2 flex min-h-14 items-center gap-3 rounded-control bg-paper p-2 text-ink">
      {picture}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold text-sm [overflow-wrap:anywhere]">{title}</span>
        <span className="block truncate text-ink-soft text-xs">{text}</span>
      </span>
      <Icon name="chevron-right" className="size-4 shrink-0 text-ink-soft" />
    </Link>
  )
}
