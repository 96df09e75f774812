import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { presentPublicProfile, presentUser } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import type { PostRow, postsTypes, profileTypes } from './page-sql.ts'
import {
  archivedPosts,
  bookmarkedInList,
  bookmarkedPosts,
  feeds,
  neverPinned,
  postById,
  postsById,
  postsOf,
  postsWith,
  profilePage,
  unpublished,
  visitorsProfilePage,
} from './statements.ts'
import { isArchived, isScheduled, presentPost, type Reader } from './views.ts'

export type Page = { data: Post[]; next: string | null }
type Paging = { limit?: number; cursor?: string }

/** The feed, newest first, in one statement with all that is on the posts. */
export async function readFeed(ctx: Services, viewer: Viewer, tab: keyof typeof feeds, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const page = { ...viewerParametersOf(ctx, viewer), limit: limit + 1 }
  const [at, id = null] = fromCursor(paging.cursor, 'time', 'uuid') ?? []
  const { first, later } = feeds[tab]
  const [answer] = await (at === undefined ? ctx.db.run(first, page) : ctx.db.run(later, { ...page, at, id }))
  return presentPage(ctx, viewer, answer, limit, (row) => [sortTime(row), row.id])
}

/** The published posts of one author, the pinned ones first. */
export async function readPostsOf(ctx: Services, reader: Reader, authorId: string, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const page = { ...viewerParametersOf(ctx, reader), author: authorId, limit: limit + 1 }
  const [pinned, at = null, id = null] = fromCursor(paging.cursor, 'time', 'time', 'uuid') ?? []
  const [answer] = await (pinned === undefined
    ? ctx.db.run(postsOf.first, page)
    : ctx.db.run(postsOf.later, { ...page, pinned, at, id }))
  return presentPage(ctx, reader, answer, limit, pinnedKey)
}

/** The published posts of one author that have media of this kind, newest first. */
export async function readPostsWith(
  ctx: Services,
  reader: Reader,
  of: { author: string; type: Media['type'] },
  paging: Paging,
): Promise<Page> {
  const limit = paging.limit ?? 20
  const page = { ...viewerParametersOf(ctx, reader), ...of, limit: limit + 1 }
  const [at, id = null] = fromCursor(paging.cursor, 'time', 'uuid') ?? []
  const [answer] = await (at === undefined
    ? ctx.db.run(postsWith.first, page)
    : ctx.db.run(postsWith.later, { ...page, at, id }))
  return presentPage(ctx, reader, answer, limit, (row) => [sortTime(row), row.id])
}

/** A profile and the first page of its posts, in one statement; undefined when the viewer can see no such profile. */
export async function readProfilePage(
  ctx: Services,
  reader: Reader,
  username: string,
  limit: number,
): Promise<{ user: PublicProfile; posts: Page } | undefined> {
  const page = { username, now: new Date(ctx.now()), limit: limit + 1 }
  const [answer] = await (reader === null
    ? ctx.db.run(visitorsProfilePage, page)
    : ctx.db.run(profilePage, { ...page, viewer: reader.id }))
  const person = answer?.authors?.[0]
  if (answer === undefined || person === undefined || person.blocked_by || person.blocks) return undefined
  const user = presentPublicProfile(ctx, reader?.id ?? null, person)
  return { user, posts: presentPage(ctx, reader, answer, limit, pinnedKey) }
}

/** The archived posts of their author, by when they came out, newest first. */
export async function readArchived(ctx: Services, author: Viewer, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const page = { ...viewerParametersOf(ctx, author), limit: limit + 1 }
  const [at, id = null] = fromCursor(paging.cursor, 'time', 'uuid') ?? []
  const [answer] = await (at === undefined
    ? ctx.db.run(archivedPosts.first, page)
    : ctx.db.run(archivedPosts.later, { ...page, at, id }))
  return presentPage(ctx, author, answer, limit, (row) => [sortTime(row), row.id])
}

/** Drafts and scheduled posts of their author, newest first. */
export async function readUnpublished(ctx: Services, author: Viewer, paging: Paging): Promise<Page> {
  const limit = paging.limit ?? 20
  const [before = null] = fromCursor(paging.cursor, 'uuid') ?? []
  const [answer] = await ctx.db.run(unpublished, { ...viewerParametersOf(ctx, author), before, limit: limit + 1 })
  return presentPage(ctx, author, answer, limit, (row) => [row.id])
}

