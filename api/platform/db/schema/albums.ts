import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'
import { posts } from './posts.ts'

/** A named collection of a creator's posts, in the creator's order (product §83). */
export const albums = pgTable(
  'albums',
  {
    id: uuid('id').primaryKey(),
    creatorId: userReference('creator_id'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The smallest stands first; no two albums of a creator have the same. */
    position: integer('position').notNull(),
    /** How many of its posts are out, kept as the counts of their author are (`api/features/posts/album-counts.ts`). */
    postsCount: integer('posts_count').notNull().default(0),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    // The creator's own list, with what is empty.
    index('albums_own').on(t.creatorId, t.position, t.id),
    // The tab of a profile, and how many albums it has.
    index('albums_shown').on(t.creatorId, t.position, t.id).where(sql`${t.postsCount} > 0`),
  ],
)

export const albumPosts = pgTable(
  'album_posts',
  {
    albumId: uuid('album_id')
      .notNull()
      .references(() => albums.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** The smallest stands first; no two posts of an album have the same. */
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.albumId, t.postId] }),
    // The page of an album.
    index('album_posts_order').on(t.albumId, t.position, t.postId),
    // The albums of a post.
    index('album_posts_post').on(t.postId),
  ],
)
