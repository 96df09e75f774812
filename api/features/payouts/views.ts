import type { Payout } from '../../../contract/payouts.ts'
import type { PayoutRow } from './payouts.ts'

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  amount: row.amount_cents / 100,
  status: row.status,
  method: row.method,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
})

/** What a `PayoutRow` is read from; ends with the tables, before `where`. */
export const payoutColumns = `p.id, p.user_id, u.username, p.amount_cents, p.status, m.label as method, p.reason, p.entry_id, p.created_at, p.settled_at
  from payouts p join users u on u.id = p.user_id left join payout_methods m on m.id = p.method_id`
