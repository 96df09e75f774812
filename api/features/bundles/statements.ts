import { bundlesAs, type Discount } from '../../people/bundles.ts'
import { blockBetween } from '../../platform/db/rules.ts'
import {
  bool,
  int,
  jsonb,
  neverNull,
  oneOf,
  orNull,
  records,
  statement,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

/** A creator's bundles and the viewer's own subscription to them; `is_creator` is false where there is nothing to buy. */
export const bundlesForFan = statement(
  'bundles_for_fan',
  { fan: uuid, creator: uuid },
  {
    is_creator: bool,
    blocked: bool,
    creator_cents: int,
    bundles: jsonb<Discount[]>(),
    status: orNull(oneOf('active', 'cancelled', 'past_due', 'ended')),
    price_cents: orNull(int),
    started_at: orNull(timestamptz),
    active_until: orNull(timestamptz),
    renews_at: orNull(timestamptz),
    full_price_cents: orNull(int),
    discounted_months: orNull(int),
  },
  ({ fan, creator }) => `
    select c.is_creator, ${blockBetween(fan, 'c.id')} as blocked, coalesce(c.price_cents, 0) as creator_cents,
      ${bundlesAs('b.creator_id = c.id')} as bundles,
      s.status, s.price_cents, s.started_at, s.active_until, s.renews_at, s.full_price_cents, s.discounted_months
    from users c left join subscriptions s on s.creator_id = c.id and s.fan_id = ${fan}
    where c.id = ${creator} and c.deleted_at is null`,
)

/** The discount of one bundle, which stays as it is until the commit. */
export const lockBundle = statement(
  'bundle_lock',
  { creator: uuid, months: int },
  { percent: int },
  ({ creator, months }) => `select percent from bundles where creator_id = ${creator} and months = ${months} for share`,
)

/** Makes these the bundles of a creator and answers those of before. */
export const replaceBundles = statement(
  'bundles_replace',
  { creator: uuid, bundles: records({ months: int, percent: int }) },
  { before: neverNull(jsonb<Discount[]>(), 'an aggregate with a default') },
  ({ creator, bundles }) => `
    with wanted as (
      select w.months, w.percent from ${bundles.as('w')}
    ), removed as (
      delete from bundles b where b.creator_id = ${creator} and b.months not in (select w.months from wanted w)
    ), written as (
      insert into bundles (creator_id, months, percent) select ${creator}, w.months, w.percent from wanted w
      on conflict (creator_id, months) do update set percent = excluded.percent
    )
    select ${bundlesAs(`b.creator_id = ${creator}`)} as before`,
)

export const insertBundlePurchase = statement(
  'bundle_purchase',
  {
    entry: uuid,
    fan: uuid,
    creator: uuid,
    months: int,
    cents: int,
    from: timestamptz,
    until: timestamptz,
    now: timestamptz,
  },
  {},
  (p) => `
    insert into bundle_purchases (entry_id, fan_id, creator_id, months, price_cents, covers_from, covers_until, created_at)
    values (${p.entry}, ${p.fan}, ${p.creator}, ${p.months}, ${p.cents}, ${p.from}, ${p.until}, ${p.now})`,
)
