import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The caller of the running statements has gone, so their answers are not needed. */
export class CallerGone extends Error {}

const callers = new AsyncLocalStorage<AbortSignal>()

/** Runs `work`; when `signal` is aborted, the server ends the statements that run for it, which throw `CallerGone`. */
export const forCaller = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => callers.run(signal, work)

/**
 * Takes a connection for `work` and gives it back. Where the caller goes meanwhile (`forCaller`), the server ends what runs
 * on it and the connection is closed, because a late cancellation would end the next statement on it.
 */
export async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, close: (reason: Error) => void) => Promise<T>,
): Promise<T> {
  const signal = callers.getStore()
  if (signal?.aborted) throw new CallerGone()
  const client = await pool.connect()
  let broken: Error | undefined
  const cancel = () => {
    broken = new CallerGone()
    const { processID } = client as { processID?: number | null }
    // The embedded engine has no processes, and its one connection serves all callers.
    if (processID) void pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined)
    else broken = undefined
  }
  signal?.addEventListener('abort', cancel)
  try {
    // They may have gone while the call waited for the connection.
    if (signal?.aborted) throw new CallerGone()
    return await work(client, (reason) => (broken = reason))
  } catch (error) {
    throw signal?.aborted ? new CallerGone() : error
  } finally {
    signal?.removeEventListener('abort', cancel)
    client.release(broken)
  }
}
