import { coinsOf } from '../../../contract/coins.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { entryPostings } from './history-statements.ts'

/** An entry with its postings, for the owners of the accounts that it moved; balances of other owners are left out. */
export async function readEntry(ctx: Services, userId: string, id: string) {
  const rows = await ctx.db.run(entryPostings, { entry: id })
  const [first] = rows
  if (first === undefined || !rows.some((row) => row.owner_id === userId)) throw refuse('not_found')
  return {
    id,
    kind: first.kind,
    reason: first.reason,
    reverses: first.reverses,
    created_at: first.created_at.toISOString(),
    postings: rows.map((row) => ({
      account: row.account,
      owner: row.owner_id === userId ? ('you' as const) : row.is_platform ? ('platform' as const) : ('other' as const),
      amount: coinsOf(row.amount_cents),
      balance_after: row.owner_id === userId ? coinsOf(row.balance_after_cents) : null,
    })),
  }
}
