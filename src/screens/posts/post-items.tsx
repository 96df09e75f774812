import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import type { LightboxItem } from '../../stores/lightbox.ts'
import { openPurchase, unlockingOf } from '../../stores/purchase.ts'
import { UnlockButton } from './unlock-button.tsx'

/**
 * The media of a post as the lightbox shows them, and what unlocks those that are locked. `isKnown` is false for a
 * visitor, who signs in first; `onBought` runs after a purchase.
 */
export function postItems(post: Post, isKnown: boolean, onBought?: () => void) {
  const first = post.media.find((it) => it.locked)
  const price = post.price ?? first?.price ?? null
  const purchase = isKnown && first ? unlockingOf(post, onBought) : null
  const onUnlock = purchase ? () => openPurchase(purchase) : undefined
  const unlocking = onUnlock ? { onUnlock } : { action: <UnlockButton post={post} price={price} /> }
  const alt = m.posts_picture_of({ name: post.author.display_name ?? `@${post.author.username}` })
  const items: LightboxItem[] = post.media.map((media) => ({
    media,
    alt,
    post,
    creator: post.author,
    price,
    ...unlocking,
  }))
  return { items, alt, price, unlocking }
}
