/**
 * A body that asks every so many milliseconds whether it may still flow, and breaks with what `stillMay` throws: a
 * request that takes minutes ends with the right to make it.
 */
export function guarded(
  body: ReadableStream<Uint8Array>,
  stillMay: () => Promise<void>,
  everyMs = 1_000,
): ReadableStream<Uint8Array> {
  let asked = Date.now()
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, out) {
        if (Date.now() - asked >= everyMs) {
          await stillMay()
          asked = Date.now()
        }
        out.enqueue(chunk)
      },
    }),
  )
}
