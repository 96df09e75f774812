import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { toast } from '../../stores/toasts.ts'

export const postPath = (post: Post): string => `/@${post.author.username}/${post.id}`

/** Puts the address of a post on the clipboard, and says so. */
export async function copyPostLink(post: Post): Promise<void> {
  await navigator.clipboard.writeText(location.origin + postPath(post))
  toast(m.posts_link_copied(), { type: 'success' })
}

/** Hands the address of a post to the system's share sheet, or to the clipboard where there is none. */
export async function sharePost(post: Post): Promise<void> {
  if (!('share' in navigator)) return copyPostLink(post)
  // Closing the sheet without a choice is no failure.
  await navigator.share({ url: location.origin + postPath(post) }).catch(() => undefined)
}
