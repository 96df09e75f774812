import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { namePlaceholder, pinnedPosts } from '../../../contract/limits.ts'
import { paidCents } from '../../../contract/prices.ts'
import { recountPublished } from '../../people/counts.ts'
import { type Change, centsText } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { noBlockBetween, notDeleted } from '../../platform/db/rules.ts'
import { media } from '../../platform/db/schema/media.ts'
import { bookmarks, comments, postLikes, postMedia, posts } from '../../platform/db/schema/posts.ts'
import { statement, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { leaveAlbums, recountAlbumsWith } from './album-counts.ts'
import { isListed, newTimes, type TimesChange, timesAfter } from './times.ts'

export type Writing = {
  text: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  /** Cents. */
  price?: number | null
  media_ids: string[]
  preview_ids: string[]
  publish_at?: string | null
  expires_at?: string | null
  draft: boolean
  comments_for?: 'everyone' | 'payers'
}

/** Writes a post; its media must be the author's own and ready. Answers its id. */
export async function writePost(tx: Db, authorId: string, writing: Writing, now: number): Promise<string> {
  const price = checkPrice(writing.visibility, writing.price ?? null)
  const { pinnedAt: _, ...times } = timesAfter(newTimes, writing, now)
  if (times.publishedAt !== null) requireFilled(writing.text)
  const id = newId()
  await tx.insert(posts).values({
    id,
    authorId,
    text: writing.text,
    visibility: writing.visibility,
    priceCents: price,
    commentsFor: writing.comments_for ?? 'everyone',
    ...times,
    createdAt: new Date(now),
  })
  await attach(tx, authorId, id, writing.media_ids, writing.preview_ids)
  await requireContent(tx, id)
  // All posts of the author are read for it; a draft changes none of what is counted.
  if (isListed(times, now)) await recountPublished(tx, authorId, now)
  return id
}

/** Changes the given fields of a post and answers what it changed; refuses `not_found` when it has another author. */
export async function changePost(
  tx: Db,
  authorId: string,
  id: string,
  change: PostChange,
  now: number,
): Promise<Change[]> {
  const [before] = await tx.select().from(posts).where(isOwn(authorId, id)).for('update')
  if (before === undefined) throw refuse('not_found')
  const visibility = change.visibility ?? before.visibility
  const price = change.price === undefined ? before.priceCents : change.price
  const times = timesAfter(before, change, now)
  if (change.pinned === true && times.archivedAt !== null) throw refuse('not_out')
  const pinnedAt = change.pinned === true ? (before.pinnedAt ?? (await pinTime(tx, authorId, now))) : null
  const after = { text: change.text ?? before.text, visibility, priceCents: checkPrice(visibility, price) }
  const isPublishing = change.publish_at !== undefined || change.draft !== undefined
  if (times.publishedAt !== null && (isPublishing || change.text !== undefined)) requireFilled(after.text)
  await tx
    .update(posts)
    .set({
      ...after,
      commentsFor: change.comments_for ?? before.commentsFor,
      ...times,
      pinnedAt: change.pinned === undefined ? times.pinnedAt : pinnedAt,
    })
    .where(isOwn(authorId, id))
  if (change.media_ids !== undefined) {
    const removed = await tx.delete(postMedia).where(eq(postMedia.postId, id)).returning()
    const free = change.preview_ids ?? removed.flatMap((it) => (it.isPreview ? [it.mediaId] : []))
    await attach(tx, authorId, id, change.media_ids, free)
  } else if (change.preview_ids !== undefined) {
    await tx
      .update(postMedia)
      .set({ isPreview: isAmong(change.preview_ids) })
      .where(eq(postMedia.postId, id))
  }
  await requireContent(tx, id)
  // What its time has archived is counted until it is noticed, here or by the job of the next minute.
  const [listedBefore, listedNow] = [isListed({ ...before, expiresAt: null }, now), isListed(times, now)]
  if (listedBefore !== listedNow || (listedNow && change.media_ids !== undefined))
    await recountPublished(tx, authorId, now)
  if (listedBefore !== listedNow) await recountAlbumsWith(tx, [id], now)
  return changesOf(before, after)
}

export type PostChange = Partial<Writing> & Omit<TimesChange, keyof Writing> & { pinned?: boolean }

type Logged = Pick<typeof posts.$inferSelect, 'text' | 'visibility' | 'priceCents'>
/** What the log of operators keeps of a post that was written, and of one that was changed. */
export const createdChanges = ({ text, visibility, price = null }: Writing): Change[] =>
  changesOf(null, { text, visibility, priceCents: price })
const changesOf = (before: Logged | null, after: Logged): Change[] => [
  { field: 'text', before: before?.text ?? null, after: after.text },
  { field: 'price', before: centsText(before?.priceCents ?? null), after: centsText(after.priceCents) },
  { field: 'visibility', before: before?.visibility ?? null, after: after.visibility },
]

/**
 * When a post is pinned that was not; refuses `pins_full` beside three others. The author's row is locked first, so that
 * two posts that are pinned at once are counted one after the other.
 */
async function pinTime(tx: Db, authorId: string, now: number): Promise<Date> {
  await tx.run(lockUser, { id: authorId })
  const isThere = and(isNull(posts.deletedAt), or(isNull(posts.expiresAt), gt(posts.expiresAt, new Date(now))))
  const isPinned = and(eq(posts.authorId, authorId), isNotNull(posts.pinnedAt), isThere)
  if ((await tx.$count(posts, isPinned)) >= pinnedPosts) throw refuse('pins_full')
  return new Date(now)
}

/** Soft-deletes a post, which is then in no album; fans keep the media that they bought. */
export async function removePost(tx: Db, authorId: string, id: string, now: number): Promise<void> {
  const gone = await tx
    .update(posts)
    .set({ deletedAt: new Date(now) })
    .where(isOwn(authorId, id))
    .returning({ id: posts.id })
  if (gone.length === 0) throw refuse('not_found')
  await recountPublished(tx, authorId, now)
  await leaveAlbums(tx, id, now)
}

/** Adds or removes a like, and changes the count with it. */
export async function toggleLike(tx: Db, userId: string, postId: string): Promise<{ liked: boolean; likes: number }> {
  const removed = await tx
    .delete(postLikes)
    .where(and(eq(postLikes.postId, postId), eq(postLikes.userId, userId)))
    .returning()
  const added =
    removed.length > 0
      ? []
      : await tx.insert(postLikes).values({ postId, userId, createdAt: new Date() }).onConflictDoNothing().returning()
  const by = added.length - removed.length
  const [row] = await tx
    .update(posts)
    .set({ likesCount: sql`${posts.likesCount} + ${by}` })
    .where(eq(posts.id, postId))
    .returning({ likes: posts.likesCount })
  return { liked: removed.length === 0, likes: row?.likes ?? 0 }
}

export async function toggleBookmark(tx: Db, userId: string, postId: string): Promise<boolean> {
  const removed = await tx
    .delete(bookmarks)
    .where(and(eq(bookmarks.postId, postId), eq(bookmarks.userId, userId)))
    .returning()
  if (removed.length > 0) return false
  await tx.insert(bookmarks).values({ postId, userId, createdAt: new Date() }).onConflictDoNothing()
  return true
}

/** Writes a comment or a reply to a comment that the author can see. Answers its id and the author of the parent. */
export async function writeComment(
  tx: Db,
  authorId: string,
  postId: string,
  text: string,
  replyTo: string | null,
): Promise<{ id: string; parentAuthorId: string | null }> {
  const id = newId()
  const parentAuthorId = replyTo === null ? null : await authorOfParent(tx, authorId, postId, replyTo)
  await tx.insert(comments).values({ id, postId, authorId, text, replyTo, createdAt: new Date() })
  await tx
    .update(posts)
    .set({ commentsCount: sql`${posts.commentsCount} + 1` })
    .where(eq(posts.id, postId))
  return { id, parentAuthorId }
}

async function authorOfParent(tx: Db, authorId: string, postId: string, replyTo: string): Promise<string> {
  const [parent] = await tx.run(parentComment, { id: replyTo, post: postId, author: authorId })
  if (parent === undefined) throw refuse('not_found')
  return parent.author_id
}

const parentComment = statement(
  'posts_answered_comment',
  { id: uuid, post: uuid, author: uuid },
  { author_id: uuid },
  ({ id, post, author }) => `
    select c.author_id from comments c where c.id = ${id} and c.post_id = ${post} and ${notDeleted('c')}
      and ${noBlockBetween(author, 'c.author_id')}`,
)

/** A comment with its author and its post's author, for any viewer; `not_found` when comment or post is deleted. */
export async function getComment(db: Db, id: string): Promise<{ authorId: string; postId: string; ownerId: string }> {
  const [row] = await db
    .select({ authorId: comments.authorId, postId: comments.postId, ownerId: posts.authorId })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(and(eq(comments.id, id), isNull(comments.deletedAt), isNull(posts.deletedAt)))
  if (row === undefined) throw refuse('not_found')
  return row
}

/** Soft-deletes a comment and lowers the count; a second call changes nothing. */
export async function removeComment(tx: Db, postId: string, id: string): Promise<void> {
  const gone = await tx
    .update(comments)
    .set({ deletedAt: new Date() })
    .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
    .returning()
  if (gone.length > 0)
    await tx
      .update(posts)
      .set({ commentsCount: sql`${posts.commentsCount} - 1` })
      .where(eq(posts.id, postId))
}

const isAmong = (ids: string[]) => (ids.length === 0 ? false : sql`${inArray(postMedia.mediaId, ids)}`)

const isOwn = (authorId: string, id: string) =>
  and(eq(posts.id, id), eq(posts.authorId, authorId), isNull(posts.deletedAt))

/** A paid post needs a price of 1 to 200 coins. Others may have one, for viewers who are not followers or subscribers. */
function checkPrice(visibility: Writing['visibility'], cents: number | null): number | null {
  const none = cents === null || cents === 0
  if (none && visibility !== 'paid') return null
  if (none || cents < paidCents.min || cents > paidCents.max) throw refuse('invalid_amount')
  return cents
}

async function attach(
  tx: Db,
  authorId: string,
  postId: string,
  mediaIds: string[],
  previewIds: string[],
): Promise<void> {
  const ids = [...new Set(mediaIds)]
  if (ids.length === 0) return
  const mine = await tx
    .select({ id: media.id })
    .from(media)
    .where(
      and(
        inArray(media.id, ids),
        eq(media.ownerId, authorId),
        isNull(media.onlyFor),
        isNull(media.deletedAt),
        ne(media.state, 'failed'),
      ),
    )
  if (mine.length !== ids.length) throw refuse('not_found')
  await tx
    .insert(postMedia)
    .values(ids.map((mediaId, position) => ({ postId, mediaId, position, isPreview: previewIds.includes(mediaId) })))
}

/** Refuses a published post without text and media, which could be sold empty; a draft may be empty. */
async function requireContent(tx: Db, id: string): Promise<void> {
  const empty = await tx
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        eq(posts.id, id),
        eq(posts.text, ''),
        isNotNull(posts.publishedAt),
        sql`not exists (select 1 from post_media x where x.post_id = ${id})`,
      ),
    )
  if (empty.length > 0) throw refuse('invalid_input', { fields: { text: ['empty'] } })
}

/** Refuses the place of a fan's name in what is published: no name would take it. */
function requireFilled(text: string): void {
  if (text.includes(namePlaceholder)) throw refuse('invalid_input', { fields: { text: ['unfilled'] } })
}
