import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'
import { media } from './media.ts'

export const posts = pgTable(
  'posts',
  {
    id: uuid('id').primaryKey(),
    authorId: userReference('author_id'),
    text: text('text').notNull().default(''),
    visibility: text('visibility').$type<'public' | 'followers' | 'subscribers' | 'paid'>().notNull(),
    priceCents: integer('price_cents'),
    /** Null while a draft; in the future while scheduled. */
    publishedAt: timestamptz('published_at'),
    /** When all subscribers had been notified of it, and before that the last one who was. */
    notifiedAt: timestamptz('notified_at'),
    notifiedTo: uuid('notified_to'),
    pinnedAt: timestamptz('pinned_at'),
    commentsFor: text('comments_for').$type<'everyone' | 'payers'>().notNull().default('everyone'),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    /** How many fans have bought it whole and not been refunded. */
    unlocksCount: integer('unlocks_count').notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Since when its author has taken it out of every list (product §80). */
    archivedAt: timestamptz('archived_at'),
    /** From then on it counts as archived; a job sets `archivedAt` to it afterwards. */
    expiresAt: timestamptz('expires_at'),
    deletedAt: timestamptz('deleted_at'),
  },
  (t) => [
    // A profile's posts, its tabs by kind of media, and the feed of followed creators.
    index('posts_listed')
      .on(t.authorId, t.publishedAt, t.id)
      .where(sql`${t.deletedAt} is null and ${t.archivedAt} is null`),
    // The calendar, which keeps what went out and was archived later.
    index('posts_author').on(t.authorId, t.publishedAt, t.id).where(sql`${t.deletedAt} is null`),
    // An author's list of archived posts; what has only an expiry is few and left out by the statement.
    index('posts_archived')
      .on(t.authorId, t.publishedAt, t.id)
      .where(sql`${t.deletedAt} is null and (${t.archivedAt} is not null or ${t.expiresAt} is not null)`),
    // The ends of posts in the calendar.
    index('posts_ends')
      .on(t.authorId, t.expiresAt, t.id)
      .where(sql`${t.deletedAt} is null and ${t.expiresAt} is not null`),
    // Posts whose time is over and that are to be archived, read every minute.
    index('posts_expiring')
      .on(t.expiresAt)
      .where(sql`${t.deletedAt} is null and ${t.archivedAt} is null and ${t.expiresAt} is not null`),
    // Those that stand first on a profile.
    index('posts_pinned').on(t.authorId).where(sql`${t.deletedAt} is null and ${t.pinnedAt} is not null`),
    // All posts of an author, deleted ones too (export and erasure).
    index('posts_own').on(t.authorId, t.id),
    // The Discover tab.
    index('posts_discover').on(t.publishedAt, t.id).where(sql`${t.deletedAt} is null and ${t.visibility} = 'public'`),
    // Scheduled posts that were published, read every minute.
    index('posts_scheduled').on(t.publishedAt).where(sql`${t.deletedAt} is null and ${t.publishedAt} > ${t.createdAt}`),
    // Published posts whose subscribers are not all notified, read every minute.
    index('posts_unnotified').on(t.publishedAt).where(sql`${t.notifiedAt} is null and ${t.deletedAt} is null`),
    // Search by words, in the newest posts first. A condition that the index of words has too would keep PostgreSQL from
    // asking both together, which takes indexes with the same condition for one.
    index('posts_newest').on(t.publishedAt, t.id).where(sql`${t.publishedAt} is not null`),
    // Search by words, in any language alike.
    index('posts_words').using('gin', sql`to_tsvector('simple', ${t.text})`).where(sql`${t.deletedAt} is null`),
  ],
)

/** The post that a creator, or an operator for them, is writing; gone when it is made. */
export const postDrafts = pgTable(
  'post_drafts',
  {
    creatorId: userReference('creator_id'),
    authorId: userReference('author_id'),
    text: text('text').notNull(),
    visibility: text('visibility').notNull(),
    priceCents: integer('price_cents'),
    mediaIds: uuid('media_ids').array().notNull(),
    previewIds: uuid('preview_ids').array().notNull(),
    publishAt: timestamptz('publish_at'),
    expiresAt: timestamptz('expires_at'),
    commentsFor: text('comments_for').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.authorId] }), index('post_drafts_author').on(t.authorId)],
)

export const postMedia = pgTable(
  'post_media',
  {
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    position: integer('position').notNull(),
    isPreview: boolean('is_preview').notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.postId, t.mediaId] }), index('post_media_media').on(t.mediaId)],
)

export const postLikes = pgTable(
  'post_likes',
  {
    userId: userReference('user_id'),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.userId] }), index('post_likes_user').on(t.userId, t.postId)],
)
/** A list into which a user sorts bookmarks (product §92). */
export const bookmarkLists = pgTable(
  'bookmark_lists',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    name: text('name').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('bookmark_lists_name').on(t.userId, sql`lower(${t.name})`)],
)

export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: userReference('user_id'),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** At most one list; null for none. */
    listId: uuid('list_id').references(() => bookmarkLists.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.postId] }),
    // A user's bookmarks, newest first.
    index('bookmarks_recent').on(t.userId, t.createdAt, t.postId),
    // The same of a list.
    index('bookmarks_of_list').on(t.listId, t.createdAt, t.postId).where(sql`${t.listId} is not null`),
  ],
)

export const comments = pgTable(
  'comments',
  {
    id: uuid('id').primaryKey(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    authorId: userReference('author_id'),
    text: text('text').notNull(),
    replyTo: uuid('reply_to'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    deletedAt: timestamptz('deleted_at'),
  },
  (t) => [
    index('comments_page').on(t.postId, t.id).where(sql`${t.deletedAt} is null`),
    index('comments_author').on(t.authorId, t.id),
  ],
)
