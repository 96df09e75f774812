import { beforeRow } from '../../platform/db/keyset.ts'
import { blockBetween } from '../../platform/db/rules.ts'
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

const returnReason = oneOf('taken_back', 'expired', 'refunded')

const giftColumns = `g.id, g.code, g.buyer_id, g.creator_id, g.price_cents, g.months, g.anonymous, g.message, g.entry_id,
  g.redeemed_by, g.redeemed_at, g.covers_until, g.expires_at, g.refunded_at, g.refund_reason, g.created_at`
const giftTypes = {
  id: uuid,
  code: text,
  buyer_id: uuid,
  creator_id: uuid,
  price_cents: int,
  months: int,
  anonymous: bool,
  message: text,
  entry_id: uuid,
  redeemed_by: orNull(uuid),
  redeemed_at: orNull(timestamptz),
  covers_until: orNull(timestamptz),
  expires_at: timestamptz,
  refunded_at: orNull(timestamptz),
  refund_reason: orNull(returnReason),
  created_at: timestamptz,
}
export type GiftRow = RowOf<typeof giftTypes>

/** Whether there is a block between the viewer and the giver or the creator of gift `g`. */
const isHiddenFrom = (viewer: string): string =>
  `(${blockBetween(viewer, 'g.buyer_id')} or ${blockBetween(viewer, 'g.creator_id')})`

export const giftsOfGiver = statement(
  'gifts_of_giver',
  {
    giver: uuid,
    beforeAt: orNull(cursorValue(timestamptz)),
    beforeId: orNull(cursorValue(uuid)),
    limit: int,
  },
  { ...giftTypes, at: text },
  ({ giver, beforeAt, beforeId, limit }) => `
    select ${giftColumns}, g.created_at::text as at from gifts g where g.buyer_id = ${giver}
      and ${beforeRow('g.created_at', 'g.id', beforeAt, beforeId)}
    order by g.created_at desc, g.id desc limit ${limit}`,
)
export const giftOfGiver = statement(
  'gift_of_giver',
  { id: uuid, giver: uuid },
  giftTypes,
  ({ id, giver }) => `select ${giftColumns} from gifts g where g.id = ${id} and g.buyer_id = ${giver}`,
)
/** A gift with what its viewer may see of it; `free` when the viewer subscribes to the creator for nothing. */
export const giftByCode = statement(
  'gift_by_code',
  { code: text, viewer: orNull(uuid) },
  { ...giftTypes, is_hidden: bool, free: bool },
  ({ code, viewer }) => `
    select ${giftColumns}, ${isHiddenFrom(viewer)} as is_hidden,
      exists (select 1 from subscriptions s where s.fan_id = ${viewer} and s.creator_id = g.creator_id
        and s.status <> 'ended' and s.active_until is null) as free
    from gifts g where g.code = ${code}`,
)

export const lockGiftByCode = statement(
  'gift_lock_by_code',
  { code: text, viewer: uuid },
  { ...giftTypes, is_hidden: bool },
  ({ code, viewer }) =>
    `select ${giftColumns}, ${isHiddenFrom(viewer)} as is_hidden from gifts g where g.code = ${code} for update`,
)
export const lockGift = statement(
  'gift_lock_by_id',
  { id: uuid },
  giftTypes,
  ({ id }) => `select ${giftColumns} from gifts g where g.id = ${id} for update`,
)

export const insertGift = statement(
  'gift_make',
  {
    id: uuid,
    code: text,
    giver: uuid,
    creator: uuid,
    cents: int,
    months: int,
    anonymous: bool,
    message: text,
    entry: uuid,
    expiresAt: timestamptz,
    now: timestamptz,
  },
  {},
  (p) => `
    insert into gifts (id, code, buyer_id, creator_id, price_cents, months, anonymous, message, entry_id, expires_at, created_at)
    values (${p.id}, ${p.code}, ${p.giver}, ${p.creator}, ${p.cents}, ${p.months}, ${p.anonymous}, ${p.message}, ${p.entry},
      ${p.expiresAt}, ${p.now})`,
)
export const acceptGift = statement(
  'gift_accept',
  { id: uuid, fan: uuid, now: timestamptz, paidEntry: uuid, from: timestamptz, until: timestamptz },
  {},
  (p) => `
    update gifts set redeemed_by = ${p.fan}, redeemed_at = ${p.now}, paid_entry_id = ${p.paidEntry},
      covers_from = ${p.from}, covers_until = ${p.until} where id = ${p.id}`,
)
export const markGiftReturned = statement(
  'gift_return',
  { id: uuid, now: timestamptz, reason: returnReason },
  {},
  ({ id, now, reason }) => `update gifts set refunded_at = ${now}, refund_reason = ${reason} where id = ${id}`,
)
export const expiredGifts = statement(
  'gifts_due',
  { now: timestamptz },
  { id: uuid },
  ({ now }) => `
    select id from gifts where redeemed_at is null and refunded_at is null and expires_at <= ${now}
    order by expires_at limit 500`,
)
