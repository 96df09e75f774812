import type { Statement } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { openPayments } from './payments/open.ts'
import type { Payments } from './payments/payments.ts'
import { applyProviderUpdate, type TopupRow } from './topups.ts'

/**
 * Asks the provider what became of purchases of coins that are still open ten minutes after they were begun: the news
 * may have been lost on its way. Each is asked again after a quarter of its age, so that a forgotten checkout is asked
 * a dozen times in all. Answers how many it settled.
 */
export async function pollProvider(ctx: Services, payments: Payments | null = openPayments(ctx.env)): Promise<number> {
  const now = ctx.now()
  await ctx.db.run(closingForeign, [payments?.name ?? '', new Date(now - dayMs), new Date(now)])
  if (payments === null) return 0
  let settled = 0
  let failures = 0
  for (const row of await ctx.db.run<TopupRow>(open, [payments.name, new Date(now), new Date(now - 10 * 60_000)])) {
    try {
      const news = await payments.ask({ id: row.id, ref: row.provider_ref, ageMs: now - row.created_at.getTime() })
      await ctx.db.run(asked, [row.id, new Date(now)])
      failures = 0
      if (news === null) continue
      const afterCommit = await ctx.db.transact((tx) => applyProviderUpdate(tx, ctx, { id: row.id }, news))
      afterCommit?.()
      settled++
    } catch (error) {
      console.error(JSON.stringify({ at: 'payments', topup: row.id, failure: String(error) }))
      // A provider that is away will be asked by the next run; one odd purchase holds up no other.
      if (++failures === 3) break
    }
  }
  return settled
}

const dayMs = 86_400_000

const open: Statement = {
  name: 'topups_open',
  text: `
    select * from topups
    where status = 'pending' and provider = $1 and created_at < $3::timestamptz
      and (asked_at is null or asked_at < $2::timestamptz - ($2::timestamptz - created_at) / 4)
    order by asked_at nulls first, created_at limit 200`,
}
const asked: Statement = { name: 'topup_asked', text: `update topups set asked_at = $2 where id = $1` }
/** What was begun with a provider that this installation no longer has can only expire. */
const closingForeign: Statement = {
  name: 'topups_close_foreign',
  text: `update topups set status = 'expired', settled_at = $3 where status = 'pending' and provider <> $1 and created_at < $2`,
}
