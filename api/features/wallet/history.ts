import { coinsOf } from '../../../contract/coins.ts'
import type { Transaction } from '../../../contract/wallet.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'
import { type TransactionRow, walletHistory, walletHistoryOfKind } from './history-statements.ts'

/** The movements of a wallet, newest first; each is one posting of the ledger. */
export async function readTransactions(
  ctx: Services,
  userId: string,
  query: { limit?: number; cursor?: string; kind?: Transaction['kind'] },
) {
  const limit = query.limit ?? 30
  const [beforeAt = null, beforeId = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
  const page = { owner: userId, beforeAt, beforeId, limit: limit + 1 }
  const { kind } = query
  const found = await (kind === undefined
    ? ctx.db.run(walletHistory, page)
    : ctx.db.run(walletHistoryOfKind, { ...page, kind }))
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  return { data: rows.map(presentTransaction), next }
}

const presentTransaction = (row: TransactionRow): Transaction => ({
  id: row.id,
  kind: row.kind,
  amount: coinsOf(row.amount_cents),
  balance_after: coinsOf(row.balance_after_cents),
  counterparty: row.other_id === null ? null : { id: row.other_id, username: row.other_username },
  object: row.object_kind === null || row.object_id === null ? null : { kind: row.object_kind, id: row.object_id },
  reason: row.reason,
  created_at: row.created_at.toISOString(),
})
