import type { Answer } from '../../../contract/endpoint.ts'
import { mediaPerBucket, mediaWithIndex } from '../../../contract/limits.ts'
import type { vault as contract, VaultTile } from '../../../contract/vault.ts'
import type { VaultFilter } from '../../../contract/vault-filter.ts'
import { fromCursor, toCursor } from '../../platform/db/pages.ts'
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
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'
import type { Services } from '../../platform/services.ts'
import { mediaTypes } from './statements.ts'
import { trashSince } from './trash.ts'
import { filterOf, filterParameters, forFan, inVault, isPublicNow } from './vault-filter.ts'

/** The months of a vault with the number of media in each, and its newest media. */
export async function readVaultIndex(
  ctx: Services,
  viewer: Viewer,
  filter: VaultFilter,
): Promise<Answer<typeof contract.index>> {
  const [found, first] = await Promise.all([
    ctx.db.run(readIndex, filterOf(viewer, filter, trashSince(ctx.now()))),
    readTiles(ctx, viewer, filter, newestOfAll, mediaWithIndex),
  ])
  return {
    first,
    count: found.reduce((sum, row) => sum + row.count, 0),
    buckets: found.map(({ month, count, at, id }) => ({ month, count, bucket: toCursor([at, id, count]) })),
  }
}

/** The media of a bucket of that index, with the same filter. */
export async function readVaultBucket(
  ctx: Services,
  viewer: Viewer,
  { bucket, ...filter }: VaultFilter & { bucket: string },
): Promise<Answer<typeof contract.bucket>> {
  const [at, id, count] = fromCursor(bucket, 'time', 'uuid', 'int') ?? []
  if (at === undefined || id === undefined || count === undefined) throw refuse('invalid_input')
  return { data: await readTiles(ctx, viewer, filter, { at, id }, Math.min(Math.max(count, 0), mediaPerBucket)) }
}

/** A media from which a page of tiles begins, as a cursor has it. */
type Start = { at: string | number | null; id: string | number | null }

/** Before every media. */
const newestOfAll: Start = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** So many media from this one on, newest first. */
async function readTiles(ctx: Services, viewer: Viewer, filter: VaultFilter, { at, id }: Start, limit: number) {
  const filtered = filterOf(viewer, filter, trashSince(ctx.now()))
  const found = await ctx.db.run(readBucket, { ...filtered, now: new Date(ctx.now()), at, id, limit })
  return found.map((row) => presentTile(ctx, viewer.id, row))
}

/**
 * The last row of each bucket, newest first. Buckets are counted from the oldest media, so that an upload changes only
 * the newest of them. A bucket ends with its month or with its five-hundredth row; `at` and `id` are its newest media.
 */
const readIndex = statement(
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
const readBucket = statement(
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
function presentTile(ctx: Services, ownerId: string, row: RowOf<typeof readBucket>): VaultTile {
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
