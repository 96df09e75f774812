import type { ReactNode } from 'react'
import { seekBy, skipSeconds } from '../../lib/media-session.ts'
import { languageTag } from '../../lib/money.ts'
import { speeds } from '../../lib/playing.ts'
import { m } from '../../paraglide/messages.js'
import {
  closeSound,
  neighbour,
  playNeighbour,
  seekSound,
  setSoundSpeed,
  soundElement,
  toggleSound,
  useSound,
} from '../../stores/sound.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { clock } from '../../ui/media-facts.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useRenewal } from './use-renewal.ts'

/** What plays while one walks through the site: above the tabs of a phone, at the foot of a laptop. */
export function SoundBar() {
  const { track, isPlaying, hasFailed, at, length, speed, list } = useSound()
  useRenewal()
  if (!track) return null
  const next = neighbour({ track, list }, 1)
  return (
    <section
      aria-label={m.sound_bar()}
      data-sound-bar
      className="fixed inset-x-0 bottom-[calc(var(--tabs)-var(--sound))] z-30 flex h-16 items-center gap-1 border-hairline border-t bg-paper px-2 md:gap-2 md:px-6"
    >
      <Place at={at} length={length} />
      <button
        type="button"
        onClick={toggleSound}
        aria-label={isPlaying ? m.ui_pause() : m.ui_play()}
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-ink text-paper"
      >
        <Icon name={isPlaying ? 'pause' : 'play'} className="size-5 fill-current" />
      </button>
      <PageLink href={track.page} preload={false} className="min-w-0 flex-1 rounded-control px-2 py-1">
        <span className="block truncate font-semibold text-sm">{track.title}</span>
        <span role="status" className="block truncate text-ink-soft text-xs">
          {hasFailed ? m.ui_media_failed() : track.by}
        </span>
      </PageLink>
      <span className="hidden shrink-0 text-ink-soft text-xs tabular-nums sm:inline">
        {clock(at)} / {clock(length)}
      </span>
      <Act
        icon="rotate-ccw"
        label={m.sound_back({ seconds: skipSeconds })}
        onClick={() => seekBy(soundElement(), -skipSeconds)}
      />
      <Act
        icon="rotate-cw"
        label={m.sound_on({ seconds: skipSeconds })}
        onClick={() => seekBy(soundElement(), skipSeconds)}
      />
      {next && <Act icon="chevron-right" label={m.sound_next()} onClick={() => playNeighbour(1)} />}
      <select
        aria-label={m.ui_speed()}
        value={speed}
        onChange={(event) => setSoundSpeed(Number(event.target.value))}
        className="h-11 w-15 shrink-0 rounded-control bg-paper px-1 text-sm tabular-nums"
      >
        {speeds.map((it) => (
          <option key={it} value={it}>
            {it.toLocaleString(languageTag())}×
          </option>
        ))}
      </select>
      <Act icon="x" label={m.ui_close()} onClick={closeSound} />
    </section>
  )
}

/** A line along the upper edge, with room for a finger on it. */
function Place({ at, length }: { at: number; length: number }) {
  const done = length > 0 ? Math.min(100, (at / length) * 100) : 0
  return (
    <input
      type="range"
      className="track -top-2.5 absolute inset-x-0 h-5 w-full"
      aria-label={m.ui_seek()}
      aria-valuetext={`${clock(at)} / ${clock(length)}`}
      min={0}
      max={length || 1}
      step={0.1}
      value={Math.min(at, length || 1)}
      onChange={(event) => seekSound(event.target.valueAsNumber)}
      style={{ '--done': `${done}%` } as React.CSSProperties}
    />
  )
}

function Act({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:text-ink"
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
}
