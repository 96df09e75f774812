import { clsx } from 'clsx'
import { type PointerEventHandler, useEffect, useRef, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { showNowPlaying, showPosition } from '../lib/media-session.ts'
import { pauseOthers, savedPosition, savedSpeed, savePosition } from '../lib/playing.ts'
import { CaptionTracks } from './caption-tracks.tsx'
import { FilmControls } from './film-controls.tsx'
import { onFilmKey, togglePlay } from './film-keys.ts'
import { Spinner } from './spinner.tsx'
import { UploadedFilm } from './uploaded-film.tsx'
import { useAttempts } from './use-attempts.ts'
import { useFilmSizes } from './use-film-sizes.ts'
import { useIdle } from './use-idle.ts'
import { usePlayer } from './use-player.ts'

type FilmPlayerProps = {
  media: Media
  name: string
  onPointerDown: PointerEventHandler<HTMLElement> | undefined
  /** The keyboard goes on in it. */
  takesFocus: boolean
  className: string | undefined
}

/**
 * Plays a film in the size that fits. When the signal is lost it goes on where it was, as soon as it can; where its
 * sizes do not come at all, it plays as it was uploaded.
 */
export function FilmPlayer(props: FilmPlayerProps) {
  const { media, name, onPointerDown, className } = props
  // An address that is signed again while it plays would start it over.
  const [hls] = useState(media.hls ?? '')
  const position = useRef(savedPosition(media.id))
  const { attempt, isOver, fail, succeed } = useAttempts()
  if (isOver)
    return <UploadedFilm media={media} name={name} autoPlay onPointerDown={onPointerDown} className={className} />
  return (
    <SizedFilm
      key={attempt}
      {...{ ...props, hls }}
      from={position.current}
      onTime={(element, played) => {
        position.current = element.currentTime
        savePosition(media.id, element)
        if (played > 10) succeed()
      }}
      onFailure={fail}
    />
  )
}

type SizedFilmProps = FilmPlayerProps & {
  hls: string
  /** The second at which it begins. */
  from: number
  onTime: (element: HTMLVideoElement, playedSeconds: number) => void
  onFailure: () => void
}

/** A film with controls of our own, because those of browsers have neither the frames nor the sizes to choose from. */
function SizedFilm({
  media,
  name,
  hls,
  from,
  onTime,
  onFailure,
  onPointerDown,
  takesFocus,
  className,
}: SizedFilmProps) {
  const around = useRef<HTMLFieldSetElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const state = usePlayer(video)
  const { sizes, chosen, choose } = useFilmSizes(video, hls, onFailure)
  const { isIdle, wake } = useIdle()
  const isShown = !isIdle || state.isPaused
  useEffect(() => {
    // The button that it replaces had the focus.
    if (takesFocus) around.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <fieldset
      ref={around}
      tabIndex={-1}
      aria-label={name}
      onKeyDown={(event) => {
        wake()
        onFilmKey(event, video.current)
      }}
      onFocus={wake}
      onPointerMove={wake}
      className={clsx('@container relative min-w-0 bg-scrim outline-none', !isShown && 'cursor-none', className)}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: its tracks are in CaptionTracks. */}
      <video
        ref={video}
        poster={media.poster ?? media.preview ?? undefined}
        aria-label={name}
        playsInline
        onPlay={(event) => {
          pauseOthers(event.currentTarget)
          showNowPlaying(event.currentTarget, { title: name, picture: media.poster })
        }}
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.playbackRate = savedSpeed('film')
          if (from > 0) currentTarget.currentTime = from
        }}
        onTimeUpdate={(event) => onTime(event.currentTarget, event.currentTarget.currentTime - from)}
        onSeeked={(event) => showPosition(event.currentTarget)}
        onPlaying={(event) => showPosition(event.currentTarget)}
        onPointerDown={onPointerDown}
        onClick={({ currentTarget, nativeEvent }) => {
          // A first tap on a phone shows the controls, as it does elsewhere.
          const isTap = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
          if (!isTap || isShown) togglePlay(currentTarget)
          wake()
        }}
        className={clsx(
          'size-full object-contain',
          isShown && '[&::-webkit-media-text-track-container]:-translate-y-20',
        )}
      >
        <CaptionTracks captions={media.captions} />
      </video>
      {state.isWaiting && <Spinner className="pointer-events-none absolute inset-0 m-auto size-10 text-on-scrim" />}
      <FilmControls {...{ media, state, video, around, sizes, chosen, choose, isShown }} />
    </fieldset>
  )
}
