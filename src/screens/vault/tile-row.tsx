import { memo, type ReactNode, useEffect, useState } from 'react'
import type { VaultTile } from '../../../contract/vault.ts'
import { gap } from './grid-layout.ts'
import type { Tiles } from './use-tiles.ts'

/** Draws the media of a number; `tabIndex` is 0 for the one that Tab leads to. */
export type RenderTile = (tile: VaultTile, number: number, tabIndex: 0 | -1) => ReactNode

type TileRowProps = {
  /** The number of the first of its media. */
  first: number
  count: number
  side: number
  tileAt: Tiles['at']
  renderTile: RenderTile
  /** The number of the tile that Tab leads to, if it is in this row. */
  active: number | null
  /** Whether the grid moves while the row comes into the page. */
  isScrolling: boolean
}

/**
 * A row of square tiles. One that comes while the grid is scrolled begins as blurred squares, so that thousands that are
 * only flown past cost neither their pictures nor their buttons.
 */
export const TileRow = memo(
  function TileRow({ first, count, side, tileAt, renderTile, active, isScrolling }: TileRowProps) {
    const isPassing = usePassing(isScrolling)
    return (
      <div className="flex" style={{ gap }}>
        {Array.from({ length: count }, (_, at) => {
          const number = first + at
          const tile = tileAt(number)
          return (
            <div
              key={tile?.id ?? number}
              data-number={number}
              className="group relative shrink-0 overflow-hidden rounded-sm bg-center bg-cover bg-sunken"
              style={{ width: side, height: side, ...(tile?.preview && { backgroundImage: `url("${tile.preview}")` }) }}
            >
              {tile && !isPassing && renderTile(tile, number, number === active ? 0 : -1)}
            </div>
          )
        })}
      </div>
    )
  },
  // Whether the grid moves matters only when the row comes.
  (before, now) =>
    before.first === now.first &&
    before.count === now.count &&
    before.side === now.side &&
    before.tileAt === now.tileAt &&
    before.renderTile === now.renderTile &&
    before.active === now.active,
)

/** Whether the row may soon be gone again: for a moment, when it came while the grid was scrolled. */
function usePassing(isScrolling: boolean): boolean {
  const [isPassing, setIsPassing] = useState(isScrolling)
  useEffect(() => {
    if (!isPassing) return
    const timer = setTimeout(() => setIsPassing(false), passingMs)
    return () => clearTimeout(timer)
  }, [isPassing])
  return isPassing
}
const passingMs = 100
