import { type Batched, batched } from '../../platform/db/batch.ts'
import { isForVault, isShownTo, isShownToFollowers, notDeleted, ownsMedia } from '../../platform/db/rules.ts'
import { bigint, bool, int, orNull, records, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { isInTrash, trashSince } from './trash.ts'

/**
 * Whether this viewer may fetch the bytes of a media now: their own (also in the trash), bought, or shown to them by a published post or by a
 * message. An address is signed for minutes, and the right to it may end at any moment, so it is asked at each use
 * (safety §P5). What was sent in a conversation stays there after a block, as its text does; a closed account takes it
 * along. Null where they may not.
 */
export const mayFetch = (ctx: Services, viewer: string, media: string): Promise<Fetchable | null> =>
  batched(ctx, viewerMedia, { viewer, media })

/**
 * A picture that is neither the viewer's own nor shown to every follower is sent as a copy that carries their mark, and so
 * is a film once a size has two copies (docs/decisions/traceable-copies.md), but not what a fan sends to a creator; `mark` is its number, null before the first
 * copy. `stamp` is what the creator wants to be seen on such a picture: the viewer's name, or null for nothing.
 */
export type Fetchable = { isMarked: boolean; isFilm: boolean; mark: number | null; stamp: string | null }

/** A staff member looked at the report of it in the last hour, which their log says (product §26). */
const lookedAt = (viewer: string, media: string, now: string): string => `exists (
          select 1 from staff_audit_entries l where l.object_kind = 'media' and l.object_id = ${media}::text
            and l.action = 'report.look' and l.staff_id = ${viewer} and l.created_at > ${now} - interval '1 hour')`

/** A page loads its pictures at the same moment, so their checks share one statement. */
const viewerMedia: Batched<{ viewer: string; media: string }, Fetchable | null> = {
  run: async (ctx, asked) => {
    const rows = await ctx.db.run(readAllowed, {
      asked: asked.map((it, n) => ({ ...it, n })),
      now: new Date(ctx.now()),
      trash_since: trashSince(ctx.now()),
    })
    const allowed = new Map(
      rows.map(({ n, is_marked, is_film, mark, stamp }) => [n, { isMarked: is_marked, isFilm: is_film, mark, stamp }]),
    )
    return asked.map((_, n) => allowed.get(n) ?? null)
  },
}

/** `offset 0` makes PostgreSQL look up each media by its key, as in `readForPurchase`. */
const readAllowed = statement(
  'media_may_fetch',
  { asked: records({ n: int, viewer: uuid, media: uuid }), now: timestamptz, trash_since: timestamptz },
  { n: int, is_marked: bool, is_film: bool, mark: orNull(bigint), stamp: orNull(text) },
  ({ asked, now, trash_since }) => `
    select a.n, m.is_marked, m.is_film, m.mark, m.stamp from ${asked.as('a')} cross join lateral (
      select m.type = 'VIDEO' as is_film,
        (m.type = 'IMAGE' or (m.type = 'VIDEO' and coalesce(m.renditions->'sizes' @> '[{"isMarked": true}]', false)))
          and m.owner_id <> a.viewer and ${isForVault('m')} and o.avatar_media_id is distinct from m.id
          and o.cover_media_id is distinct from m.id and not ${isShownToFollowers('m.id', now)} as is_marked,
        (select k.id from media_marks k where k.media_id = m.id and k.viewer_id = a.viewer) as mark,
        case when o.media_stamp then (select '@' || f.username from users f where f.id = a.viewer) end as stamp
      from media m join users o on o.id = m.owner_id
      where m.id = a.media and (
        ${ownsMedia('a.viewer', 'm.id')}
        or ${lookedAt('a.viewer', 'm.id', now)}
        or (m.owner_id = a.viewer and (${notDeleted('m')} or ${isInTrash('m', trash_since)}))
        or (${notDeleted('m')} and ${notDeleted('o')}
          and ${isShownTo('a.viewer', { media: 'm.id', owner: 'm.owner_id' }, now)})) offset 0) m`,
)
