import { holdDays } from '../../../contract/limits.ts'
import type { Statement as Month } from '../../../contract/payouts.ts'
import type { Db, Statement } from '../../db/db.ts'
import { cut, fromCursor } from '../../db/pages.ts'
import type { Services } from '../../http/services.ts'
import { balances, move } from '../wallet/ledger.ts'
import { asShortfall } from './payouts.ts'
import { refuse } from '../../http/refuse.ts'

/** What a creator has earned: held, available, and when the next of it is released. Referral earnings are held too. */
export async function readEarnings(on: Services, userId: string) {
  const held = await balances(on.db, userId)
  const [first] = await on.db.run<{ at: Date | null }>(nextHeld, [userId])
  return {
    pending: ((held.pending ?? 0) + (held.referral ?? 0)) / 100,
    available: (held.available ?? 0) / 100,
    next_release: first?.at ? new Date(first.at.getTime() + holdDays * 86_400_000).toISOString() : null,
  }
}

/** Moves available earnings into the wallet; there is no way back (PRODUCT 2). */
export async function transfer(tx: Db, on: Services, userId: string, cents: number) {
  if (cents <= 0) throw refuse('invalid_amount')
  const moved = await move(tx, {
    kind: 'transfer',
    userId,
    counterpartyId: null,
    object: null,
    now: on.now(),
    legs: [
      { owner: userId, account: 'available', cents: -cents },
      { owner: userId, account: 'wallet', cents },
    ],
  }).catch(asShortfall)
  const coins = moved.balanceOf(userId, 'wallet') / 100
  const tell = await on.live.record(tx, [{ userId, type: 'balance', payload: { coins } }])
  return { answer: { available: moved.balanceOf(userId, 'available') / 100, coins }, tell }
}

/**
 * Releases what has been held for seven days: `pending` and `referral` into `available`, account by account. What was
 * taken back meanwhile is not released. Answers how many accounts it moved.
 */
export async function releaseHolds(on: Services): Promise<number> {
  const through = new Date(on.now() - holdDays * 86_400_000)
  const due = await on.db.run<{ id: string }>(dueAccounts, [through])
  for (const { id } of due) await on.db.transact((tx) => releaseOne(tx, on, id, through))
  return due.length
}

async function releaseOne(tx: Db, on: Services, accountId: string, through: Date): Promise<void> {
  const [account] = await tx.run<{
    owner_id: string
    kind: 'pending' | 'referral'
    shard: number
    released_through: Date | null
  }>(lockAccount, [accountId])
  if (account === undefined || (account.released_through !== null && account.released_through >= through)) return
  const [row] = await tx.run<{ cents: number }>(heldUntil, [accountId, account.released_through, through])
  await tx.run(released, [accountId, through])
  if (row === undefined || row.cents === 0) return
  await move(tx, {
    kind: 'release',
    userId: account.owner_id,
    counterpartyId: null,
    object: null,
    now: on.now(),
    legs: [
      { owner: account.owner_id, account: account.kind, shard: account.shard, cents: -row.cents },
      { owner: account.owner_id, account: 'available', cents: row.cents },
    ],
  })
}

/** A month of a creator's sales, newest first, with totals of the whole month; they agree with the ledger to the cent. */
export async function readStatement(
  on: Services,
  userId: string,
  it: { month: string; limit?: number; cursor?: string },
): Promise<Month> {
  const limit = it.limit ?? 50
  const from = new Date(`${it.month}-01T00:00:00Z`)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const after = fromCursor(it.cursor, 2) ?? [null, null]
  const [totals] = await on.db.run<Totals>(monthTotals, [userId, from, to])
  const found = await on.db.run<LineRow>(monthLines, [userId, from, to, ...after, limit + 1])
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

const nextHeld: Statement = {
  name: 'earnings_next_held',
  text: `
    select min(p.created_at) as at from ledger_accounts a
    cross join lateral (
      select p.created_at from ledger_postings p
      where p.account_id = a.id and p.amount_cents > 0 and p.created_at > coalesce(a.released_through, '-infinity')
        and not exists (select 1 from ledger_entries r where r.reverses = p.entry_id)
      order by p.created_at limit 1
    ) p
    where a.owner_id = $1 and a.kind in ('pending', 'referral')`,
}
const dueAccounts: Statement = {
  name: 'earnings_due_accounts',
  text: `
    select a.id from ledger_accounts a
    where a.kind in ('pending', 'referral') and a.balance_cents > 0
      and exists (select 1 from ledger_postings p where p.account_id = a.id and p.amount_cents > 0
        and p.created_at > coalesce(a.released_through, '-infinity') and p.created_at <= $1::timestamptz)
    order by a.id`,
}
const lockAccount: Statement = {
  name: 'earnings_lock_account',
  text: `select owner_id, kind, shard, released_through from ledger_accounts where id = $1 for update`,
}
const heldUntil: Statement = {
  name: 'earnings_held_until',
  text: `
    select coalesce(sum(p.amount_cents), 0)::bigint as cents from ledger_postings p
    where p.account_id = $1 and p.amount_cents > 0
      and p.created_at > coalesce($2::timestamptz, '-infinity') and p.created_at <= $3::timestamptz
      and not exists (select 1 from ledger_entries r where r.reverses = p.entry_id)`,
}
const released: Statement = {
  name: 'earnings_released',
  text: `update ledger_accounts set released_through = $2 where id = $1`,
}

/**
 * A sale seen from its creator: gross is what the fan paid, net what came into `pending`. A refund is the same with
 * the signs turned, wherever the money was taken from.
 */
const sales = `
  select e.id, e.kind, e.created_at, e.user_id as other_id, o.gross, o.net
  from ledger_entries e
  cross join lateral (
    select -sum(p.amount_cents) filter (where a.owner_id = e.user_id and a.kind in ('wallet', 'escrow')) as gross,
      sum(p.amount_cents) filter (where (a.owner_id = e.counterparty_id and a.kind in ('pending', 'available')) or a.kind = 'loss') as net
    from ledger_postings p join ledger_accounts a on a.id = p.account_id where p.entry_id = e.id
  ) o
  where e.counterparty_id = $1 and e.created_at >= $2::timestamptz and e.created_at < $3::timestamptz
    and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request', 'refund', 'chargeback')`
const monthTotals: Statement = {
  name: 'earnings_month_totals',
  text: `
    select coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(net), 0)::bigint as net,
      coalesce(sum(net) filter (where kind in ('subscription', 'renewal', 'gift')), 0)::bigint as subscriptions,
      coalesce(sum(net) filter (where kind in ('tip', 'request')), 0)::bigint as tips,
      coalesce(sum(net) filter (where kind in ('unlock', 'post')), 0)::bigint as unlocks,
      coalesce(sum(net) filter (where kind in ('refund', 'chargeback')), 0)::bigint as refunds,
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
    from (${sales} and ($4::text is null or (e.created_at, e.id) < ($4::timestamptz, $5::uuid)) order by e.created_at desc, e.id desc limit $6) s
    left join users u on u.id = s.other_id order by s.created_at desc, s.id desc`,
}
