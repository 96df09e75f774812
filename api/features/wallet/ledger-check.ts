import type { LedgerQuestion } from '../../../contract/staff-money.ts'
import type { Db } from '../../platform/db/db.ts'

/**
 * Holds the ledger against its promises (safety §P1): answers one sentence for each thing that is wrong, none
 * when all is well. It only reads.
 */
export async function checkLedger(db: Db): Promise<string[]> {
  return (await findViolations(db)).map((it) => `${sentences[it.question]}: ${it.what}`)
}

/** `checkLedger` question by question, at most twenty answers each; `onAsk` hears of each before it is asked. */
export async function findViolations(
  db: Db,
  onAsk: (question: LedgerQuestion, done: number) => void = () => undefined,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [index, [question, text]] of checks.entries()) {
    onAsk(question, index)
    const rows = await db.run<{ what: string }>({ name: `check_${question}`, text: `${text} limit 20` }, [])
    found.push(...rows.map(({ what }) => ({ question, what })))
  }
  return found
}
export type Violation = { question: LedgerQuestion; what: string }

const sentences: Record<LedgerQuestion, string> = {
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
  escrow: 'What waits in escrow is not what open gifts and requests hold',
}
/** What a purchase takes out of its buyer's wallet. */
const charged = `(select -sum(l.amount_cents) from ledger_postings l join ledger_accounts a on a.id = l.account_id
  where l.entry_id = e.id and a.owner_id = e.user_id and a.kind = 'wallet')`
const reversed = 'exists (select 1 from ledger_entries r where r.reverses = e.id)'

const checks: [LedgerQuestion, string][] = [
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
    `select distinct what from (select account_id::text as what from (
       select account_id, balance_after_cents as value, 1 as ends from ledger_postings
       union all select account_id, balance_after_cents - amount_cents, -1 from ledger_postings
       union all select id, 0, 1 from ledger_accounts
       union all select id, balance_cents, -1 from ledger_accounts
     ) chain group by account_id, value having sum(ends) <> 0) wrong`,
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
       or (p.refunded_at is null and e.object_kind <> 'text'
         and not exists (select 1 from entitlements t where t.purchase_id = p.id))`,
  ],
  [
    'paid',
    `select e.id::text as what from ledger_entries e
     where e.kind in ('unlock', 'post') and (select count(*) from purchases p where p.entry_id = e.id and p.buyer_id = e.user_id) <> 1`,
  ],
  [
    'topups',
    `select t.id::text as what from topups t
     where t.credited_cents <> case when t.status = 'paid' then t.amount_cents - least(t.amount_cents, t.refunded_cents + t.disputed_cents) else 0 end
       or t.credited_cents <> coalesce((select -sum(l.amount_cents) from ledger_entries e
         join ledger_postings l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
         where e.object_kind = 'topup' and e.object_id = t.id and a.kind = 'provider'), 0)
       or t.disputed_cents <> coalesce((select sum(d.amount_cents) from disputes d
         where d.topup_id = t.id and (d.status = 'lost' or (d.status = 'open' and d.withdrawn))), 0)`,
  ],
  [
    'payouts',
    `select p.id::text as what from payouts p
     where case when p.status in ('failed', 'cancelled') then 0 else p.amount_cents end <>
       coalesce((select sum(l.amount_cents) from ledger_entries e
         join ledger_postings l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
         where e.object_kind = 'payout' and e.object_id = p.id and a.kind = 'payout'), 0)`,
  ],
  [
    // A fan's escrow holds exactly what is open; what was accepted was handed on once, and what went back is reversed.
    'escrow',
    `with promised as (
       select buyer_id as owner_id, entry_id, paid_entry_id, price_cents,
         redeemed_at is null and refunded_at is null as open, redeemed_at is not null as kept, refunded_at is not null as back from gifts
       union all
       select fan_id, entry_id, paid_entry_id, price_cents, state in ('open', 'accepted'), delivered_id is not null,
         state in ('declined', 'withdrawn', 'expired', 'refunded') from paid_requests
     )
     select coalesce(a.owner_id, o.owner_id) || ' holds ' || coalesce(a.balance_cents, 0) || ', open are ' || coalesce(o.cents, 0) as what
     from (select * from ledger_accounts where kind = 'escrow') a
     full join (select owner_id, sum(price_cents) as cents from promised where open group by owner_id) o on o.owner_id = a.owner_id
     where coalesce(a.balance_cents, 0) <> coalesce(o.cents, 0)
     union all
     select p.entry_id::text from promised p left join ledger_entries e on e.id = p.entry_id
     where ${charged} is distinct from p.price_cents or p.back <> ${reversed} or p.kept <> (p.paid_entry_id is not null)
       or (p.paid_entry_id is not null and p.back <> exists (select 1 from ledger_entries r where r.reverses = p.paid_entry_id))`,
  ],
]
