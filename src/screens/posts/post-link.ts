import type { Post } from '../../../contract/posts.ts'

export const postPath = (post: Post): string => `/@${post.author.username}/${post.id}`

/** Hands the address of a page to the system's share sheet, or to the clipboard where there is none. */
export async function shareLink(path: string): Promise<void> {
  if (!('share' in navigator)) return (await import('./copy-link.ts')).copyLink(path)
  // Closing the sheet without a choice is no failure.
  await navigator.share({ url: location.origin + path }).catch(() => undefined)
}
