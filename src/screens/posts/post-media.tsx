import { useState } from 'react'
import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { openPurchase } from '../../stores/purchase.ts'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { LockedPost, UnlockButton } from './unlock-button.tsx'

/** The media of a post: unlocked media are shown, locked ones are behind one tile that says how they open. */
export function PostMedia({ post, eager }: { post: Post; eager: boolean }) {
  const [bought, setBought] = useState(false)
  const open = post.media.filter((it) => !it.locked)
  const locked = post.media.filter((it) => it.locked)
  const [first] = locked
  // A sound takes the whole width, so that one can move in it; pictures share what is left.
  const seen = open.filter((it) => it.type !== 'SOUND')
  const isShut = !first && !post.access.allowed
  if (!first && open.length === 0) return isShut ? <LockedPost post={post} /> : null
  const alt = m.posts_picture_of({ name: post.author.display_name ?? `@${post.author.username}` })
  const tiles = (
    <div
      className={`mt-3 gap-0.5 ${open.length > 1 ? 'grid grid-cols-2' : ''} sm:mx-6 sm:overflow-hidden sm:rounded-media`}
    >
      {open.map((media, index) => (
        <MediaTile
          key={media.id}
          media={media}
          alt={alt}
          reveal={bought}
          square={seen.length > 1}
          eager={eager && index === 0}
          {...((media.type === 'SOUND' || (seen.length % 2 === 1 && media === seen[0])) && { className: 'col-span-2' })}
        />
      ))}
      {first && (
        <div className="col-span-2">
          <Locked post={post} media={first} count={locked.length} onBought={() => setBought(true)} />
        </div>
      )}
    </div>
  )
  if (!isShut) return tiles
  return (
    <>
      {tiles}
      <LockedPost post={post} />
    </>
  )
}

/** One tile for all locked media, because a post is bought whole. */
function Locked({ post, media, count, onBought }: { post: Post; media: Media; count: number; onBought: () => void }) {
  const isKnown = useViewer() !== null
  const price = post.price ?? media.price
  const canBuy = isKnown && post.access.offers.includes('buy') && price !== null
  const buy = () =>
    price !== null &&
    openPurchase({
      kind: 'unlock',
      creator: post.author,
      price,
      mediaId: media.id,
      within: post.id,
      media: post.media,
      onBought,
    })
  return (
    <LockedTile
      media={media}
      price={price}
      reason={count > 1 ? m.posts_locked_many({ count }) : null}
      {...(canBuy ? { onUnlock: buy } : { action: <UnlockButton post={post} price={price} /> })}
    />
  )
}
