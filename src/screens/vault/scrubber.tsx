import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { monthText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { type GridLayout, monthAt } from './grid-layout.ts'

/** `height` is that of the scroller. */
type ScrubberProps = { layout: GridLayout; scroller: RefObject<HTMLElement | null>; height: number }

/** The whole vault from its newest to its oldest month as a bar: dragging it, or the arrows, lead to any of them. */
export function Scrubber({ layout, scroller, height }: ScrubberProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [isHeld, setIsHeld] = useState(false)
  const total = layout.offsets.at(-1) ?? 0
  const distance = Math.max(1, total - height)
  const { current, place } = useCurrent(layout, scroller, distance)
  const month = layout.months[current]?.month
  const years = useMemo(() => yearsOf(layout, total), [layout, total])
  if (layout.months.length < 2 || month === undefined) return null

  const follow = (event: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect()
    if (!box || !scroller.current) return
    scroller.current.scrollTop = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) * distance
  }
  const step = (event: KeyboardEvent) => {
    const end = layout.months.length - 1
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: end }[event.key]
    if (to === undefined || to < 0 || to > end || !scroller.current) return
    event.preventDefault()
    scroller.current.scrollTop = layout.offsets[layout.months[to]?.row ?? 0] ?? 0
  }
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label={m.vault_scrub()}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={layout.months.length - 1}
      aria-valuenow={current}
      aria-valuetext={monthText(month)}
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsHeld(true)
        follow(event)
      }}
      onPointerMove={(event) => isHeld && follow(event)}
      onPointerUp={() => setIsHeld(false)}
      onPointerCancel={() => setIsHeld(false)}
      className="group/bar relative my-3 w-9 shrink-0 cursor-ns-resize touch-none select-none"
    >
      {years.map(({ year, share }) => (
        <span
          key={year}
          aria-hidden="true"
          className="-translate-y-1/2 absolute right-3.5 text-[0.625rem] text-ink-faint tabular-nums"
          style={{ top: `${share * 100}%` }}
        >
          {year}
        </span>
      ))}
      <span
        aria-hidden="true"
        ref={place}
        className="-translate-y-1/2 absolute right-0.5 h-1 w-2.5 rounded-full bg-ink"
      />
      <span
        aria-hidden="true"
        ref={place}
        className={clsx(
          '-translate-y-1/2 pointer-events-none absolute right-10 z-20 whitespace-nowrap rounded-control bg-ink px-3 py-1.5 font-semibold text-paper text-sm',
          isHeld ? 'block' : 'hidden group-focus-visible/bar:block',
        )}
      >
        {monthText(month)}
      </span>
    </div>
  )
}

/** Where each year begins in the bar, without years that would stand on another. */
function yearsOf({ months, offsets }: GridLayout, total: number): { year: string; share: number }[] {
  const years: { year: string; share: number }[] = []
  for (const { month, row } of months) {
    const [year, share] = [month.slice(0, 4), (offsets[row] ?? 0) / total]
    const before = years.at(-1)
    if (before?.year !== year && (before === undefined || share - before.share > apart)) years.push({ year, share })
  }
  return years
}
const apart = 0.035

/**
 * The month in sight, and a ref for what stands beside it. That is moved without rendering the bar again, which happens in
 * each frame in which the grid scrolls.
 */
function useCurrent(layout: GridLayout, scroller: RefObject<HTMLElement | null>, distance: number) {
  const [current, setCurrent] = useState(0)
  const placed = useRef(new Set<HTMLElement>())
  const place = useCallback((it: HTMLElement) => {
    placed.current.add(it)
    return () => void placed.current.delete(it)
  }, [])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => {
      const top = element.scrollTop
      setCurrent(monthAt(layout, top + 1))
      for (const it of placed.current) it.style.top = `${Math.min(1, top / distance) * 100}%`
    }
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [layout, scroller, distance])
  return { current, place }
}
