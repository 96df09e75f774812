import { coinsOf } from '../../../contract/coins.ts'
import type { Payout } from '../../../contract/payouts.ts'
import type { PayoutRow } from './statements.ts'

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  amount: coinsOf(row.amount_cents),
  status: row.status,
  method: row.method,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
})
