import type { Statement } from '../db/db.ts'
import { releaseHolds } from '../domains/payouts/earnings.ts'
import { renewDue } from '../domains/subscriptions/renew.ts'
import { checkLedger } from '../domains/wallet/check.ts'
import type { Services } from '../http/services.ts'
import type { Job } from './jobs.ts'

/** What money needs done without anybody asking. */
export const moneyJobs: Job[] = [
  { name: 'money-renewals', cron: '* * * * *', run: renewDue },
  { name: 'money-releases', cron: '*/5 * * * *', run: releaseHolds },
  { name: 'money-expiries', cron: '13 * * * *', run: expire },
  { name: 'money-reconcile', cron: '23 3 * * *', run: reconcile },
]

/** Purchases of coins that nobody finished in a day, and answers that were kept for one (PRODUCT 3). */
export async function expire(on: Services): Promise<void> {
  const yesterday = new Date(on.now() - 86_400_000)
  await on.db.run(expireTopups, [yesterday, new Date(on.now())])
  await on.db.run(forgetKeys, [yesterday])
}

/** Holds the ledger against its promises every night; what is wrong is said loudly, and counted for whoever watches. */
export async function reconcile(on: Services): Promise<void> {
  const found = await checkLedger(on.db)
  for (const sentence of found) console.error(JSON.stringify({ at: 'ledger', violation: sentence }))
  if (found.length > 0) throw new Error(`the ledger is violated in ${found.length} places`)
}

const expireTopups: Statement = {
  name: 'money_expire_topups',
  text: `update topups set status = 'expired', settled_at = $2 where status = 'pending' and created_at < $1`,
}
const forgetKeys: Statement = { name: 'money_forget_keys', text: `delete from idempotency_keys where created_at < $1` }
