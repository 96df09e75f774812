import { fileOfLines, sendFile } from './files.ts'

type Csv = {
  /** To whom it is sent; one at a time. */
  owner: string
  /** The beginning of the file's name; the day is added. */
  name: string
  now: number
  columns: readonly string[]
  /** The rows of cells, a page at a time, so that little is held in memory however many there are. */
  pages: AsyncIterable<string[][]>
}

/** A table as a CSV file, which is written while it is sent. */
export function csvAnswer({ owner, name, now, columns, pages }: Csv): Response {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const head = `\uFEFF${columns.join(',')}\r\n`
  const file = sendFile(owner, (isOver) => fileOfLines(head, linesOf(pages), isOver), longestMs)
  return new Response(file, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${new Date(now).toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
const longestMs = 30 * 60_000

async function* linesOf(pages: AsyncIterable<string[][]>): AsyncGenerator<string[]> {
  for await (const rows of pages) yield rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`)
}

/** A spreadsheet computes what begins with one of these, unless it is a number; after an apostrophe it is text. */
const formula = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/

/** @public A value as a cell of a CSV file. */
export function toCell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A time as a cell, empty where there is none. */
export const timeCell = (at: Date | null): string => at?.toISOString() ?? ''
