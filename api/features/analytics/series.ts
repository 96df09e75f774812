/** Days, weeks (from Monday) or months in UTC, as PostgreSQL's `date_trunc` starts them. */
export type By = 'day' | 'week' | 'month'

/** One row for every interval of a span, oldest first: the row that exists, else `nothing`. */
export function filled<Row extends { at: Date }>(
  rows: readonly Row[],
  span: { from: Date; to: Date },
  by: By,
  zeros: Omit<Row, 'at'>,
): (Omit<Row, 'at'> & { at: Date })[] {
  const byTime = new Map(rows.map((row) => [row.at.getTime(), row]))
  return intervalStarts(span, by).map((at) => byTime.get(at) ?? { ...zeros, at: new Date(at) })
}

/** When the intervals of a span start, in milliseconds; the first may start before the span. */
export function intervalStarts({ from, to }: { from: Date; to: Date }, by: By): number[] {
  const all: number[] = []
  for (let at = startOfInterval(from, by); at < to.getTime(); at = after(at, by)) all.push(at)
  return all
}

function startOfInterval(moment: Date, by: By): number {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()]
  if (by === 'month') return Date.UTC(year, month, 1)
  return Date.UTC(year, month, by === 'week' ? day - ((moment.getUTCDay() + 6) % 7) : day)
}

function after(at: number, by: By): number {
  const moment = new Date(at)
  if (by === 'month') return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1)
  return at + (by === 'week' ? 7 : 1) * 86_400_000
}
