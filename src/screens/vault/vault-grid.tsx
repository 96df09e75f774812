import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { VaultTile } from '../../../contract/vault.ts'
import { monthText } from '../../lib/dates.ts'
import type { GridFilter } from '../../lib/vault-search.ts'
import { LoadError } from '../frame/load-error.tsx'
import { type Bucket, type GridLayout, layOut, rowOf } from './grid-layout.ts'
import { Scrubber } from './scrubber.tsx'
import { type RenderTile, TileRow } from './tile-row.tsx'
import { type Tiles, useTiles } from './use-tiles.ts'

type VaultGridProps = {
  filter: GridFilter
  buckets: readonly Bucket[]
  /** The first media, which came with the months. */
  newest: readonly VaultTile[]
  renderTile: RenderTile
  /** Called with each drawn range, for what needs the tiles too. */
  tilesRef?: { current: Tiles | null }
  label: string
}

/**
 * Media as square tiles under the names of their months, of which only those in sight are in the page, however many there
 * are. Arrows move between tiles, Home and End jump, and the bar beside it leads to any month.
 */
export function VaultGrid(props: VaultGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const size = useSize(scroller)
  const width = size?.width ?? 0
  const layout = useMemo(() => (width > 0 ? layOut(props.buckets, width) : null), [props.buckets, width])
  return (
    <div className="relative flex min-h-0 flex-1">
      <div ref={scroller} className="no-scrollbar min-w-0 flex-1 overflow-y-auto overscroll-contain">
        {size && layout && <Rows {...props} {...{ scroller, size, layout }} />}
      </div>
      {size && layout && <Scrubber layout={layout} scroller={scroller} height={size.height} />}
    </div>
  )
}

type Size = { width: number; height: number }
type RowsProps = VaultGridProps & { scroller: RefObject<HTMLElement | null>; size: Size; layout: GridLayout }

/** The rows that are in sight. They are drawn once the size of the grid is known, and then at once. */
function Rows({ filter, buckets, newest, renderTile, tilesRef, label, scroller, size, layout }: RowsProps) {
  const rows = useVirtualizer({
    count: layout.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (layout.offsets[at + 1] ?? 0) - (layout.offsets[at] ?? 0),
    initialRect: size,
    overscan: 2,
  })
  const measured = useRef(layout)
  useEffect(() => {
    // Another layout has other heights; finding them takes thousands of steps.
    if (measured.current !== layout) rows.measure()
    measured.current = layout
  }, [layout, rows])
  const items = rows.getVirtualItems()
  const inSight = numbersOf(layout, items.at(0)?.index ?? 0, items.at(-1)?.index ?? 0)
  const tiles = useTiles(filter, { buckets, starts: layout.starts, newest }, inSight)
  useEffect(() => {
    if (tilesRef) tilesRef.current = tiles
  })
  const { active, move } = useArrows(layout, scroller, (row) => rows.scrollToIndex(row), inSight)
  return (
    <>
      <section aria-label={label} onKeyDown={move} className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start, size }) => {
          const row = layout.rows[index]
          return (
            <div
              key={key}
              className="absolute inset-x-0 top-0 [contain:size_layout_style]"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {row?.kind === 'month' && <Month {...row} />}
              {row?.kind === 'tiles' && (
                <TileRow
                  {...row}
                  side={layout.side}
                  tileAt={tiles.at}
                  renderTile={renderTile}
                  active={active >= row.first && active < row.first + row.count ? active : null}
                  isScrolling={rows.isScrolling}
                />
              )}
            </div>
          )
        })}
      </section>
      {tiles.error && <LoadError error={tiles.error} onRetry={tiles.retry} />}
    </>
  )
}

const Month = ({ month, count }: { month: string; count: number }) => (
  <h2 className="flex h-11 items-end gap-2 px-1 pb-2 font-semibold text-sm">
    {monthText(month)}
    <span className="font-normal text-ink-faint tabular-nums">{count}</span>
  </h2>
)

/** The first and the last number of the media in these rows. */
function numbersOf({ rows, starts }: GridLayout, firstRow: number, lastRow: number): { from: number; to: number } {
  const shown = rows.slice(firstRow, lastRow + 1).flatMap((row) => (row.kind === 'tiles' ? [row] : []))
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return { from: 0, to: Math.min(starts.at(-1) ?? 0, 60) }
  return { from: first.first, to: last.first + last.count - 1 }
}

/** Null until it is measured, which is before the first frame. */
function useSize(element: { current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const it = element.current
    if (!it) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = it
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(it)
    return () => watch.disconnect()
  }, [element])
  return size
}

/** The tile that Tab leads to, and how the keys of arrows move it. */
function useArrows(
  layout: GridLayout,
  scroller: { current: HTMLElement | null },
  scrollToRow: (row: number) => void,
  inSight: { from: number; to: number },
) {
  const [at, setAt] = useState(0)
  const active = at >= inSight.from && at <= inSight.to ? at : inSight.from
  const last = (layout.starts.at(-1) ?? 0) - 1
  const awaited = useRef<number | null>(null)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const tile = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-number]') : null
    if (tile === null) return
    // A key that is held repeats before the tile that it leads to is drawn.
    const from = awaited.current ?? Number(tile.dataset.number)
    const { columns } = layout
    const steps = {
      ArrowRight: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: Math.min(from + columns, last),
      ArrowUp: from - columns,
      Home: 0,
      End: last,
    }
    const to = steps[event.key as keyof typeof steps]
    if (to === undefined || to < 0 || to > last) return
    event.preventDefault()
    setAt(to)
    scrollToRow(rowOf(layout, to))
    awaited.current = to
    focusWhenDrawn(scroller, awaited, document.activeElement)
  }
  return { active, move }
}

/** Focuses the awaited tile once it is drawn: within ten seconds, and unless the focus has moved from `origin` meanwhile. */
function focusWhenDrawn(
  scroller: { current: HTMLElement | null },
  awaited: { current: number | null },
  origin: Element | null,
  frames = 600,
): void {
  const number = awaited.current
  const button = scroller.current?.querySelector<HTMLElement>(`[data-number="${number}"] button`)
  const hasLeft = document.activeElement !== origin && document.activeElement !== document.body
  if (button || hasLeft || frames === 0) {
    awaited.current = null
    if (!hasLeft) button?.focus()
  } else
    requestAnimationFrame(() => {
      if (awaited.current === number) focusWhenDrawn(scroller, awaited, origin, frames - 1)
    })
}
