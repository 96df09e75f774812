import { blockBetween } from '../../platform/db/rules.ts'
import {
  bool,
  int,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const offerKind = oneOf('trial', 'discount')

const offerColumns = `o.id, o.creator_id, (select u.username from users u where u.id = o.creator_id) as username, o.code, o.kind, o.days,
  o.percent, o.months, o.max_uses, o.uses, o.expires_at, o.revoked_at, o.is_listed`
const offerTypes = {
  id: uuid,
  creator_id: uuid,
  username: orNull(text),
  code: text,
  kind: offerKind,
  days: orNull(int),
  percent: orNull(int),
  months: orNull(int),
  max_uses: orNull(int),
  uses: int,
  expires_at: orNull(timestamptz),
  revoked_at: orNull(timestamptz),
  is_listed: bool,
}
export type OfferRow = RowOf<typeof offerTypes>

/** `known` when the viewer has subscribed to the creator before. */
export const offerByCode = statement(
  'offer_by_code',
  { code: text, viewer: orNull(uuid) },
  { ...offerTypes, price_cents: int, blocked: bool, known: bool },
  ({ code, viewer }) => `
    select ${offerColumns}, coalesce(c.price_cents, 0) as price_cents,
      ${blockBetween(viewer, 'c.id')} as blocked,
      exists (select 1 from subscription_events e where e.fan_id = ${viewer} and e.creator_id = c.id) as known
    from offer_links o join users c on c.id = o.creator_id and c.deleted_at is null and c.is_creator
    where o.code = ${code}`,
)
export const lockOffer = statement(
  'offer_lock',
  { code: text },
  offerTypes,
  ({ code }) => `select ${offerColumns} from offer_links o where o.code = ${code} for update`,
)
/** No row for a fan who has taken the offer or has been a subscriber before. */
export const redeemOffer = statement(
  'offer_take',
  { offer: uuid, fan: uuid, creator: uuid, now: timestamptz },
  { id: uuid },
  ({ offer, fan, creator, now }) => `
    with taken as (
      insert into offer_redemptions (link_id, fan_id, created_at)
      select ${offer}, ${fan}, ${now}
      where not exists (select 1 from subscription_events e where e.fan_id = ${fan} and e.creator_id = ${creator})
      on conflict do nothing returning link_id
    )
    update offer_links o set uses = o.uses + 1 from taken where o.id = taken.link_id returning o.id`,
)
export const insertOffer = statement(
  'offer_make',
  {
    id: uuid,
    creator: uuid,
    code: text,
    kind: offerKind,
    days: orNull(int),
    percent: orNull(int),
    months: orNull(int),
    maxUses: orNull(int),
    expiresAt: orNull(timestamptz),
    now: timestamptz,
  },
  offerTypes,
  (p) => `
    insert into offer_links as o (id, creator_id, code, kind, days, percent, months, max_uses, expires_at, created_at)
    values (${p.id}, ${p.creator}, ${p.code}, ${p.kind}, ${p.days}, ${p.percent}, ${p.months}, ${p.maxUses}, ${p.expiresAt}, ${p.now})
    returning ${offerColumns}`,
)
export const offersOfCreator = statement(
  'offers_of_creator',
  { creator: uuid },
  offerTypes,
  ({ creator }) => `
    select ${offerColumns} from offer_links o where o.creator_id = ${creator} and o.revoked_at is null
    order by o.id desc limit 100`,
)
/** No row for what is no trial, or is over. */
export const setOfferListed = statement(
  'offer_set_listed',
  { id: uuid, creator: uuid, listed: bool },
  offerTypes,
  ({ id, creator, listed }) => `
    update offer_links o set is_listed = ${listed}
    where o.id = ${id} and o.creator_id = ${creator} and o.kind = 'trial' and o.revoked_at is null
    returning ${offerColumns}`,
)
/** No row for a link that is over, or ends at another time than the caller sees. */
export const moveEndOfOffer = statement(
  'offer_move',
  { id: uuid, creator: uuid, now: timestamptz, from: timestamptz, to: timestamptz },
  { id: uuid },
  ({ id, creator, now, from, to }) => `
    update offer_links set expires_at = ${to}
    where id = ${id} and creator_id = ${creator} and revoked_at is null and expires_at > ${now}
      and date_trunc('milliseconds', expires_at) = ${from} returning id`,
)
export const ownOffer = statement(
  'offer_own',
  { id: uuid, creator: uuid },
  { id: uuid },
  ({ id, creator }) => `select id from offer_links where id = ${id} and creator_id = ${creator}`,
)
export const revokeOfferOf = statement(
  'offer_revoke',
  { id: uuid, creator: uuid, now: timestamptz },
  { id: uuid },
  ({ id, creator, now }) => `
    update offer_links set revoked_at = ${now}
    where id = ${id} and creator_id = ${creator} and revoked_at is null returning id`,
)
