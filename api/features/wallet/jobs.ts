import { RefusalError } from '../../platform/http/refusal.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { beginCheck, isWholeCheckDue, runCheck } from './check-runs.ts'
import { pollProvider } from './poll-provider.ts'

/** The wallet's jobs: polling for open topups and the ledger check. */
export const walletJobs: Job[] = [
  { name: 'money-ask-provider', cron: '*/5 * * * *', run: (ctx) => pollProvider(ctx) },
  { name: 'money-reconcile', cron: '23 3 * * *', hours: 12, run: reconcile },
]

/**
 * Checks the ledger every night: what is new, and once a week all of it, on a connection without the limits of requests.
 * Staff are notified of violations; a check that cannot finish fails and is tried again. When staff have just started a
 * run, no second one begins.
 */
export async function reconcile(ctx: Services): Promise<void> {
  const isWhole = await isWholeCheckDue(ctx.db)
  const id = await beginCheck(ctx.db, null, isWhole).catch((error: unknown) => {
    if (error instanceof RefusalError && error.code === 'already_done') return null
    throw error
  })
  if (id !== null) await runCheck(ctx, id, isWhole)
}
