import { type Batched, batched } from '../../platform/db/batch.ts'
import { isShownToVisitors } from '../../platform/db/rules.ts'
import { statement, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Whether visitors may see a media now: its owner's account is open, and it is the owner's avatar or cover, in a published public post, or a preview of
 * another published post. A public address must stop working when that ends (safety §P5).
 */
export const isPublic = (ctx: Services, id: string): Promise<boolean> => batched(ctx, publicMedia, id)

/** A page loads its pictures at the same moment, so their checks share one statement. */
const publicMedia: Batched<string, boolean> = {
  run: async (ctx, ids) => {
    const rows = await ctx.db.run(readPublic, { ids: [...new Set(ids)], now: new Date(ctx.now()) })
    const found = new Set(rows.map((row) => row.id))
    return ids.map((id) => found.has(id))
  },
}

/** `offset 0` makes PostgreSQL look up each media by its key, as in `readForPurchase`. */
const readPublic = statement(
  'media_public',
  { ids: uuids, now: timestamptz },
  { id: uuid },
  ({ ids, now }) => `
    select a.id from unnest(${ids}) as a (id) cross join lateral (
      select 1 from media m join users u on u.id = m.owner_id
      where m.id = a.id and m.deleted_at is null and u.deleted_at is null
        and (u.avatar_media_id = m.id or u.cover_media_id = m.id or ${isShownToVisitors('m.id', now)}) offset 0) m`,
)
