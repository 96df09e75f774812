import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { toast } from '../../stores/toasts.ts'

export const postPath = (post: Post): string => `/@${post.author.username}/${post.id}`

/** Puts the address of a page on the clipboard, and says so. */
export async function copyLink(path: string): Promise<void> {
  await navigator.clipboard.writeText(location.origin + path)
  toast(m.posts_link_copied(), { type: 'success' })
}

/** Hands the address of a page to the system's share sheet, or to the clipboard where there is none. */
export async function shareLink(path: string): Promise<void> {
  if (!('share' in navigator)) return copyLink(path)
  // Closing the sheet without a choice is no failure.
  await navigator.share({ url: location.origin + path }).catch(() => undefined)
}
