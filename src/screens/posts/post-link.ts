import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { copyText } from '../../ui/copy-text.ts'

export const postPath = (post: Post): string => `/@${post.author.username}/${post.id}`

/** Puts the address of a page on the clipboard, and says so, or that the browser does not allow it. */
export const copyLink = (path: string): Promise<void> =>
  copyText(location.origin + path, m.posts_link_copied(), m.posts_link_not_copied())

/** Hands the address of a page to the system's share sheet, or to the clipboard where there is none. */
export async function shareLink(path: string): Promise<void> {
  if (!('share' in navigator)) return copyLink(path)
  // Closing the sheet without a choice is no failure.
  await navigator.share({ url: location.origin + path }).catch(() => undefined)
}
