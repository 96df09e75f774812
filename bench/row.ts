/** A line of the report: what the product does beside what a bare baseline does in the same run. */
export type Row = {
  name: string
  product: number
  baseline: number
  unit: string
  /** Product over baseline must be at least (`min`) or at most (`max`) this. */
  bound: { min: number } | { max: number }
}

/** A line of what must be at most so much, without a baseline beside it. */
export const atMost = (most: number, name: string, product: number, unit: string): Row => ({
  name,
  product,
  baseline: most,
  unit,
  bound: { max: 1 },
})

export const holds = (row: Row): boolean => {
  const ratio = row.product / row.baseline
  return 'min' in row.bound ? ratio >= row.bound.min : ratio <= row.bound.max
}

export function print(rows: Row[]): void {
  const width = Math.max(...rows.map((row) => row.name.length))
  console.log(`\n${'row'.padEnd(width)}  ${'product'.padStart(10)} ${'baseline'.padStart(10)}         ratio   bound`)
  for (const row of rows) {
    const bound = 'min' in row.bound ? `≥ ${row.bound.min}` : `≤ ${row.bound.max}`
    const cells = [number(row.product), number(row.baseline)].map((cell) => cell.padStart(10)).join(' ')
    const verdict = holds(row) ? 'holds' : 'FAILS'
    console.log(
      `${row.name.padEnd(width)}  ${cells} ${row.unit.padEnd(7)} ${(row.product / row.baseline).toFixed(2).padStart(5)}   ${bound.padEnd(7)} ${verdict}`,
    )
  }
}

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
