import { coinsOf } from '../../../contract/coins.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { entryPostings } from './history-statements.ts'

/**
 * An entry with its postings, for the owners of the accounts that it moved; balances of other owners are left out. A
 * referrer is no party to the sale, and sees their own share alone.
 */
export async function readEntry(ctx: Services, userId: string, id: string) {
  const rows = await ctx.db.run(entryPostings, { entry: id })
  const [first] = rows
  if (first === undefined || !rows.some((row) => row.owner_id === userId)) throw refuse('not_found')
  const own = rows.filter((row) => row.owner_id === userId)
  const isParty = own.some((row) => row.account !== 'referral')
  return {
    id,
    kind: isParty ? first.kind : 'referral',
    reason: isParty ? first.reason : null,
    reverses: isParty ? first.reverses : null,
    created_at: first.created_at.toISOString(),
    postings: (isParty ? rows : own).map((row) => ({
      account: row.account,
      owner: row.owner_id === userId ? ('you' as const) : row.is_platform ? ('platform' as const) : ('other' as const),
      amount: coinsOf(row.amount_cents),
      balance_after: row.owner_id === userId ? coinsOf(row.balance_after_cents) : null,
    })),
  }
}
