import type { LedgerQuestion } from '../../../contract/staff-money.ts'
import {
  bool,
  int,
  jsonb,
  neverNull,
  orNull,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'
import { wrongBroadcasts } from './check-broadcasts.ts'
import { wrongCohorts } from './check-cohorts.ts'
import { wrongLinks } from './check-links.ts'
import { wrongSold } from './check-sold.ts'
import { dayOf, earningKinds, isRepeated, repeatedSales } from './repeated-sales.ts'

/** One violation of a ledger invariant. */
export type Violation = { question: LedgerQuestion; what: string }

const question = textOf<LedgerQuestion>()

/** Closes the runs that died with their process. */
export const closeDeadRuns = statement(
  'check_close_dead',
  { now: timestamptz, seenBefore: timestamptz },
  {},
  ({ now, seenBefore }) => `
    update ledger_checks set finished_at = ${now}, failure = 'interrupted'
    where finished_at is null and seen_at < ${seenBefore}`,
)
/** No row while another run is under way. */
export const insertRun = statement(
  'check_begin',
  { id: uuid, startedBy: orNull(uuid), now: timestamptz, total: int, isWhole: bool },
  { id: uuid },
  ({ id, startedBy, now, total, isWhole }) => `
    insert into ledger_checks (id, asked_by, started_at, seen_at, total, is_whole)
    values (${id}, ${startedBy}, ${now}, ${now}, ${total}, ${isWhole}) on conflict do nothing returning id`,
)
/** A sign of life. */
export const touchRun = statement(
  'check_live',
  { id: uuid, now: timestamptz },
  {},
  ({ id, now }) => `update ledger_checks set seen_at = ${now} where id = ${id}`,
)
export const updateProgress = statement(
  'check_progress',
  { id: uuid, done: int, question, now: timestamptz },
  {},
  (p) => `
    update ledger_checks set done = ${p.done}, asking = ${p.question}, seen_at = ${p.now}
    where id = ${p.id} and finished_at is null`,
)
export const finishRun = statement(
  'check_finish',
  { id: uuid, now: timestamptz, violations: orNull(jsonb<readonly Violation[]>()), failure: orNull(text) },
  {},
  ({ id, now, violations, failure }) => `
    update ledger_checks set finished_at = ${now}, violations = ${violations}, failure = ${failure}, asking = null,
      done = case when ${failure} is null then total else done end
    where id = ${id}`,
)

/** The last check of all rows that ended with a result. */
export const lastWholeCheck = statement(
  'check_last_whole',
  {},
  {
    finished_at: neverNull(timestamptz, 'it has ended'),
    violations: neverNull(jsonb<Violation[]>(), 'it has a result'),
  },
  () => `
    select finished_at, violations from ledger_checks
    where is_whole and finished_at is not null and violations is not null order by finished_at desc limit 1`,
)

const runColumns =
  'c.id, c.asked_by, c.started_at, c.finished_at, c.done, c.total, c.asking, c.violations, c.failure, u.username'
/** The run that is under way, and the last one that ended. */
export const latestRuns = statement(
  'check_latest',
  { seenSince: timestamptz },
  {
    id: uuid,
    asked_by: orNull(uuid),
    started_at: timestamptz,
    finished_at: orNull(timestamptz),
    done: int,
    total: int,
    asking: orNull(question),
    violations: orNull(jsonb<Violation[]>()),
    failure: orNull(text),
    username: orNull(text),
  },
  ({ seenSince }) => `
    (select ${runColumns} from ledger_checks c left join users u on u.id = c.asked_by
      where c.finished_at is null and c.seen_at >= ${seenSince} limit 1)
    union all
    (select ${runColumns} from ledger_checks c left join users u on u.id = c.asked_by
      where c.finished_at is not null order by c.finished_at desc limit 1)`,
)

export const staffToAlarm = statement(
  'check_staff',
  {},
  { id: uuid, email: text },
  () => `select id, email from users where role = 'staff' and deleted_at is null`,
  { scans: { users: 'only when the ledger is wrong' } },
)

/** What a purchase takes out of its buyer's wallet. */
const charged = `(select -sum(l.amount_cents) from ledger_postings l join ledger_accounts a on a.id = l.account_id
  where l.entry_id = e.id and a.owner_id = e.user_id and a.kind = 'wallet')`
const reversed = 'exists (select 1 from ledger_entries r where r.reverses = e.id)'

/** What accounts of a kind have moved for each object of a kind, in one pass over their postings. */
const movedFor = (object: string, account: string): string => `
  select e.object_id, sum(l.amount_cents) as cents from ledger_accounts a join ledger_postings l on l.account_id = a.id
  join ledger_entries e on e.id = l.entry_id where a.kind = '${account}' and e.object_kind = '${object}' group by e.object_id`

const questions: [LedgerQuestion, string][] = [
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
    // Every running balance is the previous one plus the posting's amount. Postings have no order of their own, so the
    // check counts that every balance at which one posting ends is the one at which another begins.
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
    // What was bought is joined, because no index leads from a purchase to it: each purchase would read all that is owned.
    `select p.id::text as what from purchases p left join ledger_entries e on e.id = p.entry_id
     left join (select distinct purchase_id from entitlements) t on t.purchase_id = p.id
     where e.id is null or e.user_id <> p.buyer_id or ${charged} is distinct from p.price_cents
       or (p.refunded_at is null) = ${reversed} or (p.refunded_at is null and e.object_kind <> 'text' and t.purchase_id is null)`,
  ],
  [
    'paid',
    `select e.id::text as what from ledger_entries e
     left join (select entry_id, buyer_id, count(*) as n from purchases group by 1, 2) p on p.entry_id = e.id and p.buyer_id = e.user_id
     where e.kind in ('unlock', 'post') and p.n is distinct from 1`,
  ],
  [
    'topups',
    `select t.id::text as what from topups t
     left join (${movedFor('topup', 'provider')}) credited on credited.object_id = t.id
     left join (select d.topup_id, sum(d.amount_cents) as cents from disputes d
       where d.status = 'lost' or (d.status = 'open' and d.withdrawn) group by d.topup_id) taken on taken.topup_id = t.id
     where t.credited_cents <> case when t.status = 'paid' then t.amount_cents - least(t.amount_cents, t.refunded_cents + t.disputed_cents) else 0 end
       or t.credited_cents <> -coalesce(credited.cents, 0) or t.disputed_cents <> coalesce(taken.cents, 0)`,
  ],
  [
    'payouts',
    `select p.id::text as what from payouts p left join (${movedFor('payout', 'payout')}) paid on paid.object_id = p.id
     where case when p.status in ('failed', 'cancelled') then 0 else p.amount_cents end <> coalesce(paid.cents, 0)`,
  ],
  [
    // A fan's escrow holds exactly the open gifts and requests; accepted ones were released once, returned ones reversed.
    'escrow',
    `with held as (
       select buyer_id as owner_id, entry_id, paid_entry_id, price_cents,
         redeemed_at is null and refunded_at is null as open, redeemed_at is not null as released, refunded_at is not null as returned from gifts
       union all
       select fan_id, entry_id, paid_entry_id, price_cents, state in ('open', 'accepted'), delivered_id is not null,
         state in ('declined', 'withdrawn', 'expired', 'refunded') from paid_requests
     )
     select coalesce(a.owner_id, o.owner_id) || ' holds ' || coalesce(a.balance_cents, 0) || ', open are ' || coalesce(o.cents, 0) as what
     from (select * from ledger_accounts where kind = 'escrow') a
     full join (select owner_id, sum(price_cents) as cents from held where open group by owner_id) o on o.owner_id = a.owner_id
     where coalesce(a.balance_cents, 0) <> coalesce(o.cents, 0)
     union all
     select p.entry_id::text from held p left join ledger_entries e on e.id = p.entry_id
     where ${charged} is distinct from p.price_cents or p.returned <> ${reversed} or p.released <> (p.paid_entry_id is not null)
       or (p.paid_entry_id is not null and p.returned <> exists (select 1 from ledger_entries r where r.reverses = p.paid_entry_id))`,
  ],
  [
    'spending',
    `with paid as (
       select e.counterparty_id as creator_id, a.owner_id as fan_id, ${dayOf('e')} as day, -sum(p.amount_cents) as cents
       from ledger_postings p join ledger_accounts a on a.id = p.account_id and a.kind = 'wallet'
       join ledger_entries e on e.id = p.entry_id and e.counterparty_id is not null
       group by e.counterparty_id, a.owner_id, 3
     )
     select fan_id || ' to ' || creator_id || ' says ' || coalesce(s.spent_cents, 0) || ', the postings say ' || coalesce(p.cents, 0) as what
     from fan_spending s full join (select creator_id, fan_id, sum(cents) as cents from paid group by creator_id, fan_id) p
       using (creator_id, fan_id) where coalesce(s.spent_cents, 0) <> coalesce(p.cents, 0)
     union all
     select fan_id || ' to ' || creator_id || ' on ' || day || ' says ' || coalesce(s.spent_cents, 0) || ', the postings say ' || coalesce(p.cents, 0)
     from fan_spending_days s full join paid p using (creator_id, fan_id, day)
     where coalesce(s.spent_cents, 0) <> coalesce(p.cents, 0)`,
  ],
  [
    // A sale that a won dispute repeats came to what it did at first; a refund is the same with the signs turned.
    'earnings',
    `with recursive ${repeatedSales}, sums as (
       select p.entry_id, -sum(p.amount_cents) filter (where a.kind in ('wallet', 'escrow')) as gross,
         sum(p.amount_cents) filter (where a.kind = 'pending') as net
       from ledger_postings p join ledger_accounts a on a.id = p.account_id group by p.entry_id
     ), earned as (
       select e.counterparty_id as owner_id, ${dayOf('e')} as day, coalesce(o.kind, e.kind) as kind, e.reverses is not null as is_return,
         sum(coalesce(g.gross, 0)) as gross, sum(case when e.reverses is null then n.net else -n.net end) as net
       from ledger_entries e left join ledger_entries o on o.id = e.reverses
       left join repeated r on ${isRepeated('r', 'e')}
       join sums g on g.entry_id = e.id join sums n on n.entry_id = coalesce(r.first, e.reverses, e.id) and n.net is not null
       where e.counterparty_id is not null
         and e.kind in ${earningKinds}
       group by 1, 2, 3, 4
       union all
       select a.owner_id, ${dayOf('p')}, 'referral', false, 0, sum(p.amount_cents) from ledger_accounts a
       join ledger_postings p on p.account_id = a.id where a.kind = 'referral' and p.amount_cents > 0 group by 1, 2
     )
     select owner_id || ' by ' || kind || ' on ' || day || ' says ' || coalesce(d.net, 0) || ' of ' || coalesce(d.gross, 0)
       || ', the postings say ' || coalesce(e.net, 0) || ' of ' || coalesce(e.gross, 0) as what
     from (select owner_id, day, kind, is_return, sum(gross_cents) as gross, sum(net_cents) as net from earnings_days group by 1, 2, 3, 4) d
     full join earned e using (owner_id, day, kind, is_return)
     where coalesce(d.net, 0) <> coalesce(e.net, 0) or coalesce(d.gross, 0) <> coalesce(e.gross, 0)`,
  ],
  [
    'subscriptions',
    `select creator_id || ' on ' || day || ' says ' || coalesce(d.count, 0) || ' ' || kind || ', there were ' || coalesce(e.count, 0) as what
     from (select creator_id, day, kind, sum(count) as count from subscription_days group by 1, 2, 3) d
     full join (select creator_id, ${dayOf('s')} as day, kind, count(*) as count from subscription_events s group by 1, 2, 3) e
       using (creator_id, day, kind) where coalesce(d.count, 0) <> coalesce(e.count, 0)`,
  ],
  ['links', wrongLinks],
  ['broadcasts', wrongBroadcasts],
  ['cohorts', wrongCohorts],
  ['sold', wrongSold],
]

