import { useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'
import { postItems } from './post-items.tsx'
import { LockedPost, lockedNotes } from './unlock-button.tsx'

/** The media of a post: unlocked media are shown, locked ones are behind one tile that says how they open. */
export function PostMedia({ post, eager }: { post: Post; eager: boolean }) {
  const isShut = !post.media.some((it) => it.locked) && !post.access.allowed
  return (
    <>
      {post.media.length > 0 && <Tiles post={post} eager={eager} />}
      {isShut && <LockedPost post={post} />}
    </>
  )
}

function Tiles({ post, eager }: { post: Post; eager: boolean }) {
  const [bought, setBought] = useState(false)
  const isKnown = useViewer() !== null
  const shown = post.media.filter((it) => !it.locked)
  const locked = post.media.filter((it) => it.locked)
  const [first] = locked
  const { items, alt, price, unlocking } = postItems(post, isKnown, () => setBought(true))
  const open = useLightboxGroup(post.id, items)
  // A sound takes the whole width, so that one can move in it; pictures share what is left.
  const seen = shown.filter((it) => it.type !== 'SOUND')
  return (
    <div
      className={`mt-3 gap-0.5 ${shown.length > 1 ? 'grid grid-cols-2' : ''} sm:mx-6 sm:overflow-hidden sm:rounded-media`}
    >
      {shown.map((media, index) => (
        <MediaTile
          key={media.id}
          media={media}
          alt={alt}
          reveal={bought}
          square={seen.length > 1}
          eager={eager && index === 0}
          onOpen={() => open(media.id)}
          {...((media.type === 'SOUND' || (seen.length % 2 === 1 && media === seen[0])) && { className: 'col-span-2' })}
        />
      ))}
      {first && (
        // One tile for all locked media, because a post is bought whole.
        <div className="col-span-2">
          <LockedTile media={first} price={price} all={locked} notes={lockedNotes(post)} {...unlocking} />
        </div>
      )}
    </div>
  )
}
