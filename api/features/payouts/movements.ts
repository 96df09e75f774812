import type { EarningsMovement, EarningsOf } from '../../../contract/payouts.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'
import { boundsOf } from './statement.ts'

/**
 * The postings behind a figure of a creator's earnings, newest first: those of `available` and of `pending` sum to what
 * `readEarnings` says, those of `referrals` in a month to what the statement says came in.
 */
export async function readMovements(
  ctx: Services,
  userId: string,
  it: { of: EarningsOf; month?: string; limit?: number; cursor?: string },
) {
  const limit = it.limit ?? 30
  const after = fromCursor(it.cursor, 3) ?? [null, null, null]
  const [from, to] = it.month === undefined ? [null, null] : boundsOf(it.month)
  const isComing = it.of === 'referrals'
  const found = await ctx.db.run<Row>(movements, [userId, accounts[it.of], isComing, from, to, ...after, limit + 1])
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id, row.account])
  return { data: rows.map(show), next }
}

/** Referral earnings are held like the others, and shown with them. */
const accounts: Record<EarningsOf, readonly string[]> = {
  available: ['available'],
  pending: ['pending', 'referral'],
  referrals: ['referral'],
}

const show = (row: Row): EarningsMovement => ({
  id: row.id,
  account: row.account,
  kind: row.account_kind === 'referral' && row.kind !== 'release' ? 'referral' : row.kind,
  amount: row.amount_cents / 100,
  // Who spent what a referrer earns from is none of the referrer's business.
  counterparty:
    row.other_id === null || row.account_kind === 'referral'
      ? null
      : { id: row.other_id, username: row.other_username },
  created_at: row.created_at.toISOString(),
})

type Row = {
  id: string
  account: string
  account_kind: string
  kind: string
  amount_cents: number
  other_id: string | null
  other_username: string | null
  created_at: Date
  at: string
}

const movements: Statement = {
  name: 'earnings_movements',
  text: `
    select e.id, p.account_id as account, a.kind as account_kind, e.kind, p.amount_cents, p.created_at,
      p.created_at::text as at, o.id as other_id, o.username as other_username
    from ledger_accounts a
    join ledger_postings p on p.account_id = a.id
    join ledger_entries e on e.id = p.entry_id
    left join users o on o.id = case when e.user_id = $1 then e.counterparty_id else e.user_id end
    where a.owner_id = $1 and a.kind = any($2::text[]) and (not $3::boolean or p.amount_cents > 0)
      and ($4::timestamptz is null or (p.created_at >= $4::timestamptz and p.created_at < $5::timestamptz))
      and ($6::text is null or (p.created_at, p.entry_id, p.account_id) < ($6::timestamptz, $7::uuid, $8::uuid))
    order by p.created_at desc, p.entry_id desc, p.account_id desc limit $9`,
}
