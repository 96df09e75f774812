import { mediaTypes } from '../../../contract/vault-filter.ts'
import { afterId, beforeId } from '../../platform/db/keyset.ts'
import { firstRows } from '../../platform/db/pages.ts'
import {
  isArchived,
  isPublished,
  isThereFor,
  noBlockBetween,
  notBehindBlock,
  notDeleted,
  subscriptionRuns,
} from '../../platform/db/rules.ts'
import {
  cursorValue,
  int,
  oneOf,
  orNull,
  statement,
  text,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import {
  postsSql,
  postsTypes,
  profileSql,
  profileTypes,
  type ViewerSql,
  viewerParameters,
  visitorsPostsSql,
  visitorsProfileSql,
} from './page-sql.ts'

/** Whether `p` is published and there is no block between its author and the viewer. */
const isShown = ({ viewer, now }: ViewerSql) => `${isPublished('p', now)} and ${noBlockBetween(viewer, 'p.author_id')}`

const page = { ...viewerParameters, limit: int }
/** The cursor: the time and the id of the last post of the page before. */
const cursor = { at: cursorValue(timestamptz), id: cursorValue(uuid) }

type FeedSql = ViewerSql & { limit: string }

/** First and later pages are statements of their own, so that each has a plan that walks its index. */
const feed = (name: string, write: (p: FeedSql, after: string) => string) => {
  const select = (p: FeedSql, after: string) => postsSql(p, write(p, after))
  return {
    first: statement(`posts_feed_${name}`, page, postsTypes, (p) => select(p, '')),
    later: statement(`posts_feed_${name}_later`, { ...page, ...cursor }, postsTypes, (p) =>
      select(p, `and (p.published_at, p.id) < (${p.at}, ${p.id})`),
    ),
  }
}

/**
 * The newest posts of the authors in `a`: the newest one of each by the index, the authors of the page by these, then the
 * newest of those, and only then whole rows. A fan of five hundred creators would read all their posts otherwise. An
 * author whose newest post is behind those of as many others as the page has room for has none on it.
 */
const newestOf = (p: FeedSql, authors: string, after: string) => {
  const newest = (author: string, limit: string) => `
      select p.id, p.published_at from posts p where p.author_id = ${author} and ${isPublished('p', p.now)} ${after}
      order by p.published_at desc, p.id desc limit ${limit}`
  return `
  select p.* from (
    select n.id from (
      select a.id from (select a.id from (${authors}) a where ${notBehindBlock(p.viewer, 'a.id')} offset 0) a
      cross join lateral (${newest('a.id', '1')}) n order by n.published_at desc, n.id desc limit ${p.limit}
    ) a cross join lateral (${newest('a.id', p.limit)}) n order by n.published_at desc, n.id desc limit ${p.limit}
  ) n join posts p on p.id = n.id order by p.published_at desc, p.id desc`
}

export const feeds = {
  following: feed('following', (p, after) =>
    newestOf(p, `select fo.user_id as id from follows fo where fo.follower_id = ${p.viewer}`, after),
  ),
  subscribed: feed('subscribed', (p, after) =>
    newestOf(
      p,
      `select su.creator_id as id from subscriptions su where su.fan_id = ${p.viewer} and ${subscriptionRuns('su', p.now)}`,
      after,
    ),
  ),
  discover: feed('discover', (p, after) =>
    firstRows(
      `select p.* from posts p where p.visibility = 'public' and ${isShown(p)} ${after} order by p.published_at desc, p.id desc`,
      p.limit,
    ),
  ),
}

const bookmarksSql = (p: ViewerSql & { limit: string }, after: string) =>
  postsSql(
    p,
    `select p.*, k.created_at as bookmarked_at from bookmarks k join posts p on p.id = k.post_id
    where k.user_id = ${p.viewer} and ${isThereFor(p.viewer, 'p', p.now)} and ${noBlockBetween(p.viewer, 'p.author_id')} ${after}
    order by k.created_at desc, k.post_id desc limit ${p.limit}`,
    undefined,
    { bookmarkedAt: 'p.bookmarked_at' },
  )
/** By the time of the bookmark, which is the cursor with the post's id. */
export const bookmarkedPosts = {
  first: statement('posts_bookmarked', page, postsTypes, (p) => bookmarksSql(p, '')),
  later: statement('posts_bookmarked_later', { ...page, ...cursor }, postsTypes, (p) =>
    bookmarksSql(p, `and (k.created_at, k.post_id) < (${p.at}, ${p.id})`),
  ),
}
/** The same of one list. */
export const bookmarkedInList = {
  first: statement('posts_bookmarked_in_list', { ...page, list: uuid }, postsTypes, (p) =>
    bookmarksSql(p, `and k.list_id = ${p.list}`),
  ),
  later: statement('posts_bookmarked_in_list_later', { ...page, ...cursor, list: uuid }, postsTypes, (p) =>
    bookmarksSql(p, `and k.list_id = ${p.list} and (k.created_at, k.post_id) < (${p.at}, ${p.id})`),
  ),
}

/** A post that is not pinned is sorted as if it were pinned at this time, which is after all others. */
export const neverPinned = '9999-12-31T00:00:00Z'
const pinnedAt = `coalesce(p.pinned_at, '${neverPinned}'::timestamptz)`

/**
 * The published posts of one author, the pinned ones first in the order of pinning. These are few and have an index, and
 * the others are walked in theirs: sorted together, all posts of the author would be read for each page.
 */
const ofAuthor = (author: string, now: string, limit: string, after = { pinned: '', others: '' }) => `
  select p.* from (
    select p.* from posts p where p.author_id = ${author} and ${isPublished('p', now)} and p.pinned_at is not null ${after.pinned}
    union all (
      select p.* from posts p where p.author_id = ${author} and ${isPublished('p', now)} and p.pinned_at is null ${after.others}
      order by p.published_at desc, p.id desc limit ${limit})
  ) p order by ${pinnedAt}, p.published_at desc, p.id desc limit ${limit}`
const authorsPage = { ...page, author: uuid }
export const postsOf = {
  first: statement('posts_of_user', authorsPage, postsTypes, (p) => postsSql(p, ofAuthor(p.author, p.now, p.limit))),
  later: statement(
    'posts_of_user_later',
    { ...authorsPage, pinned: cursorValue(timestamptz), ...cursor },
    postsTypes,
    (p) => {
      const pinned = `and (p.pinned_at > ${p.pinned} or (p.pinned_at = ${p.pinned} and (p.published_at, p.id) < (${p.at}, ${p.id})))`
      // After a pinned post come all that are not pinned.
      const last = `case when ${p.pinned} = '${neverPinned}' then ${p.at} else 'infinity' end`
      const others = `and (p.published_at, p.id) < (${last}, ${p.id})`
      return postsSql(p, ofAuthor(p.author, p.now, p.limit, { pinned, others }))
    },
  ),
}

/** The published posts of one author that have media of a kind, newest first, as a tab of the profile shows them. */
const withMedia = (p: ViewerSql & { author: string; type: string; limit: string }, after = '') =>
  postsSql(
    p,
    `select p.* from posts p where p.author_id = ${p.author} and ${isPublished('p', p.now)} ${after}
      and exists (select 1 from post_media its_place join media its_media on its_media.id = its_place.media_id
        where its_place.post_id = p.id and its_media.type = ${p.type} and ${notDeleted('its_media')})
    order by p.published_at desc, p.id desc limit ${p.limit}`,
  )
const kindPage = { ...authorsPage, type: oneOf(...mediaTypes) }
export const postsWith = {
  first: statement('posts_of_user_with', kindPage, postsTypes, (p) => withMedia(p)),
  later: statement('posts_of_user_with_later', { ...kindPage, ...cursor }, postsTypes, (p) =>
    withMedia(p, `and (p.published_at, p.id) < (${p.at}, ${p.id})`),
  ),
}

const userNamed = (username: string) =>
  `(select u.id from users u where u.username = ${username} and u.deleted_at is null)`
export const profilePage = statement('posts_profile_page', { ...page, username: text }, profileTypes, (p) =>
  postsSql(p, ofAuthor(userNamed(p.username), p.now, p.limit), profileSql(p, p.username)),
)
export const visitorsProfilePage = statement(
  'posts_profile_page_for_visitors',
  { now: timestamptz, limit: int, username: text },
  profileTypes,
  (p) =>
    visitorsPostsSql(p.now, ofAuthor(userNamed(p.username), p.now, p.limit), visitorsProfileSql(p.now, p.username)),
)

/** Drafts and scheduled posts of the viewer, newest first. */
export const unpublished = statement('posts_unpublished', { ...page, before: cursorValue(uuid) }, postsTypes, (p) =>
  postsSql(
    p,
    `select p.* from posts p where p.author_id = ${p.viewer} and p.deleted_at is null
    and (p.published_at is null or p.published_at > ${p.now}) and ${beforeId('p.id', p.before)}
    order by p.id desc limit ${p.limit}`,
  ),
)

/** The viewer's archived posts. The second line is the condition of their index. */
const archived = (p: FeedSql, after = '') =>
  postsSql(
    p,
    `select p.* from posts p where p.author_id = ${p.viewer} and ${isArchived('p', p.now)}
    and p.deleted_at is null and (p.archived_at is not null or p.expires_at is not null) ${after}
    order by p.published_at desc, p.id desc limit ${p.limit}`,
  )
export const archivedPosts = {
  first: statement('posts_archived', page, postsTypes, (p) => archived(p)),
  later: statement('posts_archived_later', { ...page, ...cursor }, postsTypes, (p) =>
    archived(p, `and (p.published_at, p.id) < (${p.at}, ${p.id})`),
  ),
}

export const postById = statement('posts_by_id', { ...viewerParameters, id: uuid }, postsTypes, (p) =>
  postsSql(p, `select p.* from posts p where p.id = ${p.id} and p.deleted_at is null`),
)

/** Posts that the viewer may open: not behind a block, or the viewer's own. */
export const postsById = statement('posts_by_ids', { ...viewerParameters, ids: uuids }, postsTypes, (p) =>
  postsSql(
    p,
    `select p.* from posts p where p.id = any(${p.ids}) and p.deleted_at is null
    and (p.author_id = ${p.viewer}
      or (${isThereFor(p.viewer, 'p', p.now)} and ${noBlockBetween(p.viewer, 'p.author_id')}))`,
  ),
)

/** The comments on a post, oldest first, without those of users behind a block; or the one comment `only`. */
export const readComments = statement(
  'posts_comments',
  { post: uuid, viewer: orNull(uuid), after: cursorValue(uuid), only: orNull(uuid), limit: int },
  { id: uuid, author_id: uuid, text, reply_to: orNull(uuid), created_at: timestamptz },
  ({ post, viewer, after, only, limit }) => `
    select c.id, c.author_id, c.text, c.reply_to, c.created_at from comments c
    where c.post_id = ${post} and c.deleted_at is null and ${afterId('c.id', after)}
      and (${only} is null or c.id = ${only})
      and ${noBlockBetween(viewer, 'c.author_id')}
    order by c.id limit ${limit}`,
)
