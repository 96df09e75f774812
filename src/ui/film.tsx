import { clsx } from 'clsx'
import { type PointerEventHandler, Suspense, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'
import { Icon } from './icon.tsx'
import { lazily } from './lazily.ts'
import { clock, mediaKind } from './media-facts.ts'
import { Picture } from './picture.tsx'

type FilmProps = {
  media: Media
  /** What it shows, or whose it is. */
  label: string
  /** Begins at once, as in the lightbox. */
  autoPlay?: boolean
  /** Until it is wanted it plays without its sound while it is in view. */
  silent?: boolean
  onPointerDown?: PointerEventHandler<HTMLElement>
  className?: string
}

/**
 * A film. One in several sizes is its poster until it is wanted, and nothing of it is loaded before; then a player
 * takes the size that the connection and the screen allow. One without plays as it was uploaded.
 */
export function Film({ media, label, autoPlay = false, silent = false, onPointerDown, className }: FilmProps) {
  const [isWanted, setWanted] = useState(autoPlay)
  const [playsUploaded, setPlaysUploaded] = useState(false)
  const name = `${mediaKind('VIDEO')}: ${label}`
  const poster = <Poster media={media} name={name} className={className} />
  // Its sizes may come while it plays, and would end that.
  if (media.hls === null || playsUploaded) {
    return (
      <Suspense fallback={poster}>
        <UploadedFilm
          {...{ media, name, autoPlay, className }}
          onPlay={() => setPlaysUploaded(true)}
          onPointerDown={onPointerDown}
        />
      </Suspense>
    )
  }
  if (!isWanted)
    return <Poster media={media} name={name} silent={silent} onPlay={() => setWanted(true)} className={className} />
  return (
    <Suspense fallback={poster}>
      <FilmPlayer
        {...{ media, name, className }}
        onPointerDown={onPointerDown}
        // In the lightbox the arrows lead to the next one.
        takesFocus={!autoPlay}
      />
    </Suspense>
  )
}

type PosterProps = {
  media: Media
  name: string
  silent?: boolean
  onPlay?: () => void
  className: string | undefined
}

/** What is seen of a film before it plays: its picture, how long it is, and the button. */
function Poster({ media, name, silent = false, onPlay, className }: PosterProps) {
  return (
    <button
      type="button"
      onClick={onPlay}
      disabled={!onPlay}
      aria-label={[m.ui_play_film({ name }), media.duration !== null && clock(media.duration)]
        .filter(Boolean)
        .join(', ')}
      className={clsx('relative flex items-center justify-center focus-visible:outline-offset-[-4px]', className)}
    >
      <Picture
        src={media.poster ?? media.preview}
        alt=""
        instead={null}
        className="absolute inset-0 size-full object-contain"
      />
      {silent && (
        <Suspense fallback={null}>
          <SilentFilm media={media} />
        </Suspense>
      )}
      <span
        className={clsx(
          'relative flex size-16 items-center justify-center rounded-full bg-scrim/60 text-on-scrim',
          !onPlay && 'animate-breathe motion-reduce:animate-none',
        )}
      >
        <Icon name="play" className="size-7 translate-x-0.5 fill-current" />
      </span>
      {media.duration !== null && (
        <span className="absolute right-2 bottom-2 rounded-full bg-scrim/60 px-2 py-0.5 text-on-scrim text-xs tabular-nums">
          {clock(media.duration)}
        </span>
      )}
    </button>
  )
}

/** What plays silently is for signed-in viewers alone, so a first visit does not fetch it. */
const SilentFilm = lazily(async () => (await import('./silent-film.tsx')).SilentFilm)
/** Most visits play no film, and most films have their sizes. */
const UploadedFilm = lazily(async () => (await import('./uploaded-film.tsx')).UploadedFilm)
const FilmPlayer = lazily(async () => (await import('./film-player.tsx')).FilmPlayer)
