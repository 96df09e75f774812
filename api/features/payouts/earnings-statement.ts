import { coinsOf } from '../../../contract/coins.ts'
import type { Statement as Month, StatementPart } from '../../../contract/payouts.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'
import { monthLines, monthReturns, monthTotals, statementParts } from './statements.ts'

/** A month of a creator's sales, newest first, with totals of the whole month; they agree with the ledger to the cent. */
export async function readStatement(
  ctx: Services,
  userId: string,
  query: { month: string; part?: StatementPart; limit?: number; cursor?: string },
): Promise<Month> {
  const limit = query.limit ?? 50
  const [from, to] = boundsOf(query.month)
  const kinds = query.part === undefined ? Object.values(statementParts).flat() : statementParts[query.part]
  const [beforeAt = null, beforeId = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
  const [totals] = await ctx.db.run(monthTotals, { creator: userId, from, to })
  const page = { creator: userId, from, to, kinds, beforeAt, beforeId, limit: limit + 1 }
  const found = await ctx.db.run(query.part === 'refunds' ? monthReturns : monthLines, page)
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const coins = (cents: number | null | undefined) => coinsOf(cents ?? 0)
  return {
    month: query.month,
    totals: {
      gross: coins(totals?.gross),
      fee: coins((totals?.gross ?? 0) - (totals?.net ?? 0)),
      net: coins(totals?.net),
      subscriptions: coins(totals?.subscriptions),
      tips: coins(totals?.tips),
      requests: coins(totals?.requests),
      unlocks: coins(totals?.unlocks),
      refunds: coins(totals?.refunds),
      referrals: coins(totals?.referrals),
    },
    data: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      gross: coins(row.gross),
      fee: coins(row.gross - row.net),
      net: coins(row.net),
      counterparty: row.other_id === null ? null : { id: row.other_id, username: row.other_username },
      created_at: row.created_at.toISOString(),
    })),
    next,
  }
}

/** The first moment of a month and of the next one (UTC). */
export function boundsOf(month: string): [Date, Date] {
  const from = new Date(`${month}-01T00:00:00Z`)
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))]
}
