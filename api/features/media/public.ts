import type { Statement } from '../../platform/db/db.ts'
import { type Batched, batched } from '../../platform/db/batch.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Whether the whole world may see a media now: somebody's present face or cover, in a public post that is out, or free to
 * see in one of the others. An address that was everybody's once must not outlive that (safety §P5).
 */
export const isPublic = (ctx: Services, id: string): Promise<boolean> => batched(ctx, publicMedia, id)

/** The pictures of a page are asked for at the same moment. */
const publicMedia: Batched<string, boolean> = {
  run: async (ctx, ids) => {
    const rows = await ctx.db.run<{ id: string }>(publicOnes, [[...new Set(ids)], new Date(ctx.now())])
    const found = new Set(rows.map((row) => row.id))
    return ids.map((id) => found.has(id))
  },
}

/** Each is looked up by its key, one by one (`offset 0`), as in `purchase_reach`. */
const publicOnes: Statement = {
  name: 'media_public',
  text: `
    select a.id from unnest($1::uuid[]) as a (id) cross join lateral (
      select 1 from media m join users u on u.id = m.owner_id
      where m.id = a.id and m.deleted_at is null and (u.avatar_media_id = m.id or u.cover_media_id = m.id
        or u.deleted_at is null and exists (select 1 from post_media pm join posts p on p.id = pm.post_id
          where pm.media_id = m.id and p.deleted_at is null and p.published_at <= $2::timestamptz
            and (p.visibility = 'public' or pm.is_preview))) offset 0) m`,
}
