import { clsx } from 'clsx'
import { type RefObject, useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'

/** A dot for each slide of a strip, which one is in view, and arrows where there is a mouse. */
export function StripMarks({ track, count }: { track: RefObject<HTMLElement | null>; count: number }) {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const strip = track.current
    if (!strip) return
    const look = () => setAt(Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth)))
    look()
    strip.addEventListener('scroll', look, { passive: true })
    return () => strip.removeEventListener('scroll', look)
  }, [track])
  const go = (to: number) => track.current?.scrollTo({ left: to * track.current.clientWidth, behavior: 'smooth' })
  return (
    <>
      <p className="pointer-events-none absolute top-2 right-2 rounded-full bg-scrim/70 px-2 py-0.5 font-medium text-on-scrim text-xs tabular-nums">
        <span aria-hidden="true">
          {at + 1}/{count}
        </span>
        <span className="sr-only">{m.lightbox_place({ at: at + 1, of: count })}</span>
      </p>
      {at > 0 && <Arrow side="left-2" icon="chevron-left" label={m.lightbox_previous()} onClick={() => go(at - 1)} />}
      {at < count - 1 && (
        <Arrow side="right-2" icon="chevron-right" label={m.lightbox_next()} onClick={() => go(at + 1)} />
      )}
      <p aria-hidden="true" className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center gap-1.5">
        {Array.from({ length: count }, (_, index) => (
          <span
            key={String(index)}
            className={clsx(
              'size-1.5 rounded-full shadow-[0_0_2px_var(--scrim)]',
              index === at ? 'bg-on-scrim' : 'bg-on-scrim/50',
            )}
          />
        ))}
      </p>
    </>
  )
}

function Arrow({ side, icon, label, onClick }: { side: string; icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={clsx(
        '-translate-y-1/2 absolute top-1/2 flex size-11 items-center justify-center rounded-full bg-scrim/70 text-on-scrim [@media(hover:none)]:hidden',
        side,
      )}
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
}
