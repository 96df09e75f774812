import type { Focal } from '../../../contract/media.ts'
import { isFollowing, isPublished, isShownTo, isSubscribed, letsDownload } from '../../platform/db/rules.ts'
import {
  array,
  bigint,
  bool,
  int,
  json,
  jsonb,
  oneOf,
  orNull,
  records,
  statement,
  text,
  texts,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import type { Strip } from '../../platform/media/film-sizes.ts'
import { groupOf } from '../notifications/groups.ts'
import { notificationParts } from '../notifications/statements.ts'
import {
  legColumns,
  movementParameters,
  movementSql,
  referralMoments,
  saleTermsColumns,
  saleTermsTypes,
} from '../wallet/statements.ts'

/** What `presentMedia` reads of media `m`. */
export const mediaColumns = (m: string): string =>
  `${m}.id, ${m}.type, ${m}.state, ${m}.preview, ${m}.width, ${m}.height, ${m}.duration_ms, ${m}.has_poster,
  ${m}.renditions is not null as has_sizes, ${m}.renditions->'strip' as strip, ${m}.waveform,
  ${m}.captions, ${m}.machine_captions, ${m}.focal, ${m}.description, ${letsDownload(m)} as is_downloadable`
export const mediaTypes = {
  id: uuid,
  type: oneOf('IMAGE', 'VIDEO', 'SOUND'),
  state: oneOf('processing', 'ready', 'failed'),
  preview: orNull(text),
  width: orNull(int),
  height: orNull(int),
  duration_ms: orNull(int),
  has_poster: bool,
  has_sizes: bool,
  strip: orNull(jsonb<Strip>()),
  waveform: orNull(array(int)),
  captions: texts,
  machine_captions: texts,
  focal: orNull(jsonb<Focal>()),
  is_downloadable: bool,
  description: orNull(text),
}

/** The group of notification settings for sales, as SQL. */
const soldGroup = `'${groupOf('media_sold')}'`

/**
 * The media that are sold together: `sold` leaves out those the fan owns. The price is that of the `of` media which the
 * fan owns or is not shown elsewhere, and `unpaid` of them are still to be paid for. Media that the creator has deleted
 * count only for a fan who owns them.
 */
const soldOf = (table: string, column: string, holder: string, now: string) => `cross join lateral (
            select array_agg(q.media_id order by q.media_id) filter (where o.user_id is null) as sold,
              count(*) filter (where o.user_id is not null or not x.shown)::int as of,
              count(*) filter (where o.user_id is null and not x.shown)::int as unpaid
            from ${table} q
            cross join lateral (select d.deleted_at from media d where d.id = q.media_id offset 0) d
            left join lateral (select o.user_id from entitlements o where o.user_id = a.fan_id and o.media_id = q.media_id offset 0) o on true
            cross join lateral (select o.user_id is null
              and ${isShownTo('a.fan_id', { media: 'q.media_id', owner: 'm.owner_id' }, now)} as shown offset 0) x
            where q.${column} = ${holder}.id and not q.is_preview and (d.deleted_at is null or o.user_id is not null) offset 0) s`

/** A post or message that holds the media. */
export type Holder = {
  kind: 'post' | 'message'
  id: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid' | null
  price_cents: number | null
  is_preview: boolean
  gone: boolean
  session_id: string | null
  /** The media that a purchase would give this fan. */
  sold: string[]
  /** Of how many media the price is, and how many of them the fan still pays for. */
  of: number
  unpaid: number
}

/**
 * For each `wanted` row, numbered from 1: the media, the terms of sale, and the posts and messages that hold it and are
 * visible to the fan. `offset 0` makes PostgreSQL look up each row by its key, whatever it estimates of table sizes.
 */
export const readForPurchase = statement(
  'purchase_reach',
  { wanted: records({ fan_id: uuid, media_id: uuid }), now: timestamptz, ...referralMoments },
  {
    n: bigint,
    ...mediaTypes,
    owner_id: uuid,
    deleted: bool,
    owner_gone: bool,
    ...saleTermsTypes,
    is_following: bool,
    is_subscribed: bool,
    /** The owner's settings allow notifications of sales. */
    owner_wants_notification: bool,
    owner_has_browser: bool,
    /** What this fan paid for it; null when they do not own it. */
    paid_cents: orNull(int),
    holders: json<Holder[]>(),
  },
  ({ wanted, now, ...moments }) => `
    select a.n, r.* from ${wanted.as('a', 'n')} cross join lateral (
    select ${mediaColumns('m')}, m.owner_id, m.deleted_at is not null as deleted,
      c.deleted_at is not null as owner_gone, ${saleTermsColumns(moments)},
      ${isFollowing('a.fan_id', 'm.owner_id')} as is_following,
      ${isSubscribed('a.fan_id', 'm.owner_id', now)} as is_subscribed,
      coalesce((select n.app from notification_settings n where n.user_id = m.owner_id and n.kind = ${soldGroup}), true)
        as owner_wants_notification,
      exists (select 1 from push_subscriptions b where b.user_id = m.owner_id) as owner_has_browser,
      (select u.price_cents from entitlements e join purchases u on u.id = e.purchase_id
        where e.user_id = a.fan_id and e.media_id = m.id) as paid_cents,
      coalesce((select json_agg(h) from (
        select 'post' as kind, p.id, p.visibility, p.price_cents, pm.is_preview, not (${isPublished('p', now)}) as gone,
          null::uuid as session_id, s.sold, s.of, s.unpaid
        from post_media pm cross join lateral (select * from posts p where p.id = pm.post_id offset 0) p
          ${soldOf('post_media', 'post_id', 'p', now)}
        where pm.media_id = m.id and p.published_at <= ${now}
        union all
        select 'message', g.id, null, g.price_cents, mm.is_preview, g.deleted_at is not null, g.session_id, s.sold, s.of, s.unpaid
        from message_media mm cross join lateral (select * from messages g where g.id = mm.message_id offset 0) g
          ${soldOf('message_media', 'message_id', 'g', now)}
        where mm.media_id = m.id and g.receiver_id = a.fan_id
      ) h), '[]') as holders
    from media m join users c on c.id = m.owner_id join users f on f.id = a.fan_id
    where m.id = a.media_id offset 0) r`,
)

/**
 * Moves the money of several purchases and, for each movement that takes place (`n`), writes the purchase, its
 * entitlements, the answer under its idempotency key, the creator's notification and the events of both sides.
 */
export const buyMedia = statement(
  'ledger_move_purchase',
  {
    ...movementParameters,
    purchases: records({
      n: int,
      purchase_id: uuid,
      cents: int,
      media_ids: uuids,
      notification_id: uuid,
      balance_event: uuid,
      fan_event: uuid,
      creator_event: uuid,
      notified_event: uuid,
      unlocked: jsonb<object>(),
      key: orNull(text),
      fingerprint: orNull(text),
      answer: jsonb<object>(),
    }),
  },
  legColumns,
  ({ purchases, ...movement }) =>
    movementSql(
      movement,
      `sold as (
      select t.*, m.id as entry_id, m.user_id as fan_id, m.counterparty_id as creator_id, m.object_kind, m.object_id, m.created_at
      from verdict v join movements m on m.n = v.n join ${purchases.as('t')} on t.n = v.n
    ), bought as (
      insert into purchases (id, buyer_id, creator_id, object_kind, object_id, price_cents, entry_id, created_at)
      select purchase_id, fan_id, creator_id, object_kind, object_id, cents, entry_id, created_at from sold
    ), owned as (
      insert into entitlements (user_id, media_id, purchase_id, created_at)
      select s.fan_id, x.media_id, s.purchase_id, s.created_at from sold s cross join lateral unnest(s.media_ids) as x(media_id)
    ), counted as (
      update posts p set unlocks_count = p.unlocks_count + x.bought
      from (select object_id, count(*)::int as bought from sold where object_kind = 'post' group by object_id) x
      where p.id = x.object_id
    ), paid as (
      select s.*, k.balance / 100.0 as coins from sold s join after k on k.n = s.n and k.owner_id = s.fan_id and k.kind = 'wallet'
    ), stored_answers as (
      insert into idempotency_keys (user_id, key, fingerprint, created_at, answer)
      select fan_id, key, fingerprint, created_at, jsonb_set(answer, '{meta,coins}', to_jsonb(coins)) from paid where key is not null
    ), events as (
      insert into live_events (id, user_id, type, payload)
      select e.id, e.user_id, 'media_unlocked', s.unlocked
      from sold s cross join lateral (values (s.fan_event, s.fan_id), (s.creator_event, s.creator_id)) as e(id, user_id)
      union all
      select balance_event, fan_id, 'balance', jsonb_build_object('coins', coins) from paid
    ), ${notificationParts({
      given: 'sold x',
      id: 'x.notification_id',
      user: 'x.creator_id',
      type: `'media_sold'::text`,
      actor: 'x.fan_id',
      objectKind: 'x.object_kind',
      objectId: 'x.object_id',
      cents: 'x.cents',
      now: 'x.created_at',
      event: 'x.notified_event',
      group: soldGroup,
    }).trim()}`,
    ),
)
