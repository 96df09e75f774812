import type { TrackingLinkSort } from '../../../contract/tracking-link-sorts.ts'
import { isFollowing } from '../../platform/db/rules.ts'
import {
  bigint,
  bool,
  cursorValue,
  date,
  float,
  int,
  neverNull,
  orNull,
  records,
  statement,
  type Types,
  text,
  texts,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const figureTypes = {
  visits: int,
  fans: int,
  follows: int,
  subscriptions: int,
  gross: bigint,
  net: bigint,
}
const linkTypes = {
  id: uuid,
  code: text,
  name: text,
  cost_cents: int,
  list_id: orNull(uuid),
  archived_at: orNull(timestamptz),
  created_at: timestamptz,
}
/** Days from the first to before the last; null for all days. */
const span = { from: orNull(date), to: orNull(date) }

const sums = `
  coalesce(sum(visits), 0)::int as visits, coalesce(sum(fans), 0)::int as fans, coalesce(sum(follows), 0)::int as follows,
  coalesce(sum(subscriptions), 0)::int as subscriptions, coalesce(sum(gross_cents), 0)::bigint as gross,
  coalesce(sum(net_cents), 0)::bigint as net`

/** The links `l` that a condition finds, each with its figures in a span. */
const withFigures = (p: { from: string; to: string }, condition: string): string => `
  select l.id, l.code, l.name, l.cost_cents, l.list_id, l.archived_at, l.created_at, f.*
  from tracking_links l cross join lateral (
    select ${sums} from (
      select visits, fans, follows, subscriptions, gross_cents, net_cents from tracking_link_days
      where ${p.from} is not null and link_id = l.id and day >= ${p.from} and day < ${p.to}
      union all
      select visits, fans, follows, subscriptions, gross_cents, net_cents from tracking_link_sums
      where ${p.from} is null and link_id = l.id
    ) x
  ) f
  where ${condition}`

const orders = {
  newest: { key: `extract(epoch from created_at)::double precision`, type: float, direction: 'desc' },
  name: { key: `lower(name)`, type: text, direction: 'asc' },
  visits: { key: 'visits::double precision', type: float, direction: 'desc' },
  follows: { key: 'follows::double precision', type: float, direction: 'desc' },
  subscriptions: { key: 'subscriptions::double precision', type: float, direction: 'desc' },
  revenue: { key: 'net::double precision', type: float, direction: 'desc' },
  cost: { key: 'cost_cents::double precision', type: float, direction: 'desc' },
  return: {
    key: `coalesce(net::double precision / nullif(cost_cents, 0), -1e12)`,
    type: float,
    direction: 'desc',
  },
} as const satisfies Record<TrackingLinkSort, { key: string; type: Types[string]; direction: 'asc' | 'desc' }>

const totalTypes = {
  all_links: int,
  all_cost: bigint,
  all_visits: int,
  all_fans: int,
  all_follows: int,
  all_subscriptions: int,
  all_gross: bigint,
  all_net: bigint,
}

const pageOf = (sort: TrackingLinkSort) => {
  const { key, type, direction } = orders[sort]
  return statement(
    `tracking_links_by_${sort}`,
    { creator: uuid, ...span, archived: bool, at: cursorValue(type as typeof text), id: cursorValue(uuid), limit: int },
    { ...linkTypes, ...figureTypes, ...totalTypes, at: neverNull(text, 'every order has a value for each link') },
    (p) => `
    with links as materialized (
      ${withFigures(p, `l.creator_id = ${p.creator} and (l.archived_at is not null) = ${p.archived}`)}
    ), keyed as (select *, ${key} as key from links), totals as (
      select count(*)::int as all_links, sum(cost_cents)::bigint as all_cost, sum(visits)::int as all_visits,
        sum(fans)::int as all_fans, sum(follows)::int as all_follows, sum(subscriptions)::int as all_subscriptions,
        sum(gross)::bigint as all_gross, sum(net)::bigint as all_net
      from links
    )
    select id, code, name, cost_cents, list_id, archived_at, created_at, visits, fans, follows, subscriptions, gross, net,
      totals.*, key::text as at
    from keyed cross join totals where ${p.id} is null or (key, id) ${direction === 'asc' ? '>' : '<'} (${p.at}, ${p.id})
    order by key ${direction}, id ${direction} limit ${p.limit}`,
  )
}
/** A creator has a thousand links at most, so a page is cut out of all of them. */
export const trackingLinkPages: Record<TrackingLinkSort, ReturnType<typeof pageOf>> = {
  newest: pageOf('newest'),
  name: pageOf('name'),
  visits: pageOf('visits'),
  follows: pageOf('follows'),
  subscriptions: pageOf('subscriptions'),
  revenue: pageOf('revenue'),
  cost: pageOf('cost'),
  return: pageOf('return'),
}

export const trackingLink = statement(
  'tracking_link',
  { creator: uuid, id: uuid, ...span },
  { ...linkTypes, ...figureTypes },
  (p) => withFigures(p, `l.creator_id = ${p.creator} and l.id = ${p.id}`),
)

export const trackingLinkSeries = statement(
  'tracking_link_series',
  { link: uuid, from: date, to: date },
  { at: timestamptz, ...figureTypes },
  (p) => `
    select day::timestamp at time zone 'UTC' as at, ${sums} from tracking_link_days
    where link_id = ${p.link} and day >= ${p.from} and day < ${p.to} group by day order by day`,
)

/** The link of a code, for a visit. */
export const trackingLinkByCode = statement(
  'tracking_link_by_code',
  { code: text },
  { id: uuid, creator_id: uuid, is_archived: bool },
  ({ code }) =>
    `select id, creator_id, archived_at is not null as is_archived from tracking_links where code = ${code}`,
)

export const addLinkVisits = statement(
  'tracking_link_count_visits',
  { visits: records({ link_id: uuid, day: date, visits: int }) },
  {},
  (p) => `
    insert into tracking_link_days as d (link_id, day, shard, visits)
    select v.link_id, v.day, 0, v.visits from ${p.visits.as('v')} join tracking_links l on l.id = v.link_id
    order by v.link_id, v.day
    on conflict (link_id, day, shard) do update set visits = d.visits + excluded.visits`,
)

/**
 * Says by which link a fan came, and puts them into its list. Not one who has subscribed before, nor for a follow one who
 * follows already.
 */
export const attributeFan = statement(
  'tracking_link_attribute',
  { fan: uuid, creator: uuid, codes: texts, subscribes: bool, now: timestamptz },
  {},
  (p) => `
    with came as (
      insert into tracking_link_fans (creator_id, fan_id, link_id, since, followed_at)
      select l.creator_id, ${p.fan}, l.id, ${p.now}, case when ${isFollowing(p.fan, p.creator)} then null else ${p.now} end
      from unnest(${p.codes}) with ordinality as c (code, n) join tracking_links l on l.code = c.code
      where l.creator_id = ${p.creator} and l.archived_at is null and l.creator_id <> ${p.fan}
        and not exists (select from subscriptions s where s.fan_id = ${p.fan} and s.creator_id = ${p.creator})
        and (${p.subscribes} or not ${isFollowing(p.fan, p.creator)})
      order by c.n limit 1
      on conflict do nothing returning link_id
    )
    insert into fan_list_members (list_id, fan_id)
    select f.id, ${p.fan} from came join tracking_links l on l.id = came.link_id join fan_lists f on f.id = l.list_id
    where f.filter is null on conflict do nothing`,
)
