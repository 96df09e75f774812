import {
  bigint,
  bool,
  date,
  int,
  neverNull,
  records,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'
import type { By } from './series.ts'

const span = { creator: uuid, from: timestamptz, to: timestamptz }
const series = { ...span, by: textOf<By>() }

const startOfPart = (by: string): string => `date_trunc(${by}, day::timestamp) at time zone 'UTC'`

/** Whether `day` starts within the span, asked of the column itself so that its index answers. */
const isWithin = (from: string, to: string): string =>
  `day >= (${from} at time zone 'UTC')::date and day < (${to} at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date`

/**
 * The creator's own share of every sale, and the reverse for refunds, by the kind of the sale. Busy creators have a row for
 * each kind and account on every day; adding these up in the order of the key leaves 366 to be put into intervals.
 */
export const earningsSeries = statement(
  'analytics_earnings',
  series,
  { at: timestamptz, subscriptions: bigint, tips: bigint, requests: bigint, unlocks: bigint },
  ({ creator, from, to, by }) => `
    select ${startOfPart(by)} as at, coalesce(sum(subscriptions), 0)::bigint as subscriptions, coalesce(sum(tips), 0)::bigint as tips,
      coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(unlocks), 0)::bigint as unlocks
    from (
      select day, sum(net_cents) filter (where kind in ('subscription', 'renewal', 'gift')) as subscriptions,
        sum(net_cents) filter (where kind = 'tip') as tips, sum(net_cents) filter (where kind = 'request') as requests,
        sum(net_cents) filter (where kind in ('unlock', 'post')) as unlocks
      from earnings_days where owner_id = ${creator} and ${isWithin(from, to)} and kind <> 'referral' group by day
    ) d group by 1 order by 1`,
)
export const subscriptionSeries = statement(
  'analytics_subscribed',
  series,
  { at: timestamptz, new: int, renewed: int, lost: int },
  ({ creator, from, to, by }) => `
    select ${startOfPart(by)} as at, coalesce(sum(count) filter (where kind = 'new'), 0)::int as new,
      coalesce(sum(count) filter (where kind = 'renewed'), 0)::int as renewed,
      coalesce(sum(count) filter (where kind = 'lost'), 0)::int as lost
    from subscription_days where creator_id = ${creator} and ${isWithin(from, to)} and kind in ('new', 'renewed', 'lost')
    group by 1 order by 1`,
)
export const visitSeries = statement(
  'analytics_visits',
  series,
  { at: timestamptz, count: int },
  ({ creator, from, to, by }) => `
    select ${startOfPart(by)} as at, sum(visits)::int as count
    from profile_visits where user_id = ${creator} and ${isWithin(from, to)}
    group by 1 order by 1`,
)
/** The sums of a creator's cohorts since a month, the newest first: 24 of them have 2,700 rows at most. */
export const cohortSums = statement(
  'analytics_cohorts',
  { creator: uuid, since: date },
  { cohort: neverNull(text, 'it is a part of the key'), month: int, fans: int, changes: int, spent: bigint },
  ({ creator, since }) => `
    select cohort::text as cohort, month, sum(fans)::int as fans, sum(changes)::int as changes, sum(spent_cents)::bigint as spent
    from cohort_months where creator_id = ${creator} and cohort >= ${since}
    group by cohort_months.cohort, month order by cohort_months.cohort desc, month`,
)
const bestTypes = { user_id: uuid, spent: bigint }
/** The ten fans who paid most in a span, out of all who paid in it; of two who paid the same the newer account. */
export const topFans = statement(
  'analytics_top_fans',
  span,
  bestTypes,
  ({ creator, from, to }) => `
    select fan_id as user_id, sum(spent_cents)::bigint as spent
    from fan_spending_days where creator_id = ${creator} and ${isWithin(from, to)}
    group by fan_id having sum(spent_cents) > 0 order by 2 desc, 1 desc limit 10`,
  { isPlannedForValues: true },
)
/**
 * The same for a long span, out of the fans who paid most in all: no fan paid more in a span than in all, except those
 * who were paid back outside of it, who are asked too. The answer is that of `topFans` where its last row is complete: all
 * who ever paid were asked, or the last of those who were would stand behind the tenth with all that they ever paid.
 */
export const topFansOfMany = statement(
  'analytics_top_fans_of_many',
  span,
  { ...bestTypes, is_complete: bool },
  ({ creator, from, to }) => `
    with most as materialized (
      select fan_id, spent_cents from fan_spending where creator_id = ${creator} and spent_cents > 0
      order by spent_cents desc, fan_id desc limit 200
    ), asked as materialized (
      select fan_id from most
      union select r.fan_id from fan_spending_days r
      where r.creator_id = ${creator} and r.spent_cents < 0 and not (${isWithin(from, to)})
    )
    select a.fan_id as user_id, d.spent, (select count(*) from most) < 200 or count(*) over () >= 10
      and (d.spent, a.fan_id) >= (select m.spent_cents, m.fan_id from most m order by m.spent_cents, m.fan_id limit 1) as is_complete
    from asked a cross join lateral (
      select sum(spent_cents)::bigint as spent from fan_spending_days
      where creator_id = ${creator} and fan_id = a.fan_id and ${isWithin(from, to)}) d
    where d.spent > 0 order by d.spent desc, a.fan_id desc limit 10`,
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
