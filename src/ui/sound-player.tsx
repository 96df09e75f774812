import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'
import { closeSound, playSound, seekSound, type Track, toggleSound, useSound } from '../stores/sound.ts'
import { CaptionTracks } from './caption-tracks.tsx'
import { ErrorLine } from './error-line.tsx'
import { Icon } from './icon.tsx'
import { clock, mediaKind } from './media-facts.ts'
import { forget, register, tracksBeside } from './sound-list.ts'
import { TranscriptButton } from './transcript-button.tsx'
import { Waveform } from './waveform.tsx'

type SoundPlayerProps = {
  media: Pick<Media, 'id' | 'url' | 'duration' | 'captions' | 'waveform' | 'description'>
  label: string
  /** Whose it is. */
  by?: string
  /** It ends with the page, as a recording does that is not sent yet; others go on in the bar. */
  isLocal?: boolean
  className?: string
}

/** A sound: one button, its waveform to move in, and how long it is. It plays on when the page changes. */
export function SoundPlayer({ media, label, by = '', isLocal = false, className }: SoundPlayerProps) {
  const root = useRef<HTMLFieldSetElement>(null)
  const captions = useRef<HTMLAudioElement>(null)
  const isCurrent = useSound(({ track }) => track?.id === media.id)
  const isPlaying = useSound((it) => isCurrent && it.isPlaying)
  const hasFailed = useSound((it) => isCurrent && it.hasFailed)
  const at = useSound((it) => (isCurrent ? it.at : 0))
  const length = useSound((it) => (isCurrent && it.length ? it.length : (media.duration ?? 0)))
  const toTrack = (): Track => ({
    ...{ id: media.id, url: media.url ?? '', by, isLocal, duration: media.duration ?? 0 },
    title: isLocal ? label : (media.description ?? mediaKind('SOUND')),
    page: location.pathname + location.search,
  })

  useEffect(() => {
    const element = root.current
    if (!element) return
    register(element, () => toTrack())
    return () => forget(element)
  })
  useEffect(() => {
    if (!isLocal) return
    return () => {
      if (useSound.getState().track?.id === media.id) closeSound()
    }
  }, [isLocal, media.id])

  const play = (from?: number) => playSound(toTrack(), tracksBeside(root.current), from)
  return (
    <fieldset
      ref={root}
      aria-label={`${mediaKind('SOUND')}: ${label}`}
      className={clsx('flex min-w-0 items-center gap-3 bg-sunken px-3 py-2', className)}
    >
      {media.captions.length > 0 && (
        // biome-ignore lint/a11y/useMediaCaption: only its tracks are read, for the transcript.
        <audio ref={captions} className="hidden">
          <CaptionTracks captions={media.captions} />
        </audio>
      )}
      <button
        type="button"
        onClick={() => (isCurrent ? toggleSound() : play())}
        aria-label={isPlaying ? m.ui_pause() : m.ui_play()}
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-ink text-paper transition-transform active:scale-95"
      >
        <Icon
          name={isPlaying ? 'pause' : 'play'}
          className={clsx('size-5 fill-current', !isPlaying && 'translate-x-px')}
        />
      </button>
      {hasFailed ? (
        <ErrorLine>{m.ui_media_failed()}</ErrorLine>
      ) : (
        <>
          <Waveform
            bars={media.waveform}
            at={at}
            length={length}
            onSeek={(seconds) => (isCurrent ? seekSound(seconds) : play(seconds))}
            className="min-w-0 flex-1"
          />
          <span className="shrink-0 text-ink-soft text-xs tabular-nums">
            {clock(at)} / {clock(length)}
          </span>
          <TranscriptButton
            captions={media.captions}
            player={captions}
            onJump={play}
            className="-mr-2 text-ink-soft hover:text-ink"
          />
        </>
      )}
    </fieldset>
  )
}
