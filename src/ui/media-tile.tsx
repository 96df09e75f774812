import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import type { Media } from '../../contract/media.ts'
import { mediaKind, mediaRatio } from './media-facts.ts'
import { Picture } from './picture.tsx'

type MediaTileProps = {
  media: Media
  /** The alternative text where its creator has not described it: whose it is. */
  alt: string
  /** It has just been unlocked: the blurred placeholder lifts off. */
  reveal?: boolean
  /** A square in a grid instead of the media's own shape. */
  square?: boolean
  /** The first picture of a page is wanted at once. */
  eager?: boolean
  className?: string
}

/** A media that the viewer may see: the picture, the film or the sound itself, with the browser's own machinery. */
export function MediaTile({ media, alt, reveal = false, square = false, eager = false, className }: MediaTileProps) {
  const description = media.description ?? alt
  if (media.type === 'SOUND') {
    return (
      <Suspense fallback={<span className={clsx('block h-15 bg-sunken', className)} />}>
        <SoundPlayer media={media} label={description} {...(className && { className })} />
      </Suspense>
    )
  }
  return (
    <figure
      className={clsx('relative overflow-hidden bg-sunken', className)}
      style={{ aspectRatio: square ? 1 : mediaRatio(media) }}
    >
      {media.type === 'VIDEO' ? (
        // biome-ignore lint/a11y/useMediaCaption: captions are the creator's; a film without them is still theirs to show.
        <video
          src={media.url ?? undefined}
          poster={media.poster ?? media.preview ?? undefined}
          aria-label={`${mediaKind('VIDEO')}: ${description}`}
          controls
          playsInline
          preload="metadata"
          className="size-full bg-scrim object-contain"
        />
      ) : (
        <Picture
          src={media.url ?? media.preview}
          alt={description}
          width={media.width ?? undefined}
          height={media.height ?? undefined}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          className="size-full object-cover"
        />
      )}
      {reveal && media.preview && (
        <img
          src={media.preview}
          alt=""
          className="pointer-events-none absolute inset-0 size-full animate-reveal object-cover blur-xl motion-reduce:hidden"
        />
      )}
    </figure>
  )
}

/** Most pages have no sound, so its player is not part of them. */
const SoundPlayer = lazy(async () => ({ default: (await import('./sound-player.tsx')).SoundPlayer }))
