import type { Statement } from '../../platform/db/db.ts'
import { pollProvider } from './poll-provider.ts'
import { beginCheck, runCheck } from './check-runs.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

/** The wallet's own work: top-ups the provider was silent about, kept answers that expire, and the check of the ledger. */
export const walletJobs: Job[] = [
  { name: 'money-ask-provider', cron: '*/5 * * * *', run: (ctx) => pollProvider(ctx) },
  { name: 'money-expiries', cron: '13 * * * *', run: expire },
  { name: 'money-reconcile', cron: '23 3 * * *', hours: 12, run: reconcile },
]

/** Answers that were kept for a day (product §3). */
export async function expire(ctx: Services): Promise<void> {
  await ctx.db.run(forgetKeys, [new Date(ctx.now() - 86_400_000)])
}

/**
 * Holds the ledger against its promises every night, beside the requests and without their limits. Staff hear of what
 * is wrong; a check that cannot be made fails, to be tried again. One that staff started meanwhile serves as well.
 */
export async function reconcile(ctx: Services): Promise<void> {
  const id = await beginCheck(ctx.db, null).catch((error: unknown) => {
    if (error instanceof RefusalError && error.code === 'already_done') return null
    throw error
  })
  if (id !== null) await runCheck(ctx, id)
}

const forgetKeys: Statement = { name: 'money_forget_keys', text: `delete from idempotency_keys where created_at < $1` }
