import type { Db } from '../../platform/db/db.ts'
import { isPublished } from '../../platform/db/rules.ts'
import { statement, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'

/** Recounts the albums with these posts, after a change of whether they are out (product §83). */
export async function recountAlbumsWith(tx: Db, posts: readonly string[], now: number): Promise<void> {
  const albums = await tx.run(lockAlbumsWith, { posts })
  if (albums.length > 0) await tx.run(recountAlbums, { albums: albums.map((it) => it.id), now: new Date(now) })
}

/** Takes a post that is deleted out of every album. */
export async function leaveAlbums(tx: Db, post: string, now: number): Promise<void> {
  const albums = await tx.run(lockAlbumsWith, { posts: [post] })
  if (albums.length === 0) return
  await tx.run(dropFromAlbums, { post })
  await tx.run(recountAlbums, { albums: albums.map((it) => it.id), now: new Date(now) })
}

/** Locked in the order of their ids: a count that waited for another is made after it, with what the other has changed. */
const lockAlbumsWith = statement(
  'albums_lock_with',
  { posts: uuids },
  { id: uuid },
  ({ posts }) => `
    select a.id from albums a
    where a.id in (select ap.album_id from album_posts ap where ap.post_id = any(${posts})) order by a.id for update`,
)

const dropFromAlbums = statement(
  'albums_drop_post',
  { post: uuid },
  {},
  ({ post }) => `delete from album_posts where post_id = ${post}`,
)

/** Sets the counts of the albums that `albums` selects as `id`, where they differ. */
const setCounts = (albums: string, now: string): string => `
  update albums a set posts_count = actual.posts
  from (${albums}) t cross join lateral (
    select count(*)::int as posts from album_posts ap join posts p on p.id = ap.post_id
    where ap.album_id = t.id and ${isPublished('p', now)}) actual
  where a.id = t.id and a.posts_count <> actual.posts`

export const recountAlbums = statement('albums_recount', { albums: uuids, now: timestamptz }, {}, ({ albums, now }) =>
  setCounts(`select distinct x.id from unnest(${albums}) x (id)`, now),
)

/** The same for those with scheduled posts that came out since `since`. */
export const recountScheduledAlbums = statement(
  'albums_recount_scheduled',
  { since: timestamptz, now: timestamptz },
  {},
  ({ since, now }) =>
    setCounts(
      `select distinct ap.album_id as id from posts p join album_posts ap on ap.post_id = p.id
        where ${isPublished('p', now)} and p.published_at > p.created_at and p.published_at > ${since}`,
      now,
    ),
)

/** The same for all, which nodes of another version may have left behind. */
export const recountAllAlbums = statement(
  'albums_recount_all',
  { now: timestamptz },
  {},
  ({ now }) => setCounts('select a.id from albums a', now),
  { scans: { albums: 'Every night all counts are compared with the posts.' } },
)
