import { lastId, noId } from './ids.ts'

/**
 * The condition of a page that goes on after its cursor, as SQL; without a cursor every row meets it. Its index begins at
 * the cursor: with `cursor is null or …` it would read all pages before, each time.
 */
export const afterId = (column: string, id: string): string => `${column} > coalesce(${id}, '${noId}')`
export const beforeId = (column: string, id: string): string => `${column} < coalesce(${id}, '${lastId}')`

/** The same for rows in the order of a moment, then of their ids. */
export const afterRow = (moment: string, id: string, ...cursor: [at: string, id: string]): string =>
  `(${moment}, ${id}) > (coalesce(${cursor[0]}, '-infinity'), coalesce(${cursor[1]}, '${noId}'))`
export const beforeRow = (moment: string, id: string, ...cursor: [at: string, id: string]): string =>
  `(${moment}, ${id}) < (coalesce(${cursor[0]}, 'infinity'), coalesce(${cursor[1]}, '${lastId}'))`

/** The same for the messages of a conversation, which are numbered. */
export const beforeSeq = (column: string, seq: string): string => `${column} < coalesce(${seq}, 2147483647)`
