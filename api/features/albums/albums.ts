import type { Album, AlbumChoice, AlbumCover, AlbumPage, albums as contract } from '../../../contract/albums.ts'
import type { Answer, Received } from '../../../contract/endpoint.ts'
import type { Post } from '../../../contract/posts.ts'
import { presentUser, readPersonById, readPersonByUsername } from '../../people/views.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type Page, presentPage, readPostsById, readPostsOf, viewerParametersOf } from '../posts/read.ts'
import type { Reader } from '../posts/views.ts'
import { albumById, albumChoices, albumPosts, amongAlbum, ownAlbums, shownAlbums } from './statements.ts'

type Paging = { limit?: number | undefined; cursor?: string | undefined }

/** The albums of a creator that show something, in the creator's order; for the creator, all. */
export async function listAlbums(
  ctx: Services,
  reader: Reader,
  { username, limit = 12, cursor }: Received<typeof contract.ofUser>,
): Promise<{ data: Album[]; next: string | null }> {
  const creator = await readPersonByUsername(ctx, reader?.id ?? null, username)
  if (creator === undefined || creator.blocks || creator.blocked_by) throw refuse('not_found')
  const [at = null, id = null] = fromCursor(cursor, 'int', 'uuid') ?? []
  const page = { creator: creator.id, now: new Date(ctx.now()), at, id, limit: limit + 1 }
  const found = await ctx.db.run(creator.id === reader?.id ? ownAlbums : shownAlbums, page)
  const { rows, next } = cut(found, limit, (row) => [row.position, row.id])
  const posts = await readCoverPosts(ctx, reader, rows)
  return { data: rows.map((row) => presentAlbum(row, posts)), next }
}

/** An album with its creator, for who finds both. */
export async function getAlbumForViewer(ctx: Services, reader: Reader, id: string): Promise<AlbumPage> {
  const { row, creator, isOwn } = await findAlbum(ctx, reader, id)
  const album = presentAlbum(row, await readCoverPosts(ctx, reader, [row]))
  return { ...album, creator: presentUser(ctx, reader?.id ?? null, creator), can_edit: isOwn && creator.is_creator }
}

/** `not_found` behind a block, and where an album shows nothing for everyone but its creator. */
async function findAlbum(ctx: Services, reader: Reader, id: string) {
  const [row] = await ctx.db.run(albumById, { id, now: new Date(ctx.now()) })
  if (row === undefined) throw refuse('not_found')
  const isOwn = row.creator_id === reader?.id
  const creator = await readPersonById(ctx, reader?.id ?? null, row.creator_id)
  if (creator === undefined || creator.blocks || creator.blocked_by) throw refuse('not_found')
  if (row.posts_count === 0 && !isOwn) throw refuse('not_found')
  return { row, creator, isOwn }
}

/** A page of the posts of an album that are out, as the viewer may see them. */
export async function readAlbumPosts(
  ctx: Services,
  reader: Reader,
  { id: album, limit = 12, cursor }: { id: string } & Paging,
): Promise<Page> {
  await findAlbum(ctx, reader, album)
  const page = { ...viewerParametersOf(ctx, reader), album, limit: limit + 1 }
  const [at, id = null] = fromCursor(cursor, 'int', 'uuid') ?? []
  const [answer] = await (at === undefined
    ? ctx.db.run(albumPosts.first, page)
    : ctx.db.run(albumPosts.later, { ...page, at, id }))
  return presentPage(ctx, reader, answer, limit, (row) => [row.album_position ?? 0, row.id])
}

export async function readChoicesOfPost(ctx: Services, viewer: Viewer, post: string | null): Promise<AlbumChoice[]> {
  const rows = await ctx.db.run(albumChoices, { creator: viewer.id, post })
  return rows.map(({ id, name, posts_count, has_post }) => ({ id, name, posts: posts_count, has_post }))
}

/** A page of the creator's posts, and whether each is in the album. */
export async function readChoicesOfAlbum(
  ctx: Services,
  viewer: Viewer,
  { id: album, ...paging }: Received<typeof contract.choices>,
): Promise<Answer<typeof contract.choices>> {
  if (!(await findAlbum(ctx, viewer, album)).isOwn) throw refuse('not_found')
  const { data, next } = await readPostsOf(ctx, viewer, viewer.id, paging)
  const inside = await ctx.db.run(amongAlbum, { album, posts: data.map((it) => it.id) })
  const ids = new Set(inside.map((it) => it.post_id))
  return { data: data.map((post) => ({ post, in_album: ids.has(post.id) })), next }
}

type AlbumRow = RowOf<typeof albumById>

/** The covers come from posts as lists answer them, so that what is locked there is locked here. */
const readCoverPosts = (ctx: Services, reader: Reader, rows: readonly AlbumRow[]): Promise<Map<string, Post>> =>
  readPostsById(
    ctx,
    reader,
    rows.flatMap((row) => row.first_posts),
  )

const presentAlbum = (row: AlbumRow, posts: ReadonlyMap<string, Post>): Album => ({
  id: row.id,
  name: row.name,
  description: row.description,
  posts: row.posts_count,
  cover: coverOf(row.first_posts.flatMap((id) => posts.get(id) ?? [])),
})

/** The first picture that the viewer may see, else the first that is locked. */
function coverOf(posts: readonly Post[]): AlbumCover | null {
  const pictures = posts
    .flatMap((post) => post.media)
    .map((media) => ({
      locked: media.locked,
      url: media.locked ? null : (media.poster ?? (media.type === 'IMAGE' ? (media.small ?? media.url) : null)),
      preview: media.preview,
      focal: media.focal,
    }))
  return pictures.find((it) => it.url !== null) ?? pictures.find((it) => it.locked && it.preview !== null) ?? null
}
