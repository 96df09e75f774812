import type { Post } from '../../contract/posts.ts'
import type { PublicProfile } from '../../contract/users.ts'
import { m } from '../paraglide/messages.js'
import { pageHead } from './head.ts'

/** A profile's title and description; the server adds its share card (`search-head.ts`). */
export function profileHead(user: PublicProfile) {
  const name = user.display_name ?? `@${user.username}`
  return pageHead({
    title: user.display_name ? `${name} (@${user.username})` : name,
    description: short(user.bio) ?? m.profile_description({ name }),
    path: `/@${user.username}`,
    type: 'profile',
  })
}

/** A post's title and description; of a locked post only whose it is, never what it says or shows (product §12). */
export function postHead(post: Post) {
  const { author, access, visibility } = post
  const name = author.display_name ?? `@${author.username}`
  const isOpen = access.allowed && visibility === 'public'
  return pageHead({
    title: m.posts_page_title({ name }),
    description: (isOpen && short(post.text)) || m.posts_page_description({ name }),
    path: `/@${author.username}/${post.id}`,
    type: 'article',
  })
}

/** The beginning of a text in one line; null without any. */
export function short(text: string | null): string | null {
  const line = text?.replace(/\s+/g, ' ').trim() ?? ''
  return line.length > 160 ? `${line.slice(0, 159)}…` : line || null
}
