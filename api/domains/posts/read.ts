import type { Post } from '../../../contract/posts.ts'
import type { Statement } from '../../db/db.ts'
import { cut, fromCursor } from '../../db/pages.ts'
import { refuse } from '../../http/refuse.ts'
import type { Services } from '../../http/services.ts'
import type { Viewer } from '../../http/viewer.ts'
import { readPeople } from '../users/views.ts'
import { type PostRow, postColumns, showPost } from './views.ts'

export type Page = { data: Post[]; next: string | null }
type Paging = { limit?: number; cursor?: string }

/** The feed, newest first, in two statements: the posts with all that is on them, and their authors. */
export async function readFeed(on: Services, viewer: Viewer, tab: keyof typeof feeds, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 2) ?? [null, null]
  const rows = await on.db.run<PostRow>(feeds[tab], [viewer.id, new Date(on.now()), ...after, limit + 1])
  return showPage(on, viewer.id, rows, limit, (row) => [stamp(row), row.id])
}

/** The published posts of one author, the pinned one first. */
export async function readPostsOf(on: Services, viewerId: string | null, authorId: string, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 3) ?? [null, null, null]
  const rows = await on.db.run<PostRow>(postsOf, [viewerId, new Date(on.now()), ...after, limit + 1, authorId])
  return showPage(on, viewerId, rows, limit, (row) => [row.pinned ? 1 : 0, stamp(row), row.id])
}

/** Drafts and scheduled posts of their author, newest first. */
export async function readUnpublished(on: Services, authorId: string, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const after = fromCursor(paging.cursor, 1) ?? [null]
  const rows = await on.db.run<PostRow>(unpublished, [authorId, new Date(on.now()), ...after, limit + 1])
  return showPage(on, authorId, rows, limit, (row) => [row.id])
}

/** One post found through the viewer; where a block stands, or before it is out, there is none for others. */
export async function reachPost(on: Services, viewerId: string | null, id: string, db = on.db): Promise<Post> {
  const [row] = await db.run<PostRow>(postById, [viewerId, id])
  if (row === undefined) throw refuse('not_found')
  const isOwner = row.author_id === viewerId
  if (!isOwner && (row.published_at === null || row.published_at.getTime() > on.now())) throw refuse('not_found')
  const author = (await readPeople(on, viewerId, [row.author_id], db)).get(row.author_id)
  if (author === undefined || author.chat.reason === 'blocked') throw refuse('not_found')
  return showPost(on, viewerId, row, author)
}

async function showPage(
  on: Services,
  viewerId: string | null,
  found: PostRow[],
  limit: number,
  key: (row: PostRow) => (string | number)[],
): Promise<Page> {
  const { rows, next } = cut(found, limit, key)
  const authors = await readPeople(on, viewerId, rows.map((row) => row.author_id))
  const data = rows.flatMap((row) => {
    const author = authors.get(row.author_id)
    return author === undefined ? [] : [showPost(on, viewerId, row, author)]
  })
  return { data, next }
}

const stamp = (row: PostRow): string => (row.published_at ?? row.created_at).toISOString()

/** `$3`, `$4` are the cursor: publication and id of the last post of the page before. */
const feed = (name: string, from: string): Statement => ({
  name: `posts_feed_${name}`,
  text: `
    select ${postColumns} from (
      select p.* from ${from}
        and p.deleted_at is null and p.published_at <= $2::timestamptz
        and ($3::timestamptz is null or (p.published_at, p.id) < ($3::timestamptz, $4::uuid))
        and not exists (select 1 from blocks b where b.blocker_id = $1::uuid and b.blocked_id = p.author_id)
        and not exists (select 1 from blocks b where b.blocker_id = p.author_id and b.blocked_id = $1::uuid)
      order by p.published_at desc, p.id desc limit $5
    ) p order by p.published_at desc, p.id desc`,
})

const feeds = {
  following: feed('following', 'posts p join follows fo on fo.user_id = p.author_id where fo.follower_id = $1::uuid'),
  subscribed: feed(
    'subscribed',
    `posts p join subscriptions su on su.creator_id = p.author_id where su.fan_id = $1::uuid and su.status <> 'ended'
      and (su.active_until is null or su.active_until > $2::timestamptz)`,
  ),
  discover: feed('discover', `posts p where p.visibility = 'public'`),
}

const postsOf: Statement = {
  name: 'posts_of_user',
  text: `
    select ${postColumns} from (
      select p.* from posts p where p.author_id = $7::uuid and p.deleted_at is null and p.published_at <= $2::timestamptz
        and ($4::timestamptz is null or
          ((p.pinned_at is not null)::int, p.published_at, p.id) < ($3::int, $4::timestamptz, $5::uuid))
      order by (p.pinned_at is not null)::int desc, p.published_at desc, p.id desc limit $6
    ) p order by (p.pinned_at is not null)::int desc, p.published_at desc, p.id desc`,
}
const unpublished: Statement = {
  name: 'posts_unpublished',
  text: `select ${postColumns} from posts p where p.author_id = $1::uuid and p.deleted_at is null
    and (p.published_at is null or p.published_at > $2::timestamptz) and ($3::uuid is null or p.id < $3::uuid)
    order by p.id desc limit $4`,
}
const postById: Statement = {
  name: 'posts_by_id',
  text: `select ${postColumns} from posts p where p.id = $2::uuid and p.deleted_at is null`,
}
