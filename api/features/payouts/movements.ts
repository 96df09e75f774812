import { coinsOf } from '../../../contract/coins.ts'
import type { EarningsMovement, EarningsOf } from '../../../contract/payouts.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'
import { boundsOf } from './earnings-statement.ts'
import { earningsMovements, type MovementRow } from './statements.ts'

/**
 * The postings behind a figure of a creator's earnings, newest first: those of `available` and of `pending` sum to what
 * `readEarnings` says, those of `referrals` in a month to what the statement says came in.
 */
export async function readMovements(
  ctx: Services,
  userId: string,
  query: { of: EarningsOf; month?: string; limit?: number; cursor?: string },
) {
  const limit = query.limit ?? 30
  const [beforeAt = null, beforeEntry = null, beforeAccount = null] =
    fromCursor(query.cursor, 'time', 'uuid', 'uuid') ?? []
  const [from, to] = query.month === undefined ? [null, null] : boundsOf(query.month)
  const found = await ctx.db.run(earningsMovements, {
    owner: userId,
    accountKinds: accounts[query.of],
    incomingOnly: query.of === 'referrals',
    from,
    to,
    beforeAt,
    beforeEntry,
    beforeAccount,
    limit: limit + 1,
  })
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id, row.account])
  return { data: rows.map(presentMovement), next }
}

/** Referral earnings are held like the others, and shown with them. */
const accounts: Record<EarningsOf, readonly string[]> = {
  available: ['available'],
  pending: ['pending', 'referral'],
  referrals: ['referral'],
}

const presentMovement = (row: MovementRow): EarningsMovement => ({
  id: row.id,
  account: row.account,
  kind: row.account_kind === 'referral' && row.kind !== 'release' ? 'referral' : row.kind,
  amount: coinsOf(row.amount_cents),
  // A referrer does not see which fan or creator the earnings come from.
  counterparty:
    row.other_id === null || row.account_kind === 'referral'
      ? null
      : { id: row.other_id, username: row.other_username },
  created_at: row.created_at.toISOString(),
})
