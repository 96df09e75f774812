import { type MouseEvent, useState } from 'react'
import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import { useLikePost } from '../../queries/posts.ts'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { mediaRatio } from '../../ui/media-facts.ts'
import { MediaTile } from '../../ui/media-tile.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'
import { postItems } from './post-items.tsx'
import { PostStrip } from './post-strip.tsx'
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
  const { mutate: like } = useLikePost(post)
  const shown = post.media.filter((it) => !it.locked)
  const locked = post.media.filter((it) => it.locked)
  const [first] = locked
  const { items, alt, price, unlocking } = postItems(post, isKnown, () => setBought(true))
  const open = useLightboxGroup(post.id, items)
  const tap = (media: Media, event: MouseEvent<HTMLElement>) => {
    const { clientX: x, clientY: y, nativeEvent } = event
    const isTouch = media.type === 'IMAGE' && 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
    if (!isKnown || !isTouch) return open(media.id)
    const touch = { key: media.id, at: { x, y }, open: () => open(media.id), like: () => !post.liked && like() }
    void import('./post-taps.ts').then((it) => it.tapMedia(touch))
  }
  const tile = (media: Media, index: number, shape?: number) => (
    <MediaTile
      key={media.id}
      media={media}
      alt={alt}
      reveal={bought}
      shape={shape}
      silent={isKnown}
      eager={eager && index === 0}
      onOpen={(event) => tap(media, event)}
    />
  )
  // What is seen is looked through side by side; a sound takes a row of its own, so that one can move in it.
  const seen = shown.filter((it) => it.type !== 'SOUND')
  const [one] = seen
  const shape = one && mediaRatio(one)
  return (
    <div className="mt-3 grid gap-0.5 sm:mx-6 sm:overflow-clip sm:rounded-media">
      {shape && seen.length > 1 ? (
        <PostStrip count={seen.length} label={alt} shape={shape}>
          {seen.map((media, index) => (
            <li key={media.id}>{tile(media, index, shape)}</li>
          ))}
        </PostStrip>
      ) : (
        one && tile(one, 0)
      )}
      {shown.filter((it) => it.type === 'SOUND').map((media, index) => tile(media, index))}
      {first && (
        // One tile for all locked media, because a post is bought whole.
        <LockedTile media={first} price={price} all={locked} notes={lockedNotes(post)} {...unlocking} />
      )}
    </div>
  )
}
