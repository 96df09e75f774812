import type { Db } from '../../db/db.ts'

/**
 * Holds the ledger against its promises (SAFETY, promises): answers one sentence for each thing that is wrong, none
 * when all is well. It only reads.
 */
export async function checkLedger(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [name, text] of checks) {
    const rows = await db.run<{ what: string }>({ name: `check_${name}`, text: `${text} limit 20` }, [])
    found.push(...rows.map((row) => `${sentences[name]}: ${row.what}`))
  }
  return found
}

const sentences: Record<Check, string> = {
  overall: 'All postings together do not sum to zero',
  entries: 'The postings of an entry do not sum to zero',
  empty: 'An entry has no two postings',
  orphans: 'A posting has no entry or no account',
  balances: 'A balance is not the sum of its postings',
  running: 'The last running balance of an account is not its balance',
  negative: 'An account is below zero that may not be',
  entitled: 'An entitlement has no purchase that was paid exactly once',
  purchased: 'A purchase has no paid entry of its price',
  paid: 'A paid entry has no purchase',
  topups: 'A purchase of coins is not what the ledger credits',
  payouts: 'A payout is not what the ledger paid',
}
type Check =
  | 'overall'
  | 'entries'
  | 'empty'
  | 'orphans'
  | 'balances'
  | 'running'
  | 'negative'
  | 'entitled'
  | 'purchased'
  | 'paid'
  | 'topups'
  | 'payouts'

/** What a purchase takes out of its buyer's wallet. */
const charged = `(select -sum(l.amount_cents) from ledger_postings l join ledger_accounts a on a.id = l.account_id
  where l.entry_id = e.id and a.owner_id = e.user_id and a.kind = 'wallet')`
const reversed = 'exists (select 1 from ledger_entries r where r.reverses = e.id)'

const checks: [Check, string][] = [
  ['overall', `select sum(amount_cents)::text as what from ledger_postings having sum(amount_cents) <> 0`],
  [
    'entries',
    `select entry_id::text || ' sums to ' || sum(amount_cents) as what from ledger_postings group by entry_id having sum(amount_cents) <> 0`,
  ],
  [
    'empty',
    `select e.id::text as what from ledger_entries e where (select count(*) from ledger_postings p where p.entry_id = e.id) < 2`,
  ],
  [
    'orphans',
    `select p.entry_id::text as what from ledger_postings p where not exists (select 1 from ledger_entries e where e.id = p.entry_id)
       or not exists (select 1 from ledger_accounts a where a.id = p.account_id)`,
  ],
  [
    'balances',
    `select a.kind || ' of ' || a.owner_id || ' says ' || a.balance_cents || ', its postings say ' || coalesce(p.total, 0) as what
     from ledger_accounts a
     left join (select account_id, sum(amount_cents) as total from ledger_postings group by account_id) p on p.account_id = a.id
     where a.balance_cents <> coalesce(p.total, 0)`,
  ],
  [
    // Every running balance is that of the posting before it plus its own amount; which came first is in the balances
    // themselves: some chain must lead from zero to the present balance, so counts of both ends have to match.
    'running',
    `select account_id::text as what from (
       select account_id, balance_after_cents as value, 1 as ends from ledger_postings
       union all select account_id, balance_after_cents - amount_cents, -1 from ledger_postings
       union all select id, 0, 1 from ledger_accounts
       union all select id, balance_cents, -1 from ledger_accounts
     ) chain group by account_id, value having sum(ends) <> 0`,
  ],
  [
    'negative',
    `select kind || ' of ' || owner_id || ' holds ' || balance_cents as what from ledger_accounts
     where balance_cents < 0 and kind not in ('provider', 'loss')`,
  ],
  [
    'entitled',
    `select t.user_id || ' owns ' || t.media_id as what from entitlements t
     where (select count(*) from purchases p join ledger_entries e on e.id = p.entry_id
       where p.id = t.purchase_id and p.buyer_id = t.user_id and p.refunded_at is null and not ${reversed}) <> 1`,
  ],
  [
    'purchased',
    `select p.id::text as what from purchases p left join ledger_entries e on e.id = p.entry_id
     where e.id is null or e.user_id <> p.buyer_id or ${charged} is distinct from p.price_cents
       or (p.refunded_at is null) = ${reversed}
       or (p.refunded_at is null and not exists (select 1 from entitlements t where t.purchase_id = p.id))`,
  ],
  [
    'paid',
    `select e.id::text as what from ledger_entries e
     where e.kind in ('unlock', 'post') and (select count(*) from purchases p where p.entry_id = e.id) <> 1`,
  ],
  [
    'topups',
    `select t.id::text as what from topups t
     where t.credited_cents <> case when t.status = 'paid' then t.amount_cents - t.refunded_cents else 0 end
       or t.credited_cents <> coalesce((select -sum(l.amount_cents) from ledger_entries e
         join ledger_postings l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
         where e.object_kind = 'topup' and e.object_id = t.id and a.kind = 'provider'), 0)`,
  ],
  [
    'payouts',
    `select p.id::text as what from payouts p
     where case when p.status in ('failed', 'cancelled') then 0 else p.amount_cents end <>
       coalesce((select sum(l.amount_cents) from ledger_entries e
         join ledger_postings l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
         where e.object_kind = 'payout' and e.object_id = p.id and a.kind = 'payout'), 0)`,
  ],
]
