import type { Post } from '../../../contract/posts.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { isPublished, noBlockBetween, subscriptionRuns } from '../../platform/db/rules.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import {
  type PersonRow,
  personColumns,
  personTables,
  presentPublicProfile,
  presentUser,
  visitorsPersonColumns,
} from '../../people/views.ts'
import {
  isAhead,
  type PostRow,
  type PostsAnswer,
  postStatement,
  type Reader,
  presentPost,
  visitorsPostStatement,
} from './views.ts'

export type Page = { data: Post[]; next: string | null }
type Paging = { limit?: number; cursor?: string }

/** The feed, newest first, in one statement with all that is on the posts. */
export async function readFeed(ctx: Services, viewer: Viewer, tab: keyof typeof feeds, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 2)
  const statement = after === null ? feeds[tab].first : feeds[tab].later
  return readPage(ctx, viewer, statement, [limit + 1, ...(after ?? [])], limit, (row) => [stamp(row), row.id])
}

/** The published posts of one author, the pinned one first. */
export async function readPostsOf(ctx: Services, reader: Reader, authorId: string, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 3)
  const statement = after === null ? postsOf.first : postsOf.later
  return readPage(ctx, reader, statement, [limit + 1, authorId, ...(after ?? [])], limit, pinnedKey)
}

/** A profile and the first page of its posts, in one statement; undefined when there is nobody of that name for this viewer. */
export async function readProfilePage(
  ctx: Services,
  reader: Reader,
  username: string,
  limit: number,
): Promise<{ user: PublicProfile; posts: Page } | undefined> {
  const statement = reader === null ? visitorsProfilePage : profilePage
  const values = [reader?.id ?? null, username, new Date(ctx.now()), limit + 1]
  const [answer] = await ctx.db.run<PostsAnswer<PersonRow>>(statement, values)
  const person = answer?.authors?.[0]
  if (answer === undefined || person === undefined || person.blocked_by || person.blocks) return undefined
  const user = presentPublicProfile(ctx, reader?.id ?? null, person)
  return { user, posts: pageOf(ctx, reader, answer, limit, pinnedKey) }
}

/** Drafts and scheduled posts of their author, newest first. */
export async function readUnpublished(ctx: Services, author: Viewer, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 1) ?? [null]
  return readPage(ctx, author, unpublished, [limit + 1, ...after], limit, (row) => [row.id])
}

/** What the viewer bookmarked, the newest bookmark first; what the feed would not show them is left out. */
export async function readBookmarks(ctx: Services, reader: Reader, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 2)
  const statement = after === null ? bookmarked.first : bookmarked.later
  const key = (row: PostRow) => [row.bookmarked_at ?? '', row.id]
  return readPage(ctx, reader, statement, [limit + 1, ...(after ?? [])], limit, key)
}

/** One post found through the viewer; where a block stands, or before it is out, there is none for others. */
export async function getPostForViewer(ctx: Services, reader: Reader, id: string, db: Db = ctx.db): Promise<Post> {
  const [answer] = await db.run<PostsAnswer>(postById, [reader?.id ?? null, id, new Date(ctx.now())])
  const { posts, show } = shower(ctx, reader, answer)
  const [row] = posts
  if (row === undefined) throw refuse('not_found')
  if (row.author_id !== reader?.id && (row.published_at === null || isAhead(ctx, row))) throw refuse('not_found')
  const post = show(row)
  if (post === undefined || post.author.chat.reason === 'blocked') throw refuse('not_found')
  return post
}

/**
 * A page of what a post statement finds (`$1` viewer, `$2` the first of `values`, `$3` now, then the others), cut to
 * `limit` of the `limit + 1` that it asked for.
 */
export async function readPage(
  ctx: Services,
  reader: Reader,
  statement: Statement,
  values: unknown[],
  limit: number,
  key: (row: PostRow) => (string | number)[],
): Promise<Page> {
  const [first, ...others] = values
  const [answer] = await ctx.db.run<PostsAnswer>(statement, [reader?.id ?? null, first, new Date(ctx.now()), ...others])
  return pageOf(ctx, reader, answer, limit, key)
}

function pageOf(
  ctx: Services,
  reader: Reader,
  answer: PostsAnswer | undefined,
  limit: number,
  key: (row: PostRow) => (string | number)[],
): Page {
  const { posts, show } = shower(ctx, reader, answer)
  const { rows, next } = cut(posts, limit, key)
  return { data: rows.flatMap((row) => show(row) ?? []), next }
}

