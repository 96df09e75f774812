import { clsx } from 'clsx'
import { type CSSProperties, useMemo } from 'react'
import { m } from '../paraglide/messages.js'
import { clock } from './media-facts.ts'

type WaveformProps = {
  /** From 0 to 100; null where it is not known, which shows a plain line. */
  bars: readonly number[] | null
  at: number
  length: number
  onSeek: (seconds: number) => void
  className?: string
}

/** Where a sound is, over its course of loudness: a slider for pointers, fingers and keys. */
export function Waveform({ bars, at, length, onSeek, className }: WaveformProps) {
  const shape = useMemo(() => (bars ? drawn(bars) : null), [bars])
  const done = length > 0 ? Math.min(100, (at / length) * 100) : 0
  return (
    <span className={clsx('relative block h-11', className)} style={{ '--done': `${done}%` } as CSSProperties}>
      {shape && (
        <>
          <Bars shape={shape} className="text-edge" />
          <Bars shape={shape} className="text-ink [clip-path:inset(0_calc(100%-var(--done))_0_0)]" />
        </>
      )}
      <input
        type="range"
        className={clsx('track absolute inset-0 w-full', shape && 'track-bare')}
        aria-label={m.ui_seek()}
        aria-valuetext={`${clock(at)} / ${clock(length)}`}
        min={0}
        max={length || 1}
        step={0.1}
        value={Math.min(at, length || 1)}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        style={{ '--done': `${done}%` } as CSSProperties}
      />
    </span>
  )
}

/** As many as fit on a phone. */
const shownBars = 64

function Bars({ shape, className }: { shape: string; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${shownBars} 100`}
      preserveAspectRatio="none"
      className={clsx('pointer-events-none absolute inset-x-0 inset-y-1.5 h-8 w-full', className)}
    >
      <path d={shape} fill="currentColor" />
    </svg>
  )
}

/** One path of all bars, each the highest of those that it stands for. */
function drawn(bars: readonly number[]): string {
  return Array.from({ length: shownBars }, (_, at) => {
    const slice = bars.slice(
      Math.floor((at * bars.length) / shownBars),
      Math.ceil(((at + 1) * bars.length) / shownBars),
    )
    const height = Math.max(6, ...slice)
    return `M${at + 0.2} ${(100 - height) / 2}h.6v${height}h-.6z`
  }).join('')
}
