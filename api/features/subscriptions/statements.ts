import { afterRow, beforeRow } from '../../platform/db/keyset.ts'
import { isPublished, subscriptionRuns } from '../../platform/db/rules.ts'
import {
  bool,
  cursorValue,
  int,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const subscriptionStatus = oneOf('active', 'cancelled', 'past_due', 'ended')

const subscriptionColumns =
  'id, fan_id, creator_id, status, price_cents, started_at, since, active_until, renews_at, full_price_cents, discounted_months'
const subscriptionTypes = {
  id: uuid,
  fan_id: uuid,
  creator_id: uuid,
  status: subscriptionStatus,
  price_cents: int,
  /** The start of its months; during a trial that is still to come. */
  started_at: timestamptz,
  /** When it started, its trial included. */
  since: timestamptz,
  active_until: orNull(timestamptz),
  renews_at: orNull(timestamptz),
  full_price_cents: orNull(int),
  discounted_months: int,
}
export type SubscriptionRow = RowOf<typeof subscriptionTypes>

const { fan_id: _fan, started_at: _start, ...shownTypes } = subscriptionTypes
const listedTypes = { ...shownTypes, bundle_until: orNull(timestamptz), has_bundles: bool, posts: int, media: int }
/** A fan's subscriptions, newest first, each with what its creator has published for subscribers since `since`. */
export const subscriptionsOfFan = statement(
  'subscriptions_of_fan',
  {
    fan: uuid,
    since: timestamptz,
    now: timestamptz,
    beforeAt: orNull(cursorValue(timestamptz)),
    beforeId: orNull(cursorValue(uuid)),
    limit: int,
  },
  { ...listedTypes, at: text },
  ({ fan, since, now, beforeAt, beforeId, limit }) => `
    select s.id, s.creator_id, s.status, s.price_cents, s.full_price_cents, s.discounted_months, s.since, s.active_until,
      s.renews_at, s.since::text as at,
      (select max(b.covers_until) from bundle_purchases b
        where b.fan_id = s.fan_id and b.creator_id = s.creator_id and b.refunded_at is null) as bundle_until,
      exists (select 1 from bundles b where b.creator_id = s.creator_id) as has_bundles, its_month.posts, its_month.media
    from (select * from subscriptions its_page where its_page.fan_id = ${fan}
      and ${beforeRow('its_page.since', 'its_page.id', beforeAt, beforeId)}
      order by its_page.since desc, its_page.id desc limit ${limit}) s
    cross join lateral (
      select count(*)::int as posts,
        coalesce(sum((select count(*) from post_media pm where pm.post_id = p.id)), 0)::int as media
      from posts p where p.author_id = s.creator_id and p.published_at > ${since} and p.visibility = 'subscribers'
        and ${isPublished('p', now)}) its_month
    order by s.since desc, s.id desc`,
)
export type ListedSubscription = RowOf<typeof listedTypes>

export const lockSubscriptionOf = statement(
  'subscription_lock',
  { fan: uuid, creator: uuid },
  subscriptionTypes,
  ({ fan, creator }) =>
    `select ${subscriptionColumns} from subscriptions where fan_id = ${fan} and creator_id = ${creator} for update`,
)
export const lockSubscriptionById = statement(
  'subscription_lock_by_id',
  { id: uuid },
  subscriptionTypes,
  ({ id }) => `select ${subscriptionColumns} from subscriptions where id = ${id} for update`,
)
export const lockOrInsertSubscription = statement(
  'subscription_lock_or_make',
  { id: uuid, fan: uuid, creator: uuid, now: timestamptz },
  subscriptionTypes,
  ({ id, fan, creator, now }) => `
    insert into subscriptions (id, fan_id, creator_id, status, price_cents, started_at, since, active_until, updated_at)
    values (${id}, ${fan}, ${creator}, 'ended', 0, ${now}, ${now}, ${now}, ${now})
    on conflict (fan_id, creator_id) do update set updated_at = excluded.updated_at
    returning ${subscriptionColumns}`,
)
export const updateSubscription = statement(
  'subscription_save',
  {
    id: uuid,
    status: subscriptionStatus,
    cents: int,
    startedAt: timestamptz,
    since: timestamptz,
    activeUntil: orNull(timestamptz),
    renewsAt: orNull(timestamptz),
    fullCents: orNull(int),
    discountedMonths: int,
    now: timestamptz,
  },
  {},
  (p) => `
    update subscriptions set status = ${p.status}, price_cents = ${p.cents}, started_at = ${p.startedAt},
      active_until = ${p.activeUntil}, renews_at = ${p.renewsAt}, full_price_cents = ${p.fullCents},
      discounted_months = ${p.discountedMonths}, updated_at = ${p.now}, since = ${p.since}
    where id = ${p.id}`,
)

const eventKind = oneOf('new', 'renewed', 'cancelled', 'resumed', 'past_due', 'lost')
export type SubscriptionEventKind = 'new' | 'renewed' | 'cancelled' | 'resumed' | 'past_due' | 'lost'
export const insertSubscriptionEvent = statement(
  'subscription_record',
  { id: uuid, subscription: uuid, fan: uuid, creator: uuid, kind: eventKind, cents: int, now: timestamptz },
  {},
  (p) => `
    insert into subscription_events (id, subscription_id, fan_id, creator_id, kind, price_cents, created_at)
    values (${p.id}, ${p.subscription}, ${p.fan}, ${p.creator}, ${p.kind}, ${p.cents}, ${p.now})`,
)

export const userExists = statement(
  'subscription_person',
  { id: uuid },
  { id: uuid },
  ({ id }) => `select id from users where id = ${id} and deleted_at is null`,
)

/** The price of the next month of subscription `s` in cents: `nextPrice`. */
const nextCents =
  'case when s.discounted_months = 0 then coalesce(s.full_price_cents, s.price_cents) else s.price_cents end'
export const dueTypes = { id: uuid, fan_id: uuid, creator_id: uuid, at: text }
export type DueSubscription = RowOf<typeof dueTypes>
/** The time and the id of the last one of the page before. */
export const dueAfter = { afterAt: orNull(cursorValue(timestamptz)), afterId: orNull(cursorValue(uuid)) }
/** In the order of its index, which holds only what can become due: a job that runs every minute must not read all. */
export const inOrder = (column: string, { afterAt, afterId }: { afterAt: string; afterId: string }) => `
    and ${afterRow(`s.${column}`, 's.id', afterAt, afterId)}
    order by s.${column}, s.id limit 200`
/** The subscriptions to renew. A past-due one is included only once the wallet covers it or its grace is over. */
export const dueRenewals = statement(
  'subscriptions_due',
  { dueBefore: timestamptz, graceBefore: timestamptz, ...dueAfter },
  dueTypes,
  ({ dueBefore, graceBefore, ...after }) => `
    select s.id, s.fan_id, s.creator_id, s.renews_at::text as at from subscriptions s
    where s.renews_at is not null and s.renews_at <= ${dueBefore} and (s.status = 'active' or s.renews_at <= ${graceBefore}
      or exists (select 1 from ledger_accounts a where a.owner_id = s.fan_id and a.kind = 'wallet' and a.balance_cents >= ${nextCents}))
    ${inOrder('renews_at', after)}`,
)
/** The cancelled subscriptions to end. */
export const dueEnds = statement(
  'subscriptions_over',
  { now: timestamptz, ...dueAfter },
  dueTypes,
  ({ now, ...after }) => `
    select s.id, s.fan_id, s.creator_id, s.active_until::text as at from subscriptions s
    where s.status = 'cancelled' and s.renews_at is null and s.active_until <= ${now} ${inOrder('active_until', after)}`,
)

/** The current subscribers of a creator, newest first. */
export const subscribersOfCreator = statement(
  'subscribers_of_creator',
  {
    creator: uuid,
    now: timestamptz,
    beforeAt: orNull(cursorValue(timestamptz)),
    beforeId: orNull(cursorValue(uuid)),
    limit: int,
  },
  {
    id: uuid,
    fan_id: uuid,
    status: subscriptionStatus,
    price_cents: int,
    since: timestamptz,
    active_until: orNull(timestamptz),
    at: text,
    creator_cents: int,
  },
  ({ creator, now, beforeAt, beforeId, limit }) => `
    select s.id, s.fan_id, s.status, s.price_cents, s.since, s.active_until, s.since::text as at,
      (select coalesce(c.price_cents, 0) from users c where c.id = ${creator}) as creator_cents
    from subscriptions s where s.creator_id = ${creator} and ${subscriptionRuns('s', now)}
      and ${beforeRow('s.since', 's.id', beforeAt, beforeId)}
    order by s.since desc, s.id desc limit ${limit}`,
)
export const subscriberFigures = statement(
  'subscribers_figures',
  { creator: uuid, now: timestamptz, since: timestamptz },
  { active: int, past_due: int, cancelled: int, new_30_days: int, lost_30_days: int },
  ({ creator, now, since }) => `
    select count(*) filter (where s.status = 'active')::int as active, count(*) filter (where s.status = 'past_due')::int as past_due,
      count(*) filter (where s.status = 'cancelled')::int as cancelled,
      (select count(*)::int from subscription_events e where e.creator_id = ${creator} and e.kind = 'new' and e.created_at > ${since}) as new_30_days,
      (select count(*)::int from subscription_events e where e.creator_id = ${creator} and e.kind = 'lost' and e.created_at > ${since}) as lost_30_days
    from subscriptions s where s.creator_id = ${creator} and ${subscriptionRuns('s', now)}`,
)

/** Creators who have set a price since then and still have subscribers who pay nothing. */
export const newlyPaidCreators = statement(
  'subscriptions_newly_paid',
  { since: timestamptz },
  { id: uuid },
  ({ since }) => `
    select u.id from users u where u.price_cents > 0
      and u.id in (select c.creator_id from price_changes c where c.created_at > ${since} and c.price_cents > 0)
      and exists (select 1 from subscriptions s where s.creator_id = u.id and s.status = 'active' and s.price_cents = 0)`,
)
/** Locks the price, so that it cannot change while fans are notified of it. */
export const lockPaidPrice = statement(
  'subscriptions_still_paid',
  { creator: uuid },
  { price_cents: orNull(int) },
  ({ creator }) =>
    `select price_cents from users where id = ${creator} and price_cents > 0 and deleted_at is null for share`,
)
/** Lets some free subscriptions expire; a period that a fan paid before the creator was free still runs to its end. */
export const cancelFreeSubscriptions = statement(
  'subscriptions_ask_consent',
  { creator: uuid, until: timestamptz, now: timestamptz, limit: int },
  { fan_id: uuid },
  ({ creator, until, now, limit }) => `
    with chosen as (
      select id from subscriptions where creator_id = ${creator} and status = 'active' and price_cents = 0
      order by fan_id limit ${limit} for update
    )
    update subscriptions s set status = 'cancelled', renews_at = null, active_until = greatest(s.active_until, ${until}),
      updated_at = ${now}
    from chosen where s.id = chosen.id returning s.fan_id`,
)

export const lockPrice = statement(
  'price_lock',
  { creator: uuid },
  { price_cents: orNull(int) },
  ({ creator }) => `select price_cents from users where id = ${creator} and deleted_at is null for update`,
)
export const countPriceChanges = statement(
  'price_count',
  { creator: uuid, since: timestamptz },
  { changes: int, oldest: orNull(timestamptz) },
  ({ creator, since }) => `
    select count(*)::int as changes, min(created_at) as oldest from price_changes
    where creator_id = ${creator} and created_at > ${since}`,
)
export const changePrice = statement(
  'price_change',
  { id: uuid, creator: uuid, cents: int, now: timestamptz },
  {},
  ({ id, creator, cents, now }) => `
    with noted as (
      insert into price_changes (id, creator_id, price_cents, created_at) values (${id}, ${creator}, ${cents}, ${now})
    )
    update users set price_cents = ${cents}, updated_at = now() where id = ${creator}`,
)
