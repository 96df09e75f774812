import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'
import { ErrorLine } from './error-line.tsx'
import { Icon } from './icon.tsx'
import { clock, mediaKind } from './media-facts.ts'

type SoundPlayerProps = { media: Pick<Media, 'url' | 'duration'>; label: string; className?: string }

/** Plays a sound: one button, where one is in it, and how long it is. Starting one stops the others. */
export function SoundPlayer({ media, label, className }: SoundPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(media.duration ?? 0)
  const [failed, setFailed] = useState(false)

  const toggle = () => {
    const it = audio.current
    if (!it) return
    if (playing) return it.pause()
    for (const other of document.querySelectorAll('audio')) if (other !== it) other.pause()
    void it.play().catch(() => setFailed(true))
  }
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds
    setAt(seconds)
  }

  return (
    <fieldset
      aria-label={`${mediaKind('SOUND')}: ${label}`}
      className={clsx('flex min-w-0 items-center gap-3 bg-sunken px-3 py-2', className)}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a voice note has no captions. */}
      <audio
        ref={audio}
        src={media.url ?? undefined}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) =>
          Number.isFinite(event.currentTarget.duration) && setLength(event.currentTarget.duration)
        }
        onError={() => setFailed(true)}
      />
      <button
        type="button"
        onClick={toggle}
        aria-label={playing ? m.ui_pause() : m.ui_play()}
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-ink text-paper transition-transform active:scale-95"
      >
        {playing ? (
          <Icon name="pause" className="size-5 fill-current" />
        ) : (
          <Icon name="play" className="size-5 translate-x-px fill-current" />
        )}
      </button>
      {failed ? (
        <ErrorLine>{m.ui_media_failed()}</ErrorLine>
      ) : (
        <>
          <input
            type="range"
            className="track min-w-0 flex-1"
            aria-label={m.ui_seek()}
            aria-valuetext={`${clock(at)} / ${clock(length)}`}
            min={0}
            max={length || 1}
            step={0.1}
            value={Math.min(at, length || 1)}
            onChange={(event) => seek(event.target.valueAsNumber)}
            style={{ '--done': `${length ? (at / length) * 100 : 0}%` } as React.CSSProperties}
          />
          <span className="shrink-0 text-ink-soft text-xs tabular-nums">
            {clock(at)} / {clock(length)}
          </span>
        </>
      )}
    </fieldset>
  )
}
