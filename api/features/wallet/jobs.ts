import type { Statement } from '../../platform/db/db.ts'
import { releaseHolds } from '../payouts/earnings.ts'
import { returnExpiredGifts } from '../gifts/gifts.ts'
import { expireRequests } from '../requests/requests.ts'
import { requestConsent } from '../subscriptions/consent.ts'
import { renewDue } from '../subscriptions/renew.ts'
import { pollProvider } from './poll-provider.ts'
import { beginCheck, runCheck } from './check-runs.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

/** What money needs done without anybody asking. */
export const moneyJobs: Job[] = [
  { name: 'money-renewals', cron: '* * * * *', run: renewDue },
  { name: 'money-consents', cron: '* * * * *', run: requestConsent },
  { name: 'money-gifts', cron: '*/10 * * * *', run: returnExpiredGifts },
  { name: 'money-requests', cron: '*/10 * * * *', run: expireRequests },
  { name: 'money-releases', cron: '*/5 * * * *', run: releaseHolds },
  { name: 'money-ask-provider', cron: '*/5 * * * *', run: (ctx) => pollProvider(ctx) },
  { name: 'money-expiries', cron: '13 * * * *', run: expire },
  { name: 'money-reconcile', cron: '23 3 * * *', hours: 12, run: reconcile },
]

/** Answers that were kept for a day (PRODUCT 3). */
async function expire(ctx: Services): Promise<void> {
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
