import { fromCursor } from '../../platform/db/pages.ts'
import {
  hasBoughtPost,
  isFollowing,
  isPublished,
  isSubscribed,
  noBlockBetween,
  notDeleted,
  viewAllowed,
} from '../../platform/db/rules.ts'
import { cursorValue, int, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { postsSql, postsTypes, type ViewerSql, viewerParameters } from '../posts/page-sql.ts'
import { type Page, presentPage, sortTime, viewerParametersOf } from '../posts/read.ts'
import type { Reader } from '../posts/views.ts'

/**
 * Posts by words at the start of words, newest first. Only text that the viewer may read is looked through: a locked
 * post must not answer for what it hides (product §12, §18). Without words, the newest public ones.
 */
export async function searchPosts(
  ctx: Services,
  reader: Reader,
  q: string,
  paging: { limit?: number; cursor?: string },
): Promise<Page> {
  const limit = paging.limit ?? 20
  const [at = null, id = null] = fromCursor(paging.cursor, 'time', 'uuid') ?? []
  const words =
    q
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0 && q.trim() !== '') return { data: [], next: null }
  const query = words.map((word) => `${word}:*`).join(' & ')
  const page = { ...viewerParametersOf(ctx, reader), at, id, limit: limit + 1 }
  const [answer] = await (words.length === 0 ? ctx.db.run(newest, page) : ctx.db.run(matching, { ...page, query }))
  return presentPage(ctx, reader, answer, limit, (row) => [sortTime(row), row.id])
}

/**
 * Whether the viewer may read `p`'s text, as `presentPost` decides it: words beside media that are for sale are open to
 * everybody; words that are sold themselves are open to their buyers only. `offset 0` makes PostgreSQL look up each media
 * by its key, as in `readForPurchase`.
 */
const isReadable = ({ viewer, now }: ViewerSql) => `(${viewAllowed({
  isOwner: `p.author_id = ${viewer}`,
  isBought: hasBoughtPost(viewer, 'p.id'),
  // Authors behind a block are left out below.
  blocked: 'false',
  isPreview: 'false',
  visibility: 'p.visibility',
  isFollowing: isFollowing(viewer, 'p.author_id'),
  isSubscribed: isSubscribed(viewer, 'p.author_id', now),
})}
  or (p.visibility = 'paid' and exists (select 1 from post_media x
    cross join lateral (select d.deleted_at from media d where d.id = x.media_id offset 0) d
    where x.post_id = p.id and not x.is_preview and ${notDeleted('d')})))`

/** The cursor is publication and id of the last post of the page before. */
const page = { ...viewerParameters, at: cursorValue(timestamptz), id: cursorValue(uuid), limit: int }
const pageSql = (p: ViewerSql & { at: string; id: string; limit: string }, condition: string) =>
  postsSql(
    p,
    `select p.* from posts p where ${condition}
      and ${isPublished('p', p.now)}
      and (${p.at} is null or (p.published_at, p.id) < (${p.at}, ${p.id}))
      and ${noBlockBetween(p.viewer, 'p.author_id')}
    order by p.published_at desc, p.id desc limit ${p.limit}`,
  )
const matching = statement('search_posts_words', { ...page, query: text }, postsTypes, (p) =>
  pageSql(p, `to_tsvector('simple', p.text) @@ to_tsquery('simple', ${p.query}) and ${isReadable(p)}`),
)
const newest = statement('search_posts_newest', page, postsTypes, (p) => pageSql(p, `p.visibility = 'public'`))
