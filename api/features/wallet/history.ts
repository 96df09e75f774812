import type { Transaction } from '../../../contract/wallet.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'

/** The movements of a wallet, newest first; each is one posting of the ledger. */
export async function readTransactions(
  ctx: Services,
  userId: string,
  it: { limit?: number; cursor?: string; kind?: Transaction['kind'] },
) {
  const limit = it.limit ?? 30
  const after = fromCursor(it.cursor, 2) ?? [null, null]
  const found = await ctx.db.run<Row>(history, [userId, it.kind ?? null, ...after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  return { data: rows.map(show), next }
}

const show = (row: Row): Transaction => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount_cents / 100,
  balance_after: row.balance_after_cents / 100,
  counterparty: row.other_id === null ? null : { id: row.other_id, username: row.other_username },
  object: row.object_kind === null || row.object_id === null ? null : { kind: row.object_kind, id: row.object_id },
  reason: row.reason,
  created_at: row.created_at.toISOString(),
})

type Row = {
  id: string
  kind: Transaction['kind']
  amount_cents: number
  balance_after_cents: number
  other_id: string | null
  other_username: string | null
  object_kind: string | null
  object_id: string | null
  reason: string | null
  created_at: Date
  at: string
}

const history: Statement = {
  name: 'wallet_history',
  text: `
    select e.id, e.kind, p.amount_cents, p.balance_after_cents, e.object_kind, e.object_id, e.reason, p.created_at,
      p.created_at::text as at, o.id as other_id, o.username as other_username
    from ledger_accounts a
    join ledger_postings p on p.account_id = a.id
    join ledger_entries e on e.id = p.entry_id
    left join users o on o.id = case when e.user_id = $1 then e.counterparty_id else e.user_id end
    where a.owner_id = $1 and a.kind = 'wallet' and a.shard = 0
      and ($2::text is null or e.kind = $2::text)
      and ($3::text is null or (p.created_at, p.entry_id) < ($3::timestamptz, $4::uuid))
    order by p.created_at desc, p.entry_id desc limit $5`,
}
