/** A keyset cursor: the sort values of the last row, opaque on the wire. */
const toCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** The sort values in a cursor, or null when there is none or it is not one of ours with that many values. */
export function fromCursor(cursor: string | undefined, count: number): (string | number)[] | null {
  if (cursor === undefined) return null
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const plain = Array.isArray(values) && values.every((it) => typeof it === 'string' || typeof it === 'number')
    return plain && values.length === count ? values : null
  } catch {
    return null
  }
}

/** Cuts the extra row that a query read to learn whether there is more, and makes the cursor of the last one kept. */
export function cut<Row>(
  rows: Row[],
  limit: number,
  key: (row: Row) => (string | number)[],
): { rows: Row[]; next: string | null } {
  const kept = rows.slice(0, limit)
  const last = kept.at(-1)
  return { rows: kept, next: rows.length > limit && last !== undefined ? toCursor(key(last)) : null }
}