const wholeTables: Record<LedgerQuestion, readonly string[]> = {
  overall: ['ledger_postings'],
  entries: ['ledger_postings'],
  empty: [],
  orphans: [],
  balances: ['ledger_postings'],
  running: ['ledger_accounts', 'ledger_postings'],
  negative: ['ledger_accounts'],
  entitled: ['entitlements'],
  purchased: ['ledger_entries', 'entitlements'],
  paid: ['purchases'],
  topups: [],
  payouts: [],
  escrow: ['gifts', 'paid_requests', 'ledger_entries'],
  spending: [],
  earnings: ['undone_sales', 'ledger_postings', 'earnings_days'],
  subscriptions: ['subscription_days', 'subscription_events'],
  links: ['tracking_link_days', 'tracking_link_fans', 'undone_sales'],
  broadcasts: ['broadcast_figures'],
  cohorts: ['cohort_months', 'subscription_events'],
  sold: ['sold_quarters', 'sold_post_months'],
}

/** The questions in their order, each with the statement that finds at most twenty violations. */
export const questionStatements = questions.map(([question, sql]) => ({
  question,
  find: statement(`check_${question}`, {}, { what: text }, () => `${sql} limit 20`, {
    scans: Object.fromEntries(wholeTables[question].map((table) => [table, 'the check reads the whole ledger'])),
  }),
}))
