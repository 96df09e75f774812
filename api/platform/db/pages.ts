import { isUuid } from '../../../contract/uuid.ts'
import { refuse } from '../http/refusal.ts'

/** A keyset cursor: the sort values of the last row, opaque on the wire. */
export const toCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/**
 * The sort values in a cursor, or null without one. Throws `invalid_input` when it is not a cursor of this list: what
 * a client sends must not reach the database unchecked.
 */
export function fromCursor<const K extends readonly Kind[]>(cursor: string | undefined, ...kinds: K): Values<K> | null {
  if (!cursor) return null
  const values = decode(cursor)
  const fits = Array.isArray(values) && values.length === kinds.length
  if (!fits || !kinds.every((kind, at) => accepts[kind](values[at]))) throw refuse('invalid_input')
  return values as unknown as Values<K>
}

type Kind = 'uuid' | 'time' | 'int' | 'number' | 'text'
type Values<K extends readonly Kind[]> = { [I in keyof K]: K[I] extends 'int' | 'number' ? number : string }

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

const accepts: Record<Kind, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && isUuid(value),
  time: (value) => typeof value === 'string' && isTime(value),
  int: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  number: (value) => Number.isFinite(value),
  text: (value) => typeof value === 'string' && !value.includes('\u0000') && value.isWellFormed(),
}

/** A time as PostgreSQL or JavaScript writes it, with microseconds and an offset: `2026-01-31 12:00:00.123456+00`. */
function isTime(text: string): boolean {
  const [, year, month, day] = timePattern.exec(text) ?? []
  if (day === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
const timePattern =
  /^(\d{4})-(\d\d)-(\d\d)[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d){0,2})$/

/** Cuts the extra row that a query read to learn whether there is more, and makes the cursor of the last row of the page. */
export function cut<Row>(
  rows: Row[],
  limit: number,
  key: (row: Row) => (string | number)[],
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? toCursor(key(last)) : null }
}

/**
 * The first `limit` rows of an ordered select. The planner cannot know a parameter and takes a page for a tenth of what
 * there is, so it would read whole tables for what is joined to it; a number that no page exceeds tells it how few rows
 * these are.
 */
export const firstRows = (select: string, limit: string): string =>
  `select * from (${select} limit ${mostRows}) first_row limit ${limit}`
/** The most that a page may have (`listing` of `contract/shapes.ts`), and the row that tells whether there is more. */
const mostRows = 101
