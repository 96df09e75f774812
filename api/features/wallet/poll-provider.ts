import { log, reasonOf } from '../../platform/log.ts'
import type { Services } from '../../platform/services.ts'
import { openPayments } from './payments/open.ts'
import type { Payments } from './payments/payments.ts'
import { expireForeignTopups, markTopupPolled, topupsToPoll } from './topup-statements.ts'
import { applyProviderUpdate } from './topups.ts'

/**
 * Asks the provider for the state of topups that are still open ten minutes after they were begun, since a webhook may
 * have been lost. Each is asked about again after a quarter of its age, so a forgotten checkout is asked about a dozen
 * times in all. Answers how many topups were settled.
 */
export async function pollProvider(ctx: Services, payments: Payments | null = openPayments(ctx.env)): Promise<number> {
  const now = ctx.now()
  await ctx.db.run(expireForeignTopups, {
    provider: payments?.name ?? '',
    createdBefore: new Date(now - dayMs),
    now: new Date(now),
  })
  if (payments === null) return 0
  const due = await ctx.db.run(topupsToPoll, {
    provider: payments.name,
    now: new Date(now),
    createdBefore: new Date(now - 10 * 60_000),
  })
  let settled = 0
  let failures = 0
  for (const row of due) {
    try {
      const update = await payments.readStatus({
        id: row.id,
        ref: row.provider_ref,
        ageMs: now - row.created_at.getTime(),
      })
      await ctx.db.run(markTopupPolled, { id: row.id, now: new Date(now) })
      failures = 0
      if (update === null) continue
      const afterCommit = await ctx.db.transact((tx) => applyProviderUpdate(tx, ctx, { id: row.id }, update))
      afterCommit?.()
      settled++
    } catch (error) {
      log.error('payment provider', { topup: row.id, error: reasonOf(error) })
      ctx.metrics.providerErrors.inc({ provider: payments.name })
      // The next run asks an unavailable provider again; one failing purchase does not stop the others.
      if (++failures === 3) break
    }
  }
  return settled
}

const dayMs = 86_400_000
