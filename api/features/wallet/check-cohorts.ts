/**
 * What is said of the fans who subscribed first in a month, against the events of their subscriptions and what each of them
 * paid on a day. A fan is counted by the months that had passed since their own first day, at most 13.
 */
export const wrongCohorts = `
  with began as (
    select creator_id, fan_id, (min(created_at) at time zone 'UTC')::date as first from subscription_events
    where kind = 'new' group by 1, 2
  ), turns as (
    select e.creator_id, e.fan_id, e.kind, e.created_at, (
        select x.kind from subscription_events x where x.fan_id = e.fan_id and x.creator_id = e.creator_id
          and x.kind in ('new', 'lost') and (x.created_at, x.id) < (e.created_at, e.id)
        order by x.created_at desc, x.id desc limit 1) as was, (
        select case when x.kind = 'past_due' then x.created_at end from subscription_events x
        where x.fan_id = e.fan_id and x.creator_id = e.creator_id and (x.created_at, x.id) < (e.created_at, e.id)
        order by x.created_at desc, x.id desc limit 1) as unpaid_at,
      row_number() over (partition by e.creator_id, e.fan_id, e.kind order by e.created_at, e.id) as nth
    from subscription_events e where e.kind in ('new', 'lost')
  ), moved as (
    select t.creator_id, b.first, case t.kind when 'new' then t.created_at
        else coalesce(t.unpaid_at, t.created_at) - interval '1 hour' end as at, case t.kind when 'new' then 1 else -1 end as changes
    from turns t join began b using (creator_id, fan_id) where t.was <> t.kind and (t.kind = 'lost' or t.nth > 1)
  ), counted as (
    select creator_id, first, (at at time zone 'UTC')::date as day, 0 as fans, changes, 0 as cents from moved
    union all
    select creator_id, first, first, 1, 0, 0 from began
    union all
    select b.creator_id, b.first, s.day, 0, 0, s.spent_cents from began b
    cross join lateral (
      select x.day, x.spent_cents from fan_spending_days x
      where x.creator_id = b.creator_id and x.fan_id = b.fan_id and x.day >= b.first offset 0
    ) s
  ), expected as (
    select creator_id, date_trunc('month', first)::date as cohort, (
        select least(13, count(*)) from generate_series(0, 12) n where first + make_interval(months => n) < day)::int as month,
      sum(fans) as fans, sum(changes) as changes, sum(cents) as cents
    from counted group by 1, 2, 3
  ), sums as (
    select creator_id, cohort, month, sum(fans) as fans, sum(changes) as changes, sum(spent_cents) as cents
    from cohort_months group by 1, 2, 3
  )
  select creator_id || ' in month ' || month || ' of ' || cohort || ' says ' || concat_ws(' ', s.fans, s.changes, s.cents)
    || ', there were ' || concat_ws(' ', e.fans, e.changes, e.cents) as what
  from sums s full join expected e using (creator_id, cohort, month)
  where (coalesce(s.fans, 0), coalesce(s.changes, 0), coalesce(s.cents, 0))
    <> (coalesce(e.fans, 0), coalesce(e.changes, 0), coalesce(e.cents, 0))`
