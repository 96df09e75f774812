import { openPurger } from './http/purge.ts'
import { openRates } from './http/rates.ts'
import { openStorage } from './media/storage.ts'
import { openMetrics } from './metrics/metrics.ts'
import type { Services } from './services.ts'

/** Adds what needs only the settings to what was opened before; `close` sends what waits and lets go of connections. */
export function openServices(
  opened: Pick<Services, 'env' | 'db' | 'live' | 'jobs' | 'now'>,
): Services & { close: () => Promise<void> } {
  const { env } = opened
  const rates = openRates(env)
  const purger = openPurger(env)
  const close = async () => {
    await purger.close()
    await rates.close()
  }
  return { ...opened, storage: openStorage(env), rates, purger, metrics: openMetrics(), batches: new Map(), close }
}
