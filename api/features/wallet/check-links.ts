import { dayOf, earningKinds, isRepeated, repeatedSales } from './repeated-sales.ts'

const sumsOf = (entry: string): string => `
  select -sum(p.amount_cents) filter (where a.kind in ('wallet', 'escrow')) as gross,
    sum(p.amount_cents) filter (where a.kind = 'pending') as net
  from ledger_postings p join ledger_accounts a on a.id = p.account_id where p.entry_id = ${entry}`

/**
 * What tracking links are said to have brought, against the fans who came by them and the sales to these fans since then
 * (product §81); a refund, and a sale that a won dispute repeats, belong where the first sale does.
 */
export const wrongLinks = `
  with recursive ${repeatedSales}, sold as (
    select f.link_id, f.since, e.id, e.reverses is not null as is_return, coalesce(r.first, e.reverses, e.id) as first,
      ${dayOf('e')} as day
    from tracking_link_fans f join ledger_entries e on e.counterparty_id = f.creator_id and e.kind in ${earningKinds}
    left join ledger_entries o on o.id = e.reverses
    left join repeated r on ${isRepeated('r', 'e')}
    where coalesce(o.user_id, e.user_id) = f.fan_id
  ), brought as (
    select s.link_id, s.day, 0 as fans, 0 as follows, 0 as subscriptions, coalesce(g.gross, 0) as gross,
      case when s.is_return then -n.net else n.net end as net
    from sold s join ledger_entries i on i.id = s.first and i.created_at >= s.since
    cross join lateral (${sumsOf('s.id')}) g
    join lateral (${sumsOf('s.first')}) n on n.net is not null
    union all
    select link_id, (since at time zone 'UTC')::date, 1, (followed_at is not null)::int, 0, 0, 0 from tracking_link_fans
    union all
    select link_id, (subscribed_at at time zone 'UTC')::date, 0, 0, 1, 0, 0 from tracking_link_fans
    where subscribed_at is not null
  ), days as (
    select link_id, day, sum(fans) as fans, sum(follows) as follows, sum(subscriptions) as subscriptions,
      sum(gross_cents) as gross, sum(net_cents) as net, sum(visits) as visits
    from tracking_link_days group by 1, 2
  ), expected as (
    select link_id, day, sum(fans) as fans, sum(follows) as follows, sum(subscriptions) as subscriptions,
      sum(gross) as gross, sum(net) as net
    from brought group by 1, 2
  )
  select link_id || ' on ' || day || ' says ' || concat_ws(' ', d.fans, d.follows, d.subscriptions, d.gross, d.net)
    || ', there were ' || concat_ws(' ', e.fans, e.follows, e.subscriptions, e.gross, e.net) as what
  from days d full join expected e using (link_id, day)
  where (coalesce(d.fans, 0), coalesce(d.follows, 0), coalesce(d.subscriptions, 0), coalesce(d.gross, 0), coalesce(d.net, 0))
    <> (coalesce(e.fans, 0), coalesce(e.follows, 0), coalesce(e.subscriptions, 0), coalesce(e.gross, 0), coalesce(e.net, 0))
  union all
  select link_id || ' in all says ' || concat_ws(' ', s.visits, s.fans, s.follows, s.subscriptions, s.gross, s.net)
    || ', the days say ' || concat_ws(' ', d.visits, d.fans, d.follows, d.subscriptions, d.gross, d.net)
  from (select link_id, sum(visits) as visits, sum(fans) as fans, sum(follows) as follows, sum(subscriptions) as subscriptions,
      sum(gross_cents) as gross, sum(net_cents) as net from tracking_link_sums group by 1) s
  full join (select link_id, sum(visits) as visits, sum(fans) as fans, sum(follows) as follows, sum(subscriptions) as subscriptions,
      sum(gross) as gross, sum(net) as net from days group by 1) d using (link_id)
  where (s.visits, s.fans, s.follows, s.subscriptions, s.gross, s.net)
    is distinct from (d.visits, d.fans, d.follows, d.subscriptions, d.gross, d.net)`
