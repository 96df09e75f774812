/**
 * Does `work` for each item, four at a time: a media file waits mostly for its disk or its bucket. Ends when all have
 * ended; the first error ends it for the items that have not begun, and is thrown.
 */
export async function fourAtOnce<T>(items: AsyncGenerator<T>, work: (item: T) => Promise<void>): Promise<void> {
  const worker = async () => {
    // An error closes the items for the other workers too.
    for await (const item of items) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: 4 }, worker))
  for (const it of ended) if (it.status === 'rejected') throw it.reason
}
