import { and, eq } from 'drizzle-orm'
import type { albums as contract } from '../../../contract/albums.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { albumsPerCreator, postsPerAlbum } from '../../../contract/limits.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { albumPosts, albums } from '../../platform/db/schema/albums.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { recountAlbums } from '../posts/album-counts.ts'
import {
  albumPlaces,
  albumToFirst,
  lastAlbumPosition,
  lockOwnPost,
  postToFirst,
  swapAlbum,
  swapPost,
} from './statements.ts'

/** Makes an album after the others, with a first post where one is named; answers its id. */
export const createAlbum = (
  ctx: Services,
  viewer: Viewer,
  { name, description, post }: Received<typeof contract.create>,
): Promise<string> =>
  change(ctx, viewer, post ?? null, async (tx) => {
    const [last] = await tx.run(lastAlbumPosition, { creator: viewer.id })
    if ((last?.albums ?? 0) >= albumsPerCreator) throw refuse('too_many_albums')
    const id = newId()
    const position = (last?.position ?? 0) + 1
    await tx.insert(albums).values({ id, creatorId: viewer.id, name, description, position })
    if (post !== undefined) await put(tx, { id, postId: post }, ctx.now())
    const changes = textChange(null, { name, description })
    await audit(tx, viewer, 'posts.make_album', { kind: 'album', id }, changes)
    return id
  })

export const updateAlbum = (
  ctx: Services,
  viewer: Viewer,
  { id, name, description }: Received<typeof contract.update>,
): Promise<void> =>
  change(ctx, viewer, null, async (tx) => {
    const before = await getOwn(tx, viewer, id)
    const after = { name: name ?? before.name, description: description ?? before.description }
    await tx.update(albums).set(after).where(own(viewer, id))
    await audit(tx, viewer, 'posts.change_album', { kind: 'album', id }, textChange(before, after))
  })

export const moveAlbum = (
  ctx: Services,
  viewer: Viewer,
  { id, direction }: Received<typeof contract.move>,
): Promise<void> =>
  change(ctx, viewer, null, async (tx) => {
    await getOwn(tx, viewer, id)
    const moved = { creator: viewer.id, id }
    await (direction === 'first'
      ? tx.run(albumToFirst, moved)
      : tx.run(swapAlbum, { ...moved, by: direction === 'up' ? -1 : 1 }))
    await audit(tx, viewer, 'posts.move_album', { kind: 'album', id })
  })

/** Deletes an album; its posts stay. */
export const removeAlbum = (ctx: Services, viewer: Viewer, id: string): Promise<void> =>
  change(ctx, viewer, null, async (tx) => {
    const before = await getOwn(tx, viewer, id)
    await tx.delete(albums).where(own(viewer, id))
    await audit(tx, viewer, 'posts.remove_album', { kind: 'album', id }, textChange(before, null))
  })

type PostInAlbum = Received<typeof contract.addPost>

/** Puts a post of the creator into an album: first, or where it was taken out. */
export const addToAlbum = (ctx: Services, viewer: Viewer, input: PostInAlbum): Promise<void> =>
  change(ctx, viewer, input.postId, async (tx) => {
    await getOwn(tx, viewer, input.id)
    await put(tx, input, ctx.now())
    await audit(tx, viewer, 'posts.put_into_album', { kind: 'post', id: input.postId })
  })

/** Takes a post out of an album, and answers its place; null where it was not in it. */
export const takeFromAlbum = (
  ctx: Services,
  viewer: Viewer,
  { id, postId }: Received<typeof contract.removePost>,
): Promise<number | null> =>
  change(ctx, viewer, null, async (tx) => {
    await getOwn(tx, viewer, id)
    const [gone] = await tx.delete(albumPosts).where(placeOf(id, postId)).returning({ position: albumPosts.position })
    if (gone === undefined) return null
    await tx.run(recountAlbums, { albums: [id], now: new Date(ctx.now()) })
    await audit(tx, viewer, 'posts.take_from_album', { kind: 'post', id: postId })
    return gone.position
  })

export const moveInAlbum = (
  ctx: Services,
  viewer: Viewer,
  { id, postId, direction }: Received<typeof contract.movePost>,
): Promise<void> =>
  change(ctx, viewer, null, async (tx) => {
    await getOwn(tx, viewer, id)
    if ((await tx.$count(albumPosts, placeOf(id, postId))) === 0) throw refuse('not_found')
    const moved = { album: id, post: postId }
    await (direction === 'first'
      ? tx.run(postToFirst, moved)
      : tx.run(swapPost, { ...moved, by: direction === 'up' ? -1 : 1, now: new Date(ctx.now()) }))
    await audit(tx, viewer, 'posts.move_in_album', { kind: 'post', id: postId })
  })

/**
 * One change of a creator's albums after the other, so that limits hold and no two have the same place. A post that is put
 * in is locked before its author, as a change of the post locks them; `not_found` where it is not theirs.
 */
const change = <T>(ctx: Services, viewer: Viewer, post: string | null, work: (tx: Db) => Promise<T>): Promise<T> =>
  ctx.db.transact(async (tx) => {
    if (post !== null && (await tx.run(lockOwnPost, { author: viewer.id, id: post })).length === 0)
      throw refuse('not_found')
    await tx.run(lockUser, { id: viewer.id })
    return work(tx)
  })

async function put(tx: Db, { id, postId, position }: PostInAlbum, now: number): Promise<void> {
  if ((await tx.$count(albumPosts, placeOf(id, postId))) > 0) return
  const [places] = await tx.run(albumPlaces, { album: id, wanted: position ?? null })
  if ((places?.posts ?? 0) >= postsPerAlbum) throw refuse('album_full')
  const isFree = position !== undefined && !places?.is_taken
  await tx.insert(albumPosts).values({ albumId: id, postId, position: isFree ? position : (places?.first ?? 1) - 1 })
  await tx.run(recountAlbums, { albums: [id], now: new Date(now) })
}

/** The album of the creator, locked as a change of its posts locks it. */
async function getOwn(tx: Db, viewer: Viewer, id: string) {
  const [row] = await tx.select().from(albums).where(own(viewer, id)).for('update')
  if (row === undefined) throw refuse('not_found')
  return row
}

type Texts = { name: string; description: string }
/** What the log of operators keeps: name and description as one text. */
const textChange = (before: Texts | null, after: Texts | null) => [
  { field: 'text' as const, before: before && written(before), after: after && written(after) },
]
const written = ({ name, description }: Texts): string => [name, description].filter(Boolean).join('\n')

const own = (viewer: Viewer, id: string) => and(eq(albums.id, id), eq(albums.creatorId, viewer.id))
const placeOf = (album: string, post: string) => and(eq(albumPosts.albumId, album), eq(albumPosts.postId, post))
