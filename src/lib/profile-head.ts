import type { Post } from '../../contract/posts.ts'
import type { PublicProfile } from '../../contract/users.ts'
import { m } from '../paraglide/messages.js'
import { pageHead } from './head.ts'

/** A profile's title and share card. */
export function profileHead(user: PublicProfile) {
  const name = user.display_name ?? `@${user.username}`
  return pageHead({
    title: user.display_name ? `${name} (@${user.username})` : name,
    description: short(user.bio) ?? m.profile_description({ name }),
    path: `/@${user.username}`,
    image: user.cover ?? user.avatar,
    type: 'profile',
  })
}

/** A post's title and share card; of a locked post only whose it is, never what it says or shows (product §12). */
export function postHead(post: Post) {
  const { author, access, visibility } = post
  const name = author.display_name ?? `@${author.username}`
  const isOpen = access.allowed && visibility === 'public'
  return pageHead({
    title: m.posts_page_title({ name }),
    description: (isOpen && short(post.text)) || m.posts_page_description({ name }),
    path: `/@${author.username}/${post.id}`,
    image: (isOpen && publicPicture(post)) || author.avatar,
    type: 'article',
  })
}

/** A picture of the post with a public address (`v=p`); an address that is bound to the viewer stays on the page. */
function publicPicture({ media }: Post): string | null {
  const pictures = media.map((it) => (it.locked ? null : it.type === 'IMAGE' ? it.url : it.poster))
  return pictures.find((it) => it?.includes('?v=p&')) ?? null
}

function short(text: string | null): string | null {
  const line = text?.replace(/\s+/g, ' ').trim() ?? ''
  return line.length > 160 ? `${line.slice(0, 159)}…` : line || null
}
