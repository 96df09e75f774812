import { type Batched, batched } from '../../platform/db/batch.ts'
import { isShownTo, notDeleted, ownsMedia } from '../../platform/db/rules.ts'
import { int, records, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Whether this viewer may fetch the bytes of a media now: their own, bought, or shown to them by a published post or by a
 * message. An address is signed for minutes, and the right to it may end at any moment, so it is asked at each use
 * (safety §P5). What was sent in a conversation stays there after a block, as its text does; a closed account takes it
 * along.
 */
export const mayFetch = (ctx: Services, viewer: string, media: string): Promise<boolean> =>
  batched(ctx, viewerMedia, { viewer, media })

/** A page loads its pictures at the same moment, so their checks share one statement. */
const viewerMedia: Batched<{ viewer: string; media: string }, boolean> = {
  run: async (ctx, asked) => {
    const rows = await ctx.db.run(readAllowed, {
      asked: asked.map((it, n) => ({ ...it, n })),
      now: new Date(ctx.now()),
    })
    const allowed = new Set(rows.map((row) => row.n))
    return asked.map((_, n) => allowed.has(n))
  },
}

/** `offset 0` makes PostgreSQL look up each media by its key, as in `readForPurchase`. */
const readAllowed = statement(
  'media_may_fetch',
  { asked: records({ n: int, viewer: uuid, media: uuid }), now: timestamptz },
  { n: int },
  ({ asked, now }) => `
    select a.n from ${asked.as('a')} cross join lateral (
      select 1 from media m join users o on o.id = m.owner_id
      where m.id = a.media and (
        ${ownsMedia('a.viewer', 'm.id')}
        or (${notDeleted('m')} and (m.owner_id = a.viewer or (${notDeleted('o')}
          and ${isShownTo('a.viewer', { media: 'm.id', owner: 'm.owner_id' }, now)})))) offset 0) m`,
)
