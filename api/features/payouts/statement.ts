import type { StatementPart, Statement as Month } from '../../../contract/payouts.ts'
import type { Statement } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { Services } from '../../platform/services.ts'

/** A month of a creator's sales, newest first, with totals of the whole month; they agree with the ledger to the cent. */
export async function readStatement(
  ctx: Services,
  userId: string,
  it: { month: string; part?: StatementPart; limit?: number; cursor?: string },
): Promise<Month> {
  const limit = it.limit ?? 50
  const [from, to] = boundsOf(it.month)
  const kinds = it.part === undefined ? null : parts[it.part]
  const after = fromCursor(it.cursor, 2) ?? [null, null]
  const [totals] = await ctx.db.run<Totals>(monthTotals, [userId, from, to])
  const found = await ctx.db.run<LineRow>(monthLines, [userId, from, to, ...after, limit + 1, kinds])
  const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
  const coins = (cents: number | null | undefined) => (cents ?? 0) / 100
  return {
    month: it.month,
    totals: {
      gross: coins(totals?.gross),
      fee: coins((totals?.gross ?? 0) - (totals?.net ?? 0)),
      net: coins(totals?.net),
      subscriptions: coins(totals?.subscriptions),
      tips: coins(totals?.tips),
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

type Totals = {
  gross: number
  net: number
  subscriptions: number
  tips: number
  unlocks: number
  refunds: number
  referrals: number
}
type LineRow = {
  id: string
  kind: string
  gross: number
  net: number
  other_id: string | null
  other_username: string | null
  created_at: Date
  at: string
}

/** Which kinds of movements each part of a statement is made of. */
const parts: Record<StatementPart, readonly string[]> = {
  subscriptions: ['subscription', 'renewal', 'gift'],
  tips: ['tip', 'request'],
  unlocks: ['unlock', 'post'],
  refunds: ['refund', 'chargeback'],
}
const quoted = (words: readonly string[]): string => words.map((it) => `'${it}'`).join(', ')

/** What came to creator `e.counterparty_id` by the postings of `entry`, or would have but for the platform's loss. */
const netOf = (
  entry: string,
) => `(select sum(p.amount_cents) from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where p.entry_id = ${entry} and ((a.owner_id = e.counterparty_id and a.kind in ('pending', 'available')) or a.kind = 'loss'))`
/**
 * A sale seen from its creator: gross is what the fan paid, net what came into `pending`. A refund is the same with
 * the signs turned, wherever the money was taken from. What only waits in escrow, or went back from there, is no sale.
 */
const sales = `
  select e.id, e.kind, e.created_at, e.user_id as other_id, o.gross, o.net
  from ledger_entries e
  cross join lateral (
    select -sum(p.amount_cents) filter (where a.owner_id = e.user_id and a.kind in ('wallet', 'escrow')) as gross,
      case when e.reverses is null then ${netOf('e.id')} else -${netOf('e.reverses')} end as net
    from ledger_postings p join ledger_accounts a on a.id = p.account_id where p.entry_id = e.id
  ) o
  where e.counterparty_id = $1 and e.created_at >= $2::timestamptz and e.created_at < $3::timestamptz
    and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request', 'refund', 'chargeback')
    and o.net is not null`
const monthTotals: Statement = {
  name: 'earnings_month_totals',
  text: `
    select coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(net), 0)::bigint as net,
      coalesce(sum(net) filter (where kind in (${quoted(parts.subscriptions)})), 0)::bigint as subscriptions,
      coalesce(sum(net) filter (where kind in (${quoted(parts.tips)})), 0)::bigint as tips,
      coalesce(sum(net) filter (where kind in (${quoted(parts.unlocks)})), 0)::bigint as unlocks,
      coalesce(sum(net) filter (where kind in (${quoted(parts.refunds)})), 0)::bigint as refunds,
      (select coalesce(sum(p.amount_cents), 0)::bigint from ledger_accounts a join ledger_postings p on p.account_id = a.id
        where a.owner_id = $1 and a.kind = 'referral' and p.amount_cents > 0
          and p.created_at >= $2::timestamptz and p.created_at < $3::timestamptz) as referrals
    from (${sales}) sales`,
}
const monthLines: Statement = {
  name: 'earnings_month_lines',
  text: `
    select s.id, s.kind, s.created_at, s.created_at::text as at, s.gross::bigint as gross, s.net::bigint as net, s.other_id,
      u.username as other_username
    from (${sales} and ($7::text[] is null or e.kind = any($7::text[])) and ($4::text is null or (e.created_at, e.id) < ($4::timestamptz, $5::uuid)) order by e.created_at desc, e.id desc limit $6) s
    left join users u on u.id = s.other_id order by s.created_at desc, s.id desc`,
}