/** The posts of a post statement's answer and how to show each. */
function shower(ctx: Services, reader: Reader, answer: PostsAnswer | undefined) {
  const authors = new Map((answer?.authors ?? []).map((row) => [row.id, presentUser(ctx, reader?.id ?? null, row)]))
  const pictures = Map.groupBy(answer?.media ?? [], (row) => row.post_id)
  const show = (row: PostRow): Post | undefined => {
    const author = authors.get(row.author_id)
    return author === undefined ? undefined : presentPost(ctx, reader, row, author, pictures.get(row.id) ?? [])
  }
  return { posts: answer?.posts ?? [], show }
}

/** The place of a post on its author's page. */
const pinnedKey = (row: PostRow) => [row.pinned ? 1 : 0, stamp(row), row.id]

/** When a post came out, or was begun: what lists are sorted by. */
export const stamp = (row: PostRow): string => row.published_at ?? row.created_at

/** SQL for whether `p` is out and no block stands between its author and viewer `$1`. */
const isShown = `${isPublished('p', '$3::timestamptz')}
  and ${noBlockBetween('$1::uuid', 'p.author_id')}`

/**
 * First and later pages are statements of their own, so that each has a plan that walks its index. `$2` is the limit;
 * `$4` and `$5` are the cursor: publication and id of the last post of the page before.
 */
const feed = (name: string, from: string) => {
  const page = (after: string) => `
    select p.* from ${from} and ${isShown} ${after}
    order by p.published_at desc, p.id desc limit $2`
  return {
    first: postStatement(`posts_feed_${name}`, page('')),
    later: postStatement(`posts_feed_${name}_later`, page('and (p.published_at, p.id) < ($4::timestamptz, $5::uuid)')),
  }
}

const feeds = {
  following: feed('following', 'posts p join follows fo on fo.user_id = p.author_id where fo.follower_id = $1::uuid'),
  subscribed: feed(
    'subscribed',
    `posts p join subscriptions su on su.creator_id = p.author_id where su.fan_id = $1::uuid
      and ${subscriptionRuns('su', '$3::timestamptz')}`,
  ),
  discover: feed('discover', `posts p where p.visibility = 'public'`),
}

/** By the time of the bookmark, which is the cursor with the post's id. */
const ofBookmarks = (after: string) => `
  select p.* from bookmarks k join posts p on p.id = k.post_id where k.user_id = $1::uuid and ${isShown} ${after}
  order by k.created_at desc, k.post_id desc limit $2`
const bookmarked = {
  first: postStatement('posts_bookmarked', ofBookmarks('')),
  later: postStatement(
    'posts_bookmarked_later',
    ofBookmarks('and (k.created_at, k.post_id) < ($4::timestamptz, $5::uuid)'),
  ),
}

const ofAuthor = (after: string) => `
  select p.* from posts p where p.author_id = $4::uuid and p.deleted_at is null and p.published_at <= $3::timestamptz ${after}
  order by (p.pinned_at is not null)::int desc, p.published_at desc, p.id desc limit $2`
const postsOf = {
  first: postStatement('posts_of_user', ofAuthor('')),
  later: postStatement(
    'posts_of_user_later',
    ofAuthor('and ((p.pinned_at is not null)::int, p.published_at, p.id) < ($5::int, $6::timestamptz, $7::uuid)'),
  ),
}
const ofUsername = `
  select p.* from posts p where p.author_id = (select u.id from users u where u.username = $2 and u.deleted_at is null)
    and p.deleted_at is null and p.published_at <= $3::timestamptz
  order by (p.pinned_at is not null)::int desc, p.published_at desc, p.id desc limit $4`
const profilePage = postStatement(
  'posts_profile_page',
  ofUsername,
  `select ${personColumns} from ${personTables} where u.username = $2 and u.deleted_at is null`,
)
const visitorsProfilePage = visitorsPostStatement(
  'posts_profile_page_for_visitors',
  ofUsername,
  `select ${visitorsPersonColumns} from users u where u.username = $2 and u.deleted_at is null`,
)
const unpublished = postStatement(
  'posts_unpublished',
  `select p.* from posts p where p.author_id = $1::uuid and p.deleted_at is null
    and (p.published_at is null or p.published_at > $3::timestamptz) and ($4::uuid is null or p.id < $4::uuid)
    order by p.id desc limit $2`,
)
const postById = postStatement(
  'posts_by_id',
  'select p.* from posts p where p.id = $2::uuid and p.deleted_at is null and $3::timestamptz is not null',
)
