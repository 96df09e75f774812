import { type RefObject, useState } from 'react'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { ErrorLine } from '../../ui/error-line.tsx'
import { useFilmSizes } from '../../ui/use-film-sizes.ts'
import { mediaName } from '../vault/media-name.ts'

type StageProps = { media: PrivateMedia; url: string; player: RefObject<HTMLMediaElement | null> }

/** The film or the sound whose captions are written, with the browser's controls. */
export function Stage({ media, url, player }: StageProps) {
  const [addresses] = useState({ url, hls: media.hls })
  const [isUpload, setUpload] = useState(addresses.hls === null)
  const [isPlayable, setPlayable] = useState(true)
  const name = mediaName(media)
  if (!isPlayable) return <ErrorLine>{m.ui_media_failed()}</ErrorLine>
  if (media.type === 'SOUND')
    return (
      // biome-ignore lint/a11y/useMediaCaption: they are being written.
      <audio
        ref={player as RefObject<HTMLAudioElement | null>}
        src={addresses.url}
        controls
        aria-label={name}
        onError={() => setPlayable(false)}
        className="w-full"
      />
    )
  if (!isUpload && addresses.hls)
    return <Sized media={media} hls={addresses.hls} player={player} onFailure={() => setUpload(true)} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: they are being written.
    <video
      ref={player as RefObject<HTMLVideoElement | null>}
      src={addresses.url}
      poster={media.poster ?? undefined}
      controls
      playsInline
      aria-label={name}
      onError={() => setPlayable(false)}
      className={stage}
    />
  )
}

type SizedProps = Omit<StageProps, 'url'> & { hls: string; onFailure: () => void }

function Sized({ media, hls, player, onFailure }: SizedProps) {
  const video = player as RefObject<HTMLVideoElement | null>
  useFilmSizes(video, hls, onFailure, { isPaused: true })
  return (
    // biome-ignore lint/a11y/useMediaCaption: they are being written.
    <video
      ref={video}
      poster={media.poster ?? undefined}
      controls
      playsInline
      aria-label={mediaName(media)}
      className={stage}
    />
  )
}

const stage = 'max-h-[40svh] w-full rounded-media bg-scrim object-contain lg:max-h-[60svh]'
