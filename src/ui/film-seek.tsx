import { type CSSProperties, type PointerEvent, useRef, useState } from 'react'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'
import { frameStyle } from './film-strip.ts'
import { clock } from './media-facts.ts'

type FilmSeekProps = { at: number; length: number; strip: Media['strip']; onSeek: (seconds: number) => void }

/** Where one is in a film. While a pointer or a finger is over it, it shows the frame there, and what is loaded only then. */
export function FilmSeek({ at, length, strip, onSeek }: FilmSeekProps) {
  // The address is signed again with each answer; the frames stay the same.
  const [frames] = useState(strip)
  const [pointed, setPointed] = useState<number | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const isDragging = useRef(false)
  const shown = dragged ?? at
  const end = () => {
    isDragging.current = false
    if (dragged !== null) onSeek(dragged)
    setDragged(null)
  }
  return (
    <div
      className="relative"
      onPointerMove={(event) => setPointed(partOf(event))}
      onPointerLeave={() => setPointed(null)}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {pointed !== null && length > 0 && <Frame frames={frames} part={pointed} length={length} />}
      <input
        type="range"
        className="track track-film block w-full"
        aria-label={m.ui_seek()}
        aria-valuetext={`${clock(shown)} / ${clock(length)}`}
        min={0}
        max={length || 1}
        step={0.1}
        value={Math.min(shown, length || 1)}
        onPointerDown={() => {
          isDragging.current = true
        }}
        onPointerUp={end}
        onPointerCancel={end}
        onChange={({ target }) =>
          isDragging.current ? setDragged(target.valueAsNumber) : onSeek(target.valueAsNumber)
        }
        style={{ '--done': `${length ? (shown / length) * 100 : 0}%` } as CSSProperties}
      />
    </div>
  )
}

type FrameProps = { frames: Media['strip']; part: number; length: number }

/** The frame at a part of the film and its time, above the pointer and never beyond the edges. */
function Frame({ frames, part, length }: FrameProps) {
  const half = (frames?.width ?? 64) / 2
  return (
    <span
      aria-hidden="true"
      data-frame
      className="-translate-x-1/2 pointer-events-none absolute bottom-full flex flex-col items-center gap-1"
      style={{ left: `clamp(${half}px, ${part * 100}%, calc(100% - ${half}px))` }}
    >
      {frames && <span className="block rounded-control bg-scrim" style={frameStyle(frames, part * length)} />}
      <span className="rounded-full bg-scrim/80 px-2 py-0.5 text-on-scrim text-xs tabular-nums">
        {clock(part * length)}
      </span>
    </span>
  )
}

function partOf({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)))
}
