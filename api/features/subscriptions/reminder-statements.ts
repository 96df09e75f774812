import { lastId } from '../../platform/db/ids.ts'
import { blockBetween } from '../../platform/db/rules.ts'
import { bool, int, neverNull, orNull, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { dueAfter, dueTypes, inOrder } from './statements.ts'

/** As the index `subscriptions_to_remind` says it. */
const isUnreminded = `s.status = 'active' and s.renews_at is not null and s.reminded_for is distinct from s.renews_at`
/**
 * What would not be charged is not read again and again until its day has passed. Asked of one row after the other
 * (`offset 0`), so that a page ends with its last row: as joins they were made for all that renew in these days.
 */
const isCharged = `exists (select 1 from users c where c.id = s.creator_id and c.deleted_at is null and c.is_creator and c.price_cents > 0
        offset 0)
      and exists (select 1 from users f where f.id = s.fan_id and f.deleted_at is null offset 0)
      and not ${blockBetween('s.fan_id', 's.creator_id')}`

const span = { since: timestamptz, until: timestamptz, ...dueAfter }

/** Subscriptions that renew after `since`, until `until`, whose fans were not reminded of it. */
export const subscriptionsToRemind = statement(
  'subscriptions_to_remind',
  span,
  dueTypes,
  ({ since, until, afterAt, afterId }) => `
    select s.id, s.fan_id, s.creator_id, s.renews_at::text as at from subscriptions s
    where ${isUnreminded} and s.renews_at <= ${until} and ${isCharged}
    ${inOrder('renews_at', {
      // As a second limit of the time it would let the planner expect next to none, and sort them all for each page.
      afterAt: `coalesce(${afterAt}, ${since})`,
      afterId: `coalesce(${afterId}, '${lastId}')`,
    })}`,
)

/** The same of those that renew at the end of a bundle; led by the bundles, which are few beside all that renews. */
export const bundlesToRemind = statement(
  'bundles_to_remind',
  span,
  dueTypes,
  ({ since, until, ...after }) => `
    select s.id, s.fan_id, s.creator_id, s.renews_at::text as at
    from bundle_purchases b join subscriptions s on s.fan_id = b.fan_id and s.creator_id = b.creator_id
      and s.renews_at = b.covers_until
    where b.refunded_at is null and b.covers_until > ${since} and b.covers_until <= ${until}
      and ${isUnreminded} and ${isCharged}
    ${inOrder('renews_at', after)}`,
)

/** The subscription, locked until the commit, unless its fan was reminded meanwhile or has switched its renewal off. */
export const lockUnreminded = statement(
  'subscription_lock_unreminded',
  { id: uuid },
  {
    price_cents: int,
    full_price_cents: orNull(int),
    discounted_months: int,
    started_at: timestamptz,
    since: timestamptz,
    renews_at: neverNull(timestamptz, 'only what renews is to be reminded of'),
    is_bundle: bool,
  },
  ({ id }) => `
    select s.price_cents, s.full_price_cents, s.discounted_months, s.started_at, s.since, s.renews_at,
      exists (select 1 from bundle_purchases b where b.fan_id = s.fan_id and b.creator_id = s.creator_id
        and b.refunded_at is null and b.covers_until = s.renews_at) as is_bundle
    from subscriptions s where s.id = ${id} and ${isUnreminded} for update`,
)

export const markReminded = statement(
  'subscription_mark_reminded',
  { id: uuid },
  {},
  ({ id }) => `update subscriptions set reminded_for = renews_at where id = ${id}`,
)
