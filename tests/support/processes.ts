/** What a journey may do to the running product; tests/support/product.ts, which owns its processes, does it. */

/** Kills the API as a crash would (kill -9). */
export const killApi = () => tell('kill-api')
/** Starts the API again on the same data, and waits until it is ready. */
export const restartApi = () => tell('restart-api')

async function tell(what: string): Promise<void> {
  const answer = await fetch(`${process.env.PRODUCT_CONTROL}/${what}`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
}
