import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { media } from './media.ts'

/** The key from which every mark is derived: one row, encrypted under `SECRET`, written with the first mark. */
export const markKeys = pgTable('mark_keys', {
  id: text('id').primaryKey(),
  sealed: text('sealed').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** A grey copy of at most 32 px a side of each picture that has marked copies, by which a leaked one is found. */
export const mediaFingerprints = pgTable('media_fingerprints', {
  mediaId: uuid('media_id')
    .primaryKey()
    .references(() => media.id),
  /** Its bytes as base64, in the size that `fingerprintSize` makes of the picture's. */
  grey: text('grey').notNull(),
})

/**
 * The marked copies of pictures and films: one for each media and viewer. The pattern in the pixels of a picture, and the
 * sequence of a film's parts, is derived from the media and `id`, so a copy names no one without this table.
 */
export const mediaMarks = pgTable(
  'media_marks',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    // Without a foreign key, as entitlements are: the row of a person is emptied and never deleted.
    viewerId: uuid('viewer_id').notNull(),
    /** How the viewer came to see it when the copy was last made. */
    basis: text('basis').$type<'bought' | 'subscribed' | 'sent'>().notNull(),
    /** The purchase that paid for it; null for a copy that was not bought. */
    purchaseId: uuid('purchase_id'),
    createdAt: timestamptz('created_at').notNull(),
    /** When a copy was last made for this viewer. */
    madeAt: timestamptz('made_at').notNull(),
    /** Copies may be in storage; they are deleted after a while and made again when they are asked for. */
    hasCopies: boolean('has_copies').notNull().default(true),
  },
  (t) => [
    uniqueIndex('media_marks_viewer').on(t.mediaId, t.viewerId),
    index('media_marks_of_viewer').on(t.viewerId, t.mediaId),
    index('media_marks_copies').on(t.madeAt).where(sql`${t.hasCopies}`),
    index('media_marks_made').on(t.madeAt),
  ],
)
