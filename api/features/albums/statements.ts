import { isPublished, notDeleted } from '../../platform/db/rules.ts'
import {
  bool,
  cursorValue,
  int,
  orNull,
  statement,
  text,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { postsSql, postsTypes, type ViewerSql, viewerParameters } from '../posts/page-sql.ts'

const albumTypes = {
  id: uuid,
  creator_id: uuid,
  name: text,
  description: text,
  position: int,
  posts_count: int,
  /** Its first posts that have media, one of which gives the cover. */
  first_posts: uuids,
}
const albumColumns = (now: string) => `
  a.id, a.creator_id, a.name, a.description, a.position, a.posts_count, array(
    select ap.post_id from album_posts ap join posts p on p.id = ap.post_id
    where ap.album_id = a.id and ${isPublished('p', now)}
      and exists (select 1 from post_media its_place where its_place.post_id = p.id)
    order by ap.position, ap.post_id limit 3) as first_posts`

/** A page of a creator's albums in their order: those that show something, or all for the creator. */
const albumsPage = (name: string, condition: string) =>
  statement(
    name,
    { creator: uuid, now: timestamptz, at: cursorValue(int), id: cursorValue(uuid), limit: int },
    albumTypes,
    (p) => `
    select ${albumColumns(p.now)} from albums a
    where a.creator_id = ${p.creator} ${condition} and (${p.id} is null or (a.position, a.id) > (${p.at}, ${p.id}))
    order by a.position, a.id limit ${p.limit}`,
  )
export const shownAlbums = albumsPage('albums_shown', 'and a.posts_count > 0')
export const ownAlbums = albumsPage('albums_own', '')

export const albumById = statement(
  'albums_by_id',
  { id: uuid, now: timestamptz },
  albumTypes,
  (p) => `select ${albumColumns(p.now)} from albums a where a.id = ${p.id}`,
)

/** All albums of a creator, and whether a post is in each. */
export const albumChoices = statement(
  'albums_choices',
  { creator: uuid, post: orNull(uuid) },
  { id: uuid, name: text, posts_count: int, has_post: bool },
  ({ creator, post }) => `
    select a.id, a.name, a.posts_count,
      exists (select 1 from album_posts ap where ap.album_id = a.id and ap.post_id = ${post}) as has_post
    from albums a where a.creator_id = ${creator} order by a.position, a.id`,
)

/** The posts of an album that are out, by their places. */
const postsOfAlbum = (p: ViewerSql & { album: string; limit: string }, after = '') =>
  postsSql(
    p,
    `select p.*, ap.position as album_position from album_posts ap join posts p on p.id = ap.post_id
    where ap.album_id = ${p.album} and ${isPublished('p', p.now)} ${after}
    order by ap.position, ap.post_id limit ${p.limit}`,
    undefined,
    { albumPosition: 'p.album_position' },
  )
const postsPage = { ...viewerParameters, album: uuid, limit: int }
export const albumPosts = {
  first: statement('albums_posts', postsPage, postsTypes, (p) => postsOfAlbum(p)),
  later: statement(
    'albums_posts_later',
    { ...postsPage, at: cursorValue(int), id: cursorValue(uuid) },
    postsTypes,
    (p) => postsOfAlbum(p, `and (ap.position, ap.post_id) > (${p.at}, ${p.id})`),
  ),
}

/** Which of these posts are in an album. */
export const amongAlbum = statement(
  'albums_among',
  { album: uuid, posts: uuids },
  { post_id: uuid },
  ({ album, posts }) => `
    select ap.post_id from album_posts ap where ap.album_id = ${album} and ap.post_id = any(${posts})`,
)

export const lastAlbumPosition = statement(
  'albums_last_position',
  { creator: uuid },
  { albums: int, position: int },
  ({ creator }) => `
    select count(*)::int as albums, coalesce(max(a.position), 0) as position from albums a where a.creator_id = ${creator}`,
)

/** How many posts an album has, those that are not out too, and the first of their places. */
export const albumPlaces = statement(
  'albums_places',
  { album: uuid, wanted: orNull(int) },
  { posts: int, first: int, is_taken: bool },
  ({ album, wanted }) => `
    select count(*)::int as posts, coalesce(min(ap.position), 1) as first,
      coalesce(bool_or(ap.position = ${wanted}), false) as is_taken
    from album_posts ap where ap.album_id = ${album}`,
)

/** A post of this author that is not deleted, locked against that. */
export const lockOwnPost = statement(
  'albums_lock_own_post',
  { author: uuid, id: uuid },
  { id: uuid },
  ({ author, id }) => `
    select p.id from posts p where p.id = ${id} and p.author_id = ${author} and ${notDeleted('p')} for share`,
)

/** Swaps an album with its neighbour before (-1) or after it (1). */
export const swapAlbum = statement(
  'albums_swap',
  { creator: uuid, id: uuid, by: int },
  {},
  ({ creator, id, by }) => `
    with moved as (select a.id, a.position from albums a where a.creator_id = ${creator} and a.id = ${id}),
    other as (
      select a.id, a.position from albums a, moved
      where a.creator_id = ${creator} and a.position * ${by} > moved.position * ${by}
      order by a.position * ${by} limit 1)
    update albums a set position = case when a.id = moved.id then other.position else moved.position end
    from moved, other where a.id in (moved.id, other.id)`,
)
export const albumToFirst = statement(
  'albums_to_first',
  { creator: uuid, id: uuid },
  {},
  ({ creator, id }) => `
    update albums a set position = (select min(b.position) - 1 from albums b where b.creator_id = ${creator})
    where a.id = ${id} and a.creator_id = ${creator}`,
)

/** Swaps a post with its neighbour before (-1) or after it (1), of those that are out. */
export const swapPost = statement(
  'albums_swap_post',
  { album: uuid, post: uuid, by: int, now: timestamptz },
  {},
  ({ album, post, by, now }) => `
    with moved as (
      select ap.post_id, ap.position from album_posts ap where ap.album_id = ${album} and ap.post_id = ${post}),
    other as (
      select ap.post_id, ap.position from moved, album_posts ap join posts p on p.id = ap.post_id
      where ap.album_id = ${album} and ${isPublished('p', now)} and ap.position * ${by} > moved.position * ${by}
      order by ap.position * ${by} limit 1)
    update album_posts ap set position = case when ap.post_id = moved.post_id then other.position else moved.position end
    from moved, other where ap.album_id = ${album} and ap.post_id in (moved.post_id, other.post_id)`,
)
export const postToFirst = statement(
  'albums_post_to_first',
  { album: uuid, post: uuid },
  {},
  ({ album, post }) => `
    update album_posts ap set position = (select min(b.position) - 1 from album_posts b where b.album_id = ${album})
    where ap.album_id = ${album} and ap.post_id = ${post}`,
)
