import type { Statement } from '../../platform/db/db.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'

/** A movement opened into its postings, for those whose money it moved; of others' accounts the balance is not told. */
export async function readEntry(ctx: Services, userId: string, id: string) {
  const rows = await ctx.db.run<Row>(postings, [id])
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
      amount: row.amount_cents / 100,
      balance_after: row.owner_id === userId ? row.balance_after_cents / 100 : null,
    })),
  }
}

type Row = {
  kind: string
  reason: string | null
  reverses: string | null
  created_at: Date
  account: string
  owner_id: string
  is_platform: boolean
  amount_cents: number
  balance_after_cents: number
}
const postings: Statement = {
  name: 'wallet_entry_postings',
  text: `
    select e.kind, e.reason, e.reverses, e.created_at, a.kind as account, a.owner_id,
      a.owner_id = '00000000-0000-0000-0000-000000000001' as is_platform, p.amount_cents, p.balance_after_cents
    from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
    where e.id = $1 order by p.amount_cents, a.kind`,
}
