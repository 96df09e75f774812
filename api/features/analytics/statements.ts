import { bigint, date, int, records, statement, textOf, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { By } from './series.ts'

const span = { creator: uuid, from: timestamptz, to: timestamptz }
const series = { ...span, by: textOf<By>() }

const startOfPart = (by: string, moment: string): string =>
  `date_trunc(${by}, ${moment} at time zone 'UTC') at time zone 'UTC'`

/** The creator's own share of every sale, and the reverse for refunds, by the kind of the sale. */
export const earningsSeries = statement(
  'analytics_earnings',
  series,
  { at: timestamptz, subscriptions: bigint, tips: bigint, unlocks: bigint },
  ({ creator, from, to, by }) => `
    select at, coalesce(sum(net) filter (where kind in ('subscription', 'renewal', 'gift')), 0)::bigint as subscriptions,
      coalesce(sum(net) filter (where kind in ('tip', 'request')), 0)::bigint as tips,
      coalesce(sum(net) filter (where kind in ('unlock', 'post')), 0)::bigint as unlocks
    from (
      select ${startOfPart(by, 'e.created_at')} as at, coalesce(o.kind, e.kind) as kind,
        (select sum(p.amount_cents) from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.entry_id = e.id and ((a.owner_id = e.counterparty_id and a.kind in ('pending', 'available')) or a.kind = 'loss')) as net
      from ledger_entries e left join ledger_entries o on o.id = e.reverses
      where e.counterparty_id = ${creator} and e.created_at >= ${from} and e.created_at < ${to}
        and e.kind in ('subscription', 'renewal', 'unlock', 'post', 'tip', 'gift', 'request', 'refund', 'chargeback')
    ) sales group by at order by at`,
)
export const subscriptionSeries = statement(
  'analytics_subscribed',
  series,
  { at: timestamptz, new: int, renewed: int, lost: int },
  ({ creator, from, to, by }) => `
    select ${startOfPart(by, 'created_at')} as at, count(*) filter (where kind = 'new')::int as new,
      count(*) filter (where kind = 'renewed')::int as renewed, count(*) filter (where kind = 'lost')::int as lost
    from subscription_events where creator_id = ${creator} and created_at >= ${from} and created_at < ${to}
    group by 1 order by 1`,
)
export const visitSeries = statement(
  'analytics_visits',
  series,
  { at: timestamptz, count: int },
  ({ creator, from, to, by }) => `
    select ${startOfPart(by, "day::timestamp at time zone 'UTC'")} as at, sum(visits)::int as count
    from profile_visits where user_id = ${creator} and day::timestamp at time zone 'UTC' >= ${from}
      and day::timestamp at time zone 'UTC' < ${to}
    group by 1 order by 1`,
)
export const topFans = statement(
  'analytics_top_fans',
  span,
  { user_id: uuid, spent: bigint },
  ({ creator, from, to }) => `
    select a.owner_id as user_id, (-sum(p.amount_cents))::bigint as spent
    from ledger_entries e join ledger_postings p on p.entry_id = e.id
    join ledger_accounts a on a.id = p.account_id and a.kind = 'wallet'
    where e.counterparty_id = ${creator} and e.created_at >= ${from} and e.created_at < ${to}
    group by a.owner_id having -sum(p.amount_cents) > 0 order by 2 desc, 1 limit 10`,
)

export const addVisits = statement(
  'analytics_count_visits',
  { visits: records({ user_id: uuid, day: date, visits: int }) },
  {},
  (p) => `
    insert into profile_visits (user_id, day, visits)
    select v.user_id, v.day, v.visits from ${p.visits.as('v')} order by v.user_id, v.day
    on conflict (user_id, day) do update set visits = profile_visits.visits + excluded.visits`,
)
