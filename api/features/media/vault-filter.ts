import type { VaultFilter } from '../../../contract/vault-filter.ts'
import { containing } from '../../platform/db/like.ts'
import { isForVault, isShownToVisitors } from '../../platform/db/rules.ts'
import { date, type ExpressionsOf, int, oneOf, orNull, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { mediaTypes } from './statements.ts'
import { isInTrash } from './trash.ts'

/** The parameters of `inVault`. */
export const filterParameters = {
  owner: uuid,
  /** Media deleted after this are in the trash. */
  trash_since: timestamptz,
  place: oneOf('vault', 'trash'),
  /** A pattern for `ilike`. */
  search: orNull(text),
  folder: orNull(text),
  tag: orNull(text),
  type: orNull(mediaTypes.type),
  since: orNull(date),
  until: orNull(date),
  min_cents: orNull(int),
  max_cents: orNull(int),
  never: orNull(oneOf('used', 'sent', 'sold')),
  fan: orNull(uuid),
  for_fan: orNull(oneOf('owned', 'sent', 'never')),
}
type FilterExpressions = ExpressionsOf<typeof filterParameters>

/** Whether media `m` is in the vault of its owner, or in the trash. */
export const isInPlace = (p: FilterExpressions): string => `
  m.owner_id = ${p.owner} and ${isForVault('m')}
  and case ${p.place} when 'trash' then ${isInTrash('m', p.trash_since)} else m.deleted_at is null end`

/**
 * Whether media `m` matches the filter. The index, its buckets, the list and the changes of many media all ask this, so
 * that they are about the same media.
 */
export const matchesFilter = (p: FilterExpressions): string => `
  (${p.search} is null or ${['m.name', 'm.description', 'm.folder'].map((it) => isLike(it, p.search)).join(' or ')}
    or exists (select 1 from unnest(m.tags) its_tag where ${isLike('its_tag', p.search)}))
  and (${p.folder} is null or m.folder = ${p.folder}) and (${p.tag} is null or ${p.tag} = any(m.tags))
  and (${p.type} is null or m.type = ${p.type})
  and (${p.since} is null or m.created_at >= ${p.since}::timestamp at time zone 'UTC')
  and (${p.until} is null or m.created_at < (${p.until} + 1)::timestamp at time zone 'UTC')
  and (coalesce(${p.min_cents}, ${p.max_cents}) is null or ${wasPriced(p.min_cents, p.max_cents)})
  and case ${p.never} when 'used' then not ${isPosted} and not ${isSent} when 'sent' then not ${isSent}
    when 'sold' then not exists (select 1 from entitlements e where e.media_id = m.id offset 0) else true end
  and (${p.for_fan} is null or ${forFan(p.fan)} = ${p.for_fan})`

/** As `ilike` says, but the pattern is put into small letters once where the statement is planned for its values. */
const isLike = (words: string, pattern: string) => `lower(${words}) like lower(${pattern})`

export const inVault = (p: FilterExpressions): string => `${isInPlace(p)} and ${matchesFilter(p)}`

/** Whether visitors see media `m` of its owner. */
export const isPublicNow = (now: string): string => `(${isShownToVisitors('m.id', now)}
    or exists (select 1 from users o where o.id = m.owner_id and m.id in (o.avatar_media_id, o.cover_media_id)))`

/** What fan `fan` has of media `m`: bought, sent, or neither; null without a fan. */
export const forFan = (fan: string): string => `
  case when ${fan} is null then null
    when exists (select 1 from entitlements e where e.user_id = ${fan} and e.media_id = m.id) then 'owned'
    when exists (select 1 from message_media mm join messages g on g.id = mm.message_id
      where mm.media_id = m.id and g.receiver_id = ${fan} and g.deleted_at is null offset 0) then 'sent'
    else 'never' end`

// `offset 0` makes PostgreSQL look up the uses of each media, as in `readForPurchase`.
const isPosted = `exists (select 1 from post_media pm join posts p on p.id = pm.post_id
    where pm.media_id = m.id and p.deleted_at is null offset 0)`
const isSent = `exists (select 1 from message_media mm join messages g on g.id = mm.message_id
    where mm.media_id = m.id and g.deleted_at is null offset 0)`

const wasPriced = (min: string, max: string) => `(
    exists (select 1 from post_media pm join posts p on p.id = pm.post_id where pm.media_id = m.id and p.deleted_at is null
      and p.price_cents between coalesce(${min}, 1) and coalesce(${max}, p.price_cents) offset 0)
    or exists (select 1 from message_media mm join messages g on g.id = mm.message_id where mm.media_id = m.id
      and g.deleted_at is null and g.price_cents between coalesce(${min}, 1) and coalesce(${max}, g.price_cents) offset 0))`

/** The filter as parameters of `inVault`. Throws `permission_denied` for an operator who may not know what it asks. */
export function filterOf(viewer: Viewer, filter: VaultFilter, trashSince: Date) {
  // What was sent to a fan is part of their conversation.
  if (filter.for !== undefined) requireFlag(viewer, 'can_chat')
  if (filter.min_price !== undefined || filter.max_price !== undefined) requireFlag(viewer, 'can_payment')
  return {
    owner: viewer.id,
    trash_since: trashSince,
    place: filter.place ?? ('vault' as const),
    search: filter.q ? containing(filter.q) : null,
    folder: filter.folder ?? null,
    tag: filter.tag ?? null,
    type: filter.type ?? null,
    since: filter.since ?? null,
    until: filter.until ?? null,
    min_cents: filter.min_price === undefined ? null : filter.min_price * 100,
    max_cents: filter.max_price === undefined ? null : filter.max_price * 100,
    never: filter.never ?? null,
    fan: filter.for ?? null,
    for_fan: filter.for === undefined ? null : (filter.for_fan ?? null),
  }
}