/** The viewer's bookmarks, newest first, without posts that the feed would not show them. */
export async function readBookmarks(
  ctx: Services,
  reader: Reader,
  { list, ...paging }: Paging & { list?: string | undefined },
): Promise<Page> {
  const limit = paging.limit ?? 20
  const page = { ...viewerParametersOf(ctx, reader), limit: limit + 1 }
  const [at, id = null] = fromCursor(paging.cursor, 'time', 'uuid') ?? []
  const [answer] = await (list === undefined
    ? at === undefined
      ? ctx.db.run(bookmarkedPosts.first, page)
      : ctx.db.run(bookmarkedPosts.later, { ...page, at, id })
    : at === undefined
      ? ctx.db.run(bookmarkedInList.first, { ...page, list })
      : ctx.db.run(bookmarkedInList.later, { ...page, list, at, id }))
  return presentPage(ctx, reader, answer, limit, (row) => [row.bookmarked_at ?? '', row.id])
}

/** One post; `not_found` behind a block, and for everyone but the author before it is published, or archived and not bought. */
export async function getPostForViewer(ctx: Services, reader: Reader, id: string, db: Db = ctx.db): Promise<Post> {
  const [answer] = await db.run(postById, { ...viewerParametersOf(ctx, reader), id })
  const { posts, present } = presenterOf(ctx, reader, answer)
  const [row] = posts
  if (row === undefined) throw refuse('not_found')
  const isOut = row.published_at !== null && !isScheduled(ctx, row) && (row.bought || !isArchived(ctx, row))
  if (row.author_id !== reader?.id && !isOut) throw refuse('not_found')
  const post = present(row)
  if (post === undefined || post.author.chat.reason === 'blocked') throw refuse('not_found')
  return post
}

/** The same; `forbidden` where the post is locked for the viewer. */
export async function getOpenPostForViewer(ctx: Services, reader: Reader, id: string): Promise<Post> {
  const post = await getPostForViewer(ctx, reader, id)
  if (!post.access.allowed) throw refuse('forbidden', { reason: post.access.reason ?? 'locked' })
  return post
}

/** The posts with these ids that the viewer's lists would show, in one statement. */
export async function readPostsById(ctx: Services, reader: Reader, ids: readonly string[]): Promise<Map<string, Post>> {
  if (ids.length === 0) return new Map()
  const [answer] = await ctx.db.run(postsById, { ...viewerParametersOf(ctx, reader), ids })
  const { posts, present } = presenterOf(ctx, reader, answer)
  return new Map(posts.map(present).flatMap((post) => (post === undefined ? [] : [[post.id, post]])))
}

/** The parameters of every statement that answers posts: the viewer and the time. */
export const viewerParametersOf = (ctx: Services, reader: Reader) => ({
  viewer: reader?.id ?? null,
  now: new Date(ctx.now()),
})

/** A page of the `limit + 1` posts that a statement answered, cut to `limit`. */
export function presentPage(
  ctx: Services,
  reader: Reader,
  answer: PostsAnswer | undefined,
  limit: number,
  key: (row: PostRow) => (string | number)[],
): Page {
  const { posts, present } = presenterOf(ctx, reader, answer)
  const { rows, next } = cut(posts, limit, key)
  return { data: rows.flatMap((row) => present(row) ?? []), next }
}

/** The posts of an answer, and the function that presents one of them. */
function presenterOf(ctx: Services, reader: Reader, answer: PostsAnswer | undefined) {
  const authors = new Map((answer?.authors ?? []).map((row) => [row.id, presentUser(ctx, reader?.id ?? null, row)]))
  const pictures = Map.groupBy(answer?.media ?? [], (row) => row.post_id)
  const present = (row: PostRow): Post | undefined => {
    const author = authors.get(row.author_id)
    return author === undefined ? undefined : presentPost(ctx, reader, row, author, pictures.get(row.id) ?? [])
  }
  return { posts: answer?.posts ?? [], present }
}

/** The sort key of a post on its author's page. */
const pinnedKey = (row: PostRow) => [row.pinned_at ?? neverPinned, sortTime(row), row.id]

/** When a post was published, or a draft begun; lists are sorted by it. */
export const sortTime = (row: PostRow): string => row.published_at ?? row.created_at

type PostsAnswer = RowOf<typeof postsTypes> | RowOf<typeof profileTypes>
