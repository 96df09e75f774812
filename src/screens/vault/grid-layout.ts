/** A bucket of the vault's index: media of one month, at most 500 of them. */
export type Bucket = { month: string; count: number; bucket: string }

/** A row of the grid: the name of a month, or `count` tiles from the `first` on, counted from the newest media. */
type GridRow = { kind: 'month'; month: string; count: number } | { kind: 'tiles'; first: number; count: number }

export type GridLayout = {
  rows: GridRow[]
  /** Where each row begins, in px, and at the end where the last one ends. */
  offsets: number[]
  months: { month: string; row: number }[]
  /** The number of the first media of each bucket, and at the end the number of all. */
  starts: number[]
  columns: number
  /** The side of a tile in px. */
  side: number
}

export const gap = 4
const monthHeight = 44
/** Tiles are at least this wide on a phone and on a laptop. */
const [narrowTile, wideTile] = [104, 148]

/** Where everything stands in a grid of this width. Tiles are square, so that only the counts of the index are needed. */
export function layOut(buckets: readonly Bucket[], width: number): GridLayout {
  const atLeast = width < 640 ? narrowTile : wideTile
  const columns = Math.max(3, Math.floor((width + gap) / (atLeast + gap)))
  const side = Math.max(1, (width - (columns - 1) * gap) / columns)
  const layout: GridLayout = { rows: [], offsets: [0], months: [], starts: [0], columns, side }
  let height = 0
  const add = (row: GridRow) => {
    layout.rows.push(row)
    height += row.kind === 'month' ? monthHeight : side + gap
    layout.offsets.push(height)
  }
  let number = 0
  for (const [month, count] of countsOf(buckets, layout.starts)) {
    layout.months.push({ month, row: layout.rows.length })
    add({ kind: 'month', month, count })
    for (let first = 0; first < count; first += columns)
      add({ kind: 'tiles', first: number + first, count: Math.min(columns, count - first) })
    number += count
  }
  return layout
}

/** The media of each month; the starts of the buckets are written on the way. */
function countsOf(buckets: readonly Bucket[], starts: number[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { month, count } of buckets) {
    counts.set(month, (counts.get(month) ?? 0) + count)
    starts.push((starts.at(-1) ?? 0) + count)
  }
  return counts
}

/** The last index whose value is at most `value`, in ascending `values` that begin with at most that. */
export function lastAtMost(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((values[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** The row that holds the media of this number. */
export function rowOf({ rows }: GridLayout, number: number): number {
  let [low, high] = [0, rows.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (firstFrom(rows, middle) <= number) low = middle
    else high = middle - 1
  }
  return low
}

/** The number of the first media in this row, or after this name of a month, plus a little for the name. */
function firstFrom(rows: readonly GridRow[], at: number): number {
  const [row, next] = [rows[at], rows[at + 1]]
  if (row?.kind === 'tiles') return row.first
  return next?.kind === 'tiles' ? next.first - 0.5 : Number.POSITIVE_INFINITY
}

/** The month at this height, as an index of `months`. */
export const monthAt = ({ months, offsets }: GridLayout, height: number): number =>
  Math.max(
    0,
    lastAtMost(
      months.map(({ row }) => offsets[row] ?? 0),
      height,
    ),
  )
