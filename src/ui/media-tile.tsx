import { clsx } from 'clsx'
import { type MouseEvent, Suspense } from 'react'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'
import { Film } from './film.tsx'
import { Icon } from './icon.tsx'
import { lazily } from './lazily.ts'
import { cropPosition, mediaRatio, sourcesOf, wholeOnScreen } from './media-facts.ts'
import { Picture } from './picture.tsx'

type MediaTileProps = {
  media: Media
  /** The alternative text where its creator has not described it: whose it is. */
  alt: string
  /** It has just been unlocked: the blurred placeholder lifts off. */
  reveal?: boolean
  /** A square in a grid instead of the media's own shape. */
  square?: boolean
  /** The shape of a strip in which it is one of several, instead of its own. */
  shape?: number | undefined
  /** A film plays without its sound while it is in view. */
  silent?: boolean
  /** The first picture of a page is wanted at once. */
  eager?: boolean
  /** Shows it whole. */
  onOpen?: (event: MouseEvent<HTMLElement>) => void
  className?: string
}

/** A media that the viewer may see: the picture, the film or the sound itself, with the browser's own machinery. */
export function MediaTile({
  media,
  alt,
  reveal = false,
  square = false,
  shape,
  silent = false,
  eager = false,
  onOpen,
  className,
}: MediaTileProps) {
  const description = media.description ?? alt
  const ratio = square ? 1 : (shape ?? mediaRatio(media))
  if (media.type === 'SOUND') {
    return (
      <Suspense fallback={<span className={clsx('block h-15 bg-sunken', className)} />}>
        <SoundPlayer media={media} label={description} by={alt} {...(className && { className })} />
      </Suspense>
    )
  }
  return (
    <figure
      className={clsx('relative overflow-clip bg-sunken', className)}
      style={square || shape ? { aspectRatio: ratio } : wholeOnScreen(ratio)}
    >
      {media.type === 'VIDEO' ? (
        <Film media={media} label={description} silent={silent} className="size-full bg-scrim object-contain" />
      ) : (
        <Picture
          src={media.url ?? media.preview}
          preview={media.preview}
          {...sourcesOf(media, square)}
          alt={description}
          width={media.width ?? undefined}
          height={media.height ?? undefined}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
          className="size-full object-cover"
          style={{ objectPosition: cropPosition(media, ratio) }}
        />
      )}
      {onOpen && media.url && <OpenButton media={media} name={description} onOpen={onOpen} />}
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

/** A tap on a picture shows it whole; a film is played by a tap, so it has a button in its corner. */
function OpenButton({ media, name, onOpen }: { media: Media; name: string; onOpen: MediaTileProps['onOpen'] }) {
  const isFilm = media.type === 'VIDEO'
  return (
    <button
      type="button"
      aria-label={m.lightbox_open({ name })}
      onClick={onOpen}
      className={clsx(
        'absolute focus-visible:outline-offset-[-4px]',
        isFilm
          ? 'top-1 right-1 flex size-11 items-center justify-center rounded-full bg-scrim/60 text-on-scrim'
          : 'inset-0 cursor-zoom-in touch-manipulation',
      )}
    >
      {isFilm && <Icon name="maximize" className="size-5" />}
    </button>
  )
}

/** Most pages have no sound, so its player is not part of them. */
const SoundPlayer = lazily(async () => (await import('./sound-player.tsx')).SoundPlayer)
