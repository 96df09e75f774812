import { and, eq } from 'drizzle-orm'
import type { BookmarkList, bookmarkLists as contract } from '../../../contract/bookmark-lists.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { bookmarkListsPerUser } from '../../../contract/limits.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { bookmarkLists, bookmarks } from '../../platform/db/schema/posts.ts'
import { bool, int, orNull, statement, text, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { refuseViolated } from '../../platform/http/refuse-violated.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { getPostForViewer } from './read.ts'

/** A user's lists by name, each with the number of its bookmarks and whether this post is in it. */
export const readBookmarkLists = (ctx: Services, viewer: Viewer, post: string | null): Promise<BookmarkList[]> =>
  ctx.db.run(listsOfUser, { user: viewer.id, post })

const listsOfUser = statement(
  'bookmark_lists_of_user',
  { user: uuid, post: orNull(uuid) },
  { id: uuid, name: text, bookmarks: int, has_post: bool },
  ({ user, post }) => `
  select l.id, l.name, (select count(*)::int from bookmarks b where b.list_id = l.id) as bookmarks,
    exists (select 1 from bookmarks b where b.user_id = ${user} and b.post_id = ${post} and b.list_id = l.id) as has_post
  from bookmark_lists l where l.user_id = ${user} order by lower(l.name), l.id`,
)

/** Makes a list, with a post that the viewer may see where one is named; answers the list. */
export async function createBookmarkList(
  ctx: Services,
  viewer: Viewer,
  { name, post }: Received<typeof contract.create>,
): Promise<BookmarkList> {
  if (post !== undefined) await getPostForViewer(ctx, viewer, post)
  const id = newId()
  await ctx.db
    .transact(async (tx) => {
      await tx.run(lockUser, { id: viewer.id })
      const own = await tx.$count(bookmarkLists, eq(bookmarkLists.userId, viewer.id))
      if (own >= bookmarkListsPerUser) throw refuse('too_many_lists')
      await tx.insert(bookmarkLists).values({ id, userId: viewer.id, name })
      if (post !== undefined) await putBookmark(tx, viewer, post, id)
    })
    .catch(refuseSameName)
  const hasPost = post !== undefined
  return { id, name, bookmarks: hasPost ? 1 : 0, has_post: hasPost }
}

export async function renameBookmarkList(
  ctx: Services,
  viewer: Viewer,
  { id, name }: Received<typeof contract.update>,
): Promise<void> {
  const renamed = await ctx.db
    .update(bookmarkLists)
    .set({ name })
    .where(ownList(viewer, id))
    .returning()
    .catch(refuseSameName)
  if (renamed.length === 0) throw refuse('not_found')
}

/** Deletes a list; its bookmarks stay, in no list. */
export async function removeBookmarkList(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  const removed = await ctx.db.delete(bookmarkLists).where(ownList(viewer, id)).returning()
  if (removed.length === 0) throw refuse('not_found')
}

/** Bookmarks a post that the viewer may see, if they have not, and puts it into one of their lists or into none. */
export async function sortBookmark(
  ctx: Services,
  viewer: Viewer,
  { id: post, list }: Received<typeof contract.sort>,
): Promise<void> {
  await getPostForViewer(ctx, viewer, post)
  await ctx.db.transact(async (tx) => {
    if (list !== null) {
      // Locked, so that it is not deleted before the bookmark is in it.
      const [own] = await tx.select().from(bookmarkLists).where(ownList(viewer, list)).for('share')
      if (own === undefined) throw refuse('not_found')
    }
    await putBookmark(tx, viewer, post, list)
  })
}

async function putBookmark(tx: Db, viewer: Viewer, postId: string, listId: string | null): Promise<void> {
  await tx
    .insert(bookmarks)
    .values({ postId, userId: viewer.id, listId, createdAt: new Date() })
    .onConflictDoUpdate({ target: [bookmarks.userId, bookmarks.postId], set: { listId } })
}

const ownList = (viewer: Viewer, id: string) => and(eq(bookmarkLists.id, id), eq(bookmarkLists.userId, viewer.id))

const refuseSameName = refuseViolated('bookmark_lists_name', 'list_exists')
