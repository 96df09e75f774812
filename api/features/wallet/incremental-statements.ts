import type { LedgerQuestion } from '../../../contract/staff-money.ts'
import { noId } from '../../platform/db/ids.ts'
import { int, jsonb, statement, text, textOf, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Violation } from './check-statements.ts'
import { dayOf, earningKinds, isRepeated, repeatedSales } from './repeated-sales.ts'

/** When the oldest open transaction of other connections began, or now. Its rows may still appear. */
export const oldestTransaction = statement(
  'proof_oldest_transaction',
  { now: timestamptz },
  { began_at: timestamptz },
  ({ now }) => `
    select least(${now}, min(xact_start)) as began_at from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
)
export const openProof = statement(
  'proof_open',
  {},
  {},
  () => `insert into ledger_proofs (id, entry_id) values (1, '${noId}') on conflict do nothing`,
)
/** Holds the mark until the commit, so that batches of two nodes follow each other. */
export const lockProof = statement(
  'proof_lock',
  {},
  { entry_id: uuid, round: int, found: jsonb<Violation[]>() },
  () => `select entry_id, round, found from ledger_proofs where id = 1 for update`,
)
/** The end of the next batch: its last entry is whole. */
export const endOfBatch = statement(
  'proof_batch_end',
  { after: uuid, until: uuid, postings: int },
  { entry_id: uuid },
  ({ after, until, postings }) => `
    select coalesce((select entry_id from ledger_postings where entry_id > ${after} and entry_id <= ${until}
      order by entry_id, account_id offset ${postings} - 1 limit 1), ${until}) as entry_id`,
)
export const addProvenSums = statement(
  'proof_add_sums',
  { after: uuid, to: uuid, round: int },
  {},
  ({ after, to, round }) => `
    insert into ledger_proven_sums as s (account_id, sum_cents, round, is_open)
    select account_id, sum(amount_cents), ${round}, true from ledger_postings
    where entry_id > ${after} and entry_id <= ${to} group by account_id
    on conflict (account_id) do update set round = excluded.round, is_open = true,
      sum_cents = excluded.sum_cents + case when s.round = excluded.round then s.sum_cents else 0 end`,
)
export const moveProof = statement(
  'proof_move',
  { to: uuid, found: jsonb<readonly Violation[]>() },
  {},
  ({ to, found }) => `update ledger_proofs set entry_id = ${to}, found = ${found} where id = 1`,
)
/** A whole check has read everything: what lies up to its mark is proven, and only that. */
export const beginRound = statement(
  'proof_begin_round',
  { mark: uuid },
  {},
  ({ mark }) => `update ledger_proofs set entry_id = ${mark}, round = round + 1, found = '[]' where id = 1`,
)
export const sumAll = statement(
  'proof_sum_all',
  { mark: uuid },
  {},
  ({ mark }) => `
    insert into ledger_proven_sums (account_id, sum_cents, round, is_open)
    select p.account_id, sum(p.amount_cents) filter (where p.entry_id <= ${mark}),
      (select m.round from ledger_proofs m where m.id = 1), false
    from ledger_postings p group by p.account_id having bool_or(p.entry_id <= ${mark})
    on conflict (account_id) do update set sum_cents = excluded.sum_cents, round = excluded.round, is_open = false`,
  { scans: { ledger_postings: 'the whole check has just read it' } },
)

const question = textOf<LedgerQuestion>()
const within = (row: string, day: string): string =>
  `${row}.created_at >= ${day}::timestamp at time zone 'UTC' and ${row}.created_at < (${day} + 1)::timestamp at time zone 'UTC'`

/** What is wrong with the entries after one and up to another. */
export const wrongEntries = statement(
  'proof_wrong_entries',
  { after: uuid, to: uuid },
  { question, what: text },
  ({ after, to }) => `
    (select 'entries' as question, entry_id || ' sums to ' || sum(amount_cents) as what from ledger_postings
      where entry_id > ${after} and entry_id <= ${to} group by entry_id having sum(amount_cents) <> 0 limit 20)
    union all
    (select 'empty', e.id::text from ledger_entries e where e.id > ${after} and e.id <= ${to}
      and (select count(*) from ledger_postings p where p.entry_id = e.id) < 2 limit 20)
    union all
    (select 'orphans', p.entry_id::text from ledger_postings p where p.entry_id > ${after} and p.entry_id <= ${to}
      and (not exists (select 1 from ledger_entries e where e.id = p.entry_id)
        or not exists (select 1 from ledger_accounts a where a.id = p.account_id)) limit 20)`,
)
/** What fans paid on the days of these entries: the sums of the days, and the sum of all days. */
export const wrongSpending = statement(
  'proof_wrong_spending',
  { after: uuid, to: uuid },
  { what: text },
  ({ after, to }) => `
    with touched as (
      select distinct e.counterparty_id as creator_id, a.id as account_id, a.owner_id as fan_id, ${dayOf('e')} as day
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
      join ledger_accounts a on a.id = p.account_id and a.kind = 'wallet'
      where e.id > ${after} and e.id <= ${to} and e.counterparty_id is not null
    )
    (select t.fan_id || ' to ' || t.creator_id || ' on ' || t.day || ' says ' || coalesce(s.spent_cents, 0)
        || ', the postings say ' || paid.cents as what
      from touched t
      cross join lateral (select -coalesce(sum(p.amount_cents), 0) as cents from ledger_postings p
        join ledger_entries e on e.id = p.entry_id and e.counterparty_id = t.creator_id
        where p.account_id = t.account_id and ${within('p', 't.day')}) paid
      left join fan_spending_days s on s.creator_id = t.creator_id and s.day = t.day and s.fan_id = t.fan_id
      where coalesce(s.spent_cents, 0) <> paid.cents limit 20)
    union all
    (select t.fan_id || ' to ' || t.creator_id || ' says ' || coalesce(s.spent_cents, 0) || ', the days say ' || days.cents
      from (select distinct creator_id, fan_id from touched) t
      cross join lateral (select coalesce(sum(d.spent_cents), 0) as cents from fan_spending_days d
        where d.creator_id = t.creator_id and d.fan_id = t.fan_id) days
      left join fan_spending s on s.creator_id = t.creator_id and s.fan_id = t.fan_id
      where coalesce(s.spent_cents, 0) <> days.cents limit 20)`,
)
const sumsOf = (entry: string): string => `
  select -sum(p.amount_cents) filter (where a.kind in ('wallet', 'escrow')) as gross,
    sum(p.amount_cents) filter (where a.kind = 'pending') as net
  from ledger_postings p join ledger_accounts a on a.id = p.account_id where p.entry_id = ${entry}`
/** What creators earned on the days of these entries. A repeated sale came to what it did at first. */
export const wrongEarnings = statement(
  'proof_wrong_earnings',
  { after: uuid, to: uuid },
  { what: text },
  ({ after, to }) => `
    with recursive ${repeatedSales}, touched as (
      select distinct e.counterparty_id as owner_id, ${dayOf('e')} as day from ledger_entries e
      where e.id > ${after} and e.id <= ${to} and e.counterparty_id is not null and e.kind in ${earningKinds}
    ), earned as (
      select t.owner_id, t.day, coalesce(o.kind, e.kind) as kind, e.reverses is not null as is_return,
        sum(coalesce(g.gross, 0)) as gross, sum(case when e.reverses is null then n.net else -n.net end) as net
      from touched t cross join lateral (select x.id, x.kind, x.reverses from ledger_entries x
        where x.counterparty_id = t.owner_id and ${within('x', 't.day')} and x.kind in ${earningKinds} offset 0) e
      left join lateral (select x.kind from ledger_entries x where x.id = e.reverses offset 0) o on true
      left join repeated r on ${isRepeated('r', 'e')}
      cross join lateral (${sumsOf('e.id')}) g
      join lateral (${sumsOf('coalesce(r.first, e.reverses, e.id)')}) n on n.net is not null
      group by 1, 2, 3, 4
    ), kept as (
      select t.owner_id, t.day, d.kind, d.is_return, sum(d.gross_cents) as gross, sum(d.net_cents) as net from touched t
      join earnings_days d on d.owner_id = t.owner_id and d.day = t.day and d.kind <> 'referral' group by 1, 2, 3, 4
    )
    select owner_id || ' by ' || kind || ' on ' || day || ' says ' || coalesce(d.net, 0) || ' of ' || coalesce(d.gross, 0)
      || ', the postings say ' || coalesce(e.net, 0) || ' of ' || coalesce(e.gross, 0) as what
    from kept d full join earned e using (owner_id, day, kind, is_return)
    where coalesce(d.net, 0) <> coalesce(e.net, 0) or coalesce(d.gross, 0) <> coalesce(e.gross, 0) limit 20`,
  { scans: { undone_sales: 'as many rows as sales were undone by a dispute' } },
)

/** What came after the mark, by account. */
const tail = `tail as materialized (
  select p.account_id, sum(p.amount_cents) as cents from ledger_postings p
  where p.entry_id > (select entry_id from ledger_proofs where id = 1) group by p.account_id)`
const mismatch = (sum: string): string =>
  `a.kind || ' of ' || a.owner_id || ' says ' || a.balance_cents || ', its postings say ' || ${sum}`

/** Compares the balances of the accounts that grew, and closes those that are right; a wrong one is asked again. */
export const closeSums = statement(
  'proof_close_sums',
  { after: uuid, round: int, accounts: int },
  { account_id: uuid, is_right: textOf<'yes' | 'no'>(), what: text },
  ({ after, round, accounts }) => `
    with ${tail}, batch as materialized (
      select s.account_id, s.sum_cents + coalesce(t.cents, 0) as cents
      from ledger_proven_sums s left join tail t on t.account_id = s.account_id
      where s.is_open and s.round = ${round} and s.account_id > ${after} order by s.account_id limit ${accounts}
    ), asked as materialized (
      select b.account_id, a.balance_cents = b.cents as is_right, ${mismatch('b.cents')} as what
      from batch b join ledger_accounts a on a.id = b.account_id
    ), closed as (
      update ledger_proven_sums s set is_open = false from asked k where s.account_id = k.account_id and k.is_right
    )
    select b.account_id, case when k.is_right is distinct from false then 'yes' else 'no' end as is_right, coalesce(k.what, '') as what
    from batch b left join asked k on k.account_id = b.account_id order by b.account_id`,
)
/** The balances of the accounts that moved after the mark. */
export const wrongTail = statement(
  'proof_wrong_tail',
  { round: int },
  { what: text },
  ({ round }) => `
    with ${tail}
    select ${mismatch('coalesce(s.sum_cents, 0) + t.cents')} as what
    from tail t join ledger_accounts a on a.id = t.account_id
    left join ledger_proven_sums s on s.account_id = t.account_id and s.round = ${round}
    where a.balance_cents <> coalesce(s.sum_cents, 0) + t.cents limit 20`,
)
