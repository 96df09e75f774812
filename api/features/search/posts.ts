import { beforeRow } from '../../platform/db/keyset.ts'
import { firstRows, fromCursor } from '../../platform/db/pages.ts'
import {
  hasBoughtPost,
  isFollowing,
  isPublished,
  isSubscribed,
  noBlockBetween,
  notDeleted,
  viewAllowed,
} from '../../platform/db/rules.ts'
import {
  cursorValue,
  int,
  neverNull,
  orNull,
  statement,
  text,
  timestamptz,
  uuid,
  type ValuesOf,
} from '../../platform/db/statement.ts'
import type { Services } from '../../platform/services.ts'
import { postsSql, postsTypes, type ViewerSql, viewerParameters } from '../posts/page-sql.ts'
import { type Page, presentPage, sortTime, viewerParametersOf } from '../posts/read.ts'
import type { Reader } from '../posts/views.ts'

/**
 * Posts by words at the start of words, newest first; one `#tag` finds what is written with it. Only text that the viewer may read is looked through: a locked
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
  // A word of one or two letters is meant whole: as a beginning it would stand in nearly every post.
  const query = words.map((word) => (word.length < 3 ? word : `${word}:*`)).join(' & ')
  const page = { ...viewerParametersOf(ctx, reader), at, id, limit: limit + 1 }
  const [answer] = await (words.length === 0
    ? ctx.db.run(newest, page)
    : findMatching(ctx, { ...page, query, tag: tagPattern(q) }))
  return presentPage(ctx, reader, answer, limit, (row) => [sortTime(row), row.id])
}

/**
 * Reads the texts of the newest posts first, asks the index of words about more when these do not fill the page, and about
 * all in the end: a word of 2 % stands in 40,000 of two million posts, and a page of it in the newest thousand.
 */
async function findMatching(ctx: Services, page: Omit<ValuesOf<typeof matchingValues>, 'since'>) {
  for (const { offset, find } of windows) {
    const [edge] = await ctx.db.run(edgeOfNewest, { at: page.at, now: page.now, offset })
    if (edge === undefined) break
    const answer = await ctx.db.run(find, { ...page, since: edge.at })
    if ((answer[0]?.posts?.length ?? 0) >= page.limit) return answer
  }
  return ctx.db.run(indexed, { ...page, since: null })
}

/** What `#tag` looks like in a text, as a regular expression: the index finds its word, this tells it from the plain one. */
function tagPattern(q: string): string | null {
  const [, tag] = /^#([\p{L}\p{N}_]+)$/u.exec(q.normalize('NFKC').trim()) ?? []
  return tag === undefined ? null : `(^|[^[:alnum:]_#&/])#${tag}($|[^[:alnum:]_])`
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
type PageSql = ViewerSql & { at: string; id: string; limit: string }

const isOnPage = (p: PageSql) => `${isPublished('p', p.now)}
      and ${beforeRow('p.published_at', 'p.id', p.at, p.id)}`

/** When the post came out that is behind the `offset` newest until `at`, or until now; no row where there are not so many. */
const edgeOfNewest = statement(
  'search_posts_edge',
  { at: cursorValue(timestamptz), now: timestamptz, offset: int },
  { at: neverNull(timestamptz, 'it is compared') },
  (p) => `
  select published_at as at from posts where published_at <= coalesce(${p.at}, ${p.now})
  order by published_at desc, id desc offset ${p.offset} limit 1`,
)

const matchingValues = { ...page, query: text, tag: orNull(text), since: orNull(timestamptz) }
/**
 * The hits since a time, if one is given, are put in order first, with nothing but their keys, and then read one after the
 * other until the page is full: whether a post may be read is three questions, and a common word has thousands of hits.
 */
const matching = (name: string, order: string) =>
  statement(
    name,
    matchingValues,
    postsTypes,
    (p) =>
      postsSql(
        p,
        `select p.* from (
      select p.id, p.published_at from posts p
      where to_tsvector('simple', p.text) @@ to_tsquery('simple', ${p.query}) and ${isOnPage(p)}
        and (${p.since} is null or p.published_at >= ${p.since})
      order by ${order} offset 0
    ) hit cross join lateral (select p.* from posts p where p.id = hit.id
      and (${p.tag} is null or p.text ~* ${p.tag}) and ${isReadable(p)} and ${noBlockBetween(p.viewer, 'p.author_id')} offset 0) p
    order by hit.published_at desc, hit.id desc limit ${p.limit}`,
      ),
    // By the values PostgreSQL knows how many posts there are since a time.
    { isPlannedForValues: true },
  )
/** In the order of `posts_newest`, so that reading ends where the page is full. */
const walked = matching('search_posts_walked', 'p.published_at desc, p.id desc')
/**
 * By `posts_words`, together with `posts_newest` where a time is given. The order is one that no index has: PostgreSQL
 * takes a beginning of a word for 2 % of all posts, and would walk two million for one that is in none (10 s).
 */
const indexed = matching('search_posts_indexed', '(p.published_at, p.id) desc')
/** So many of the newest posts are looked through in which way, before all are. */
const windows = [
  { offset: 2_000, find: walked },
  { offset: 20_000, find: indexed },
]
const newest = statement('search_posts_newest', page, postsTypes, (p) =>
  postsSql(
    p,
    firstRows(
      `select p.* from posts p where p.visibility = 'public' and ${isOnPage(p)} and ${noBlockBetween(p.viewer, 'p.author_id')}
      order by p.published_at desc, p.id desc`,
      p.limit,
    ),
  ),
)
