import { mediaPerBucket } from '../../../contract/limits.ts'
import type { VaultTile } from '../../../contract/vault.ts'
import {
  bigint,
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
import { signMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import { mediaTypes } from './statements.ts'
import { filterParameters, forFan, inVault, isPublicNow } from './vault-filter.ts'

/**
 * The last row of each bucket, newest first. Buckets are counted from the oldest media, so that an upload changes only
 * the newest of them. A bucket ends with its month or with its five-hundredth row; `at` and `id` are its newest media.
 */
export const readIndex = statement(
  'vault_index',
  filterParameters,
  { month: text, count: bigint, at: text, id: uuid },
  (p) => `
    select to_char(month, 'YYYY-MM') as month, nth - coalesce(lag(nth) over (order by nth), 0) as count,
      created_at::text as at, id
    from (
      select created_at, id, month, row_number() over newer as nth, lead(month) over newer as next_month
      from (select m.created_at, m.id, date_trunc('month', m.created_at at time zone 'UTC') as month
        from media m where ${inVault(p)}) found
      window newer as (order by created_at, id)
    ) numbered
    where nth % ${mediaPerBucket} = 0 or next_month is distinct from month
    order by nth desc`,
  { isPlannedForValues: true },
)

/** The media of a bucket, from its newest on. */
export const readBucket = statement(
  'vault_bucket',
  { ...filterParameters, now: timestamptz, at: cursorValue(timestamptz), id: cursorValue(uuid), limit: int },
  {
    id: uuid,
    type: mediaTypes.type,
    state: mediaTypes.state,
    reason: orNull(text),
    name: orNull(text),
    preview: orNull(text),
    duration_ms: orNull(int),
    has_poster: bool,
    created_at: timestamptz,
    used: int,
    sold: int,
    is_public: bool,
    for_fan: orNull(oneOf('owned', 'sent', 'never')),
  },
  (p) => `
    select m.id, m.type, m.state, m.reason, m.name, m.preview, m.duration_ms, m.has_poster, m.created_at,
      (select count(*) from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and p.deleted_at is null)::int
      + (select count(*) from message_media mm join messages g on g.id = mm.message_id
        where mm.media_id = m.id and g.deleted_at is null)::int as used,
      (select count(*) from entitlements e where e.media_id = m.id)::int as sold,
      ${isPublicNow(p.now)} as is_public,
      ${forFan(p.fan)} as for_fan
    from media m
    where ${inVault(p)} and (m.created_at, m.id) <= (${p.at}, ${p.id})
    order by m.created_at desc, m.id desc limit ${p.limit}`,
)

/** A media as a tile of its owner's grid. */
export function presentTile(ctx: Services, ownerId: string, row: RowOf<typeof readBucket>): VaultTile {
  const hasThumb = row.state === 'ready' && (row.type === 'IMAGE' || row.has_poster)
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    reason: row.reason,
    name: row.name,
    preview: row.preview,
    thumb: hasThumb
      ? signMediaUrl({ mediaId: row.id, variant: 'thumb', viewerId: ownerId, now: ctx.now(), secret: ctx.env.SECRET })
      : null,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    is_public: row.is_public,
    used: row.used,
    sold: row.sold,
    for_fan: row.for_fan,
    created_at: row.created_at.toISOString(),
  }
}
