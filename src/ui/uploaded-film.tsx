import { clsx } from 'clsx'
import { type PointerEventHandler, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { pauseOthers, savedPosition, savedSpeed, savePosition, saveSpeed } from '../lib/playing.ts'
import { m } from '../paraglide/messages.js'
import { CaptionTracks } from './caption-tracks.tsx'
import { ErrorLine } from './error-line.tsx'
import { TranscriptButton } from './transcript-button.tsx'

type UploadedFilmProps = {
  media: Media
  name: string
  autoPlay: boolean
  onPlay?: () => void
  onPointerDown?: PointerEventHandler<HTMLElement> | undefined
  className: string | undefined
}

/** A film as it was uploaded; where the browser cannot show it, a sentence that says so. */
export function UploadedFilm({ media, name, autoPlay, onPlay, onPointerDown, className }: UploadedFilmProps) {
  // An address that is signed again while it plays would start it over.
  const [address] = useState(media.url ?? undefined)
  const video = useRef<HTMLVideoElement>(null)
  const [isPlayable, setPlayable] = useState(true)
  const begin = (element: HTMLVideoElement) => {
    // A browser that knows only the sound of it would play that over a black picture.
    setPlayable(element.videoHeight > 0)
    element.playbackRate = savedSpeed('film')
    const from = savedPosition(media.id)
    if (from > 0) element.currentTime = from
  }
  const beginOnce = useEffectEvent(begin)
  useEffect(() => {
    // The server's page may have loaded or refused the film before this code came.
    const element = video.current
    if (element?.error) setPlayable(false)
    else if (element && element.readyState >= HTMLMediaElement.HAVE_METADATA) beginOnce(element)
  }, [])
  if (!isPlayable) return <ErrorLine className={className}>{m.ui_media_failed()}</ErrorLine>
  return (
    <div className={clsx('relative', className)}>
      {/* biome-ignore lint/a11y/useMediaCaption: its tracks are in CaptionTracks. */}
      <video
        ref={video}
        src={address}
        poster={media.poster ?? media.preview ?? undefined}
        aria-label={name}
        controls
        playsInline
        autoPlay={autoPlay}
        preload={autoPlay ? 'auto' : 'metadata'}
        onLoadedMetadata={({ currentTarget }) => begin(currentTarget)}
        onError={() => setPlayable(false)}
        onPlay={({ currentTarget }) => {
          onPlay?.()
          pauseOthers(currentTarget)
          // Part of every page, it brings no code that most of them never need.
          void import('../lib/media-session.ts').then((it) =>
            it.showNowPlaying(currentTarget, { title: name, picture: media.poster }),
          )
        }}
        onTimeUpdate={(event) => savePosition(media.id, event.currentTarget)}
        onRateChange={({ currentTarget }) => saveSpeed('film', currentTarget.playbackRate)}
        onPointerDown={onPointerDown}
        className="size-full object-contain"
      >
        <CaptionTracks captions={media.captions} />
      </video>
      <TranscriptButton
        captions={media.captions}
        player={video}
        className="absolute top-1 left-1 bg-scrim/60 text-on-scrim"
      />
    </div>
  )
}
