import type { Payout } from '../../../contract/payouts.ts'
import type { PayoutRow } from './statements.ts'

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  amount: row.amount_cents / 100,
  status: row.status,
  method: row.method,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
})
