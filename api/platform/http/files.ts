import { Readable, Transform } from 'node:stream'
import { pageOfFile } from './expensive.ts'
import { refuse } from './refusal.ts'

/**
 * Sends a file that is written while it is sent, such as an export. A node sends three at once and one to a user; for
 * others `unavailable` is thrown. A file ends in a broken connection when its source fails, when its reader takes nothing
 * for a minute, or after `longestMs`, so that none keeps its place for ever.
 */
export function sendFile(
  owner: string,
  open: (isOver: () => boolean) => Readable,
  longestMs: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (underWay.has(owner) || underWay.size >= filesAtOnce) throw refuse('unavailable', { retry_after: 60 })
  underWay.add(owner)
  let sent = 0
  const file = new Transform({
    transform: (chunk: Buffer, _, done) => {
      sent += chunk.length
      done(null, chunk)
    },
  })
  const source = open(() => file.destroyed)
  const fail = (error: Error) => void file.destroy(error)
  let before = -1
  const patience = setInterval(() => {
    if (sent === before) fail(new Error('the reader of a file has gone'))
    before = sent
  }, patienceMs)
  const limit = setTimeout(() => fail(new Error('a file took too long')), longestMs)
  file.once('close', () => {
    underWay.delete(owner)
    clearInterval(patience)
    clearTimeout(limit)
    source.unpipe(file)
    // What is left is drained, so that whatever the source reads from is closed.
    source.resume()
  })
  source.once('error', fail).pipe(file)
  return Readable.toWeb(file) as ReadableStream<Uint8Array<ArrayBuffer>>
}

/** The users to whom this node sends a file. */
const underWay = new Set<string>()
/** They share the connections to the database with all other calls. */
const filesAtOnce = 3
const patienceMs = 60_000

/**
 * The lines of a file, of which `pages` reads some at a time and only when the reader wants them. Throws beyond a million,
 * which no spreadsheet opens.
 */
export const fileOfLines = (head: string, pages: AsyncIterable<string[]>, isOver: () => boolean): Readable =>
  Readable.from(linesOf(head, pages, isOver), { objectMode: false })

async function* linesOf(head: string, pages: AsyncIterable<string[]>, isOver: () => boolean): AsyncGenerator<string> {
  yield head
  let count = 0
  for await (const lines of pagesInPlaces(pages)) {
    if (isOver()) return
    count += lines.length
    if (count > mostLines) throw new Error('a file has more lines than a spreadsheet opens')
    if (lines.length > 0) yield lines.join('')
  }
}
const mostLines = 1_000_000

/** The pages of a file, each read in a place for what is expensive, which it leaves while the reader takes the page. */
export async function* pagesInPlaces<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  const its = pages[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await pageOfFile(() => its.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await its.return?.()
  }
}
