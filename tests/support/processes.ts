/** What a journey may do to the running product; tests/support/product.ts, which owns its processes, does it. */

/** Kills the API as a crash would (kill -9). */
export const killApi = () => sendCommand('kill-api')
/** Starts the API again on the same data, and waits until it is ready. */
export const restartApi = () => sendCommand('restart-api')

async function sendCommand(command: string): Promise<void> {
  const answer = await fetch(`${process.env.PRODUCT_CONTROL}/${command}`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
}
