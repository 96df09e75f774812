import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Focal } from '../../../../contract/media.ts'
import type { Making, Renditions } from '../../media/film-sizes.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** Private media of a creator (the vault), avatars and covers. The bytes are in storage under `{id}/{variant}`. */
export const media = pgTable(
  'media',
  {
    id: uuid('id').primaryKey(),
    ownerId: userReference('owner_id'),
    type: text('type').$type<'IMAGE' | 'VIDEO' | 'SOUND'>().notNull(),
    state: text('state').$type<'processing' | 'ready' | 'failed'>().notNull().default('processing'),
    reason: text('reason'),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** Says which file it was made of (`contract/content-hash.ts`); null for what was uploaded before it was counted. */
    contentHash: text('content_hash'),
    /** A film's picture, made by the uploader's browser, is in storage beside it as `card`, `small` and `thumb`. */
    hasPoster: boolean('has_poster').notNull().default(false),
    /** The sizes of a film that are in storage beside it, and its sound; null until there is one that plays. */
    renditions: jsonb('renditions').$type<Renditions>(),
    /** How far the sizes of a film are while they are made; null before and after. */
    making: jsonb('making').$type<Making>(),
    /** The moment of a film that its owner has chosen for its poster. */
    posterAtMs: integer('poster_at_ms'),
    /** The course of a sound in 200 bars from 0 to 100; null where no codec has read it. */
    waveform: integer('waveform').array(),
    /** The point that stays visible where it is cropped: the one that was found in it, or the owner's. */
    focal: jsonb('focal').$type<Focal>(),
    /** Whether fans may download it; null follows the owner's account. */
    mayDownload: boolean('may_download'),
    /** A blurred data: URI of at most 32 px, safe to show to every viewer. */
    preview: text('preview'),
    /** The owner's name for it; at first the name of the file. */
    name: text('name'),
    /** A description for fans who cannot see or hear it; as locked as the media itself. */
    description: text('description'),
    /** The languages of its captions; their texts are in storage beside it. */
    captions: text('captions').array().notNull().default(sql`'{}'`),
    /** The languages of captions that a service wrote and the owner has not checked yet. */
    machineCaptions: text('machine_captions').array().notNull().default(sql`'{}'`),
    folder: text('folder'),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    deletedAt: timestamptz('deleted_at'),
    /** When its owner took it out of the trash for good. */
    erasedAt: timestamptz('erased_at'),
    /** What the last change of many media replaced in it, so that the change can be undone. */
    replaced: jsonb('replaced').$type<Replaced>(),
    /** When the bytes were deleted, some time after the media and only if no fan owns it. */
    purgedAt: timestamptz('purged_at'),
    /** The creator to whom alone a fan sends it, in their conversation (product §73); null for everything else. */
    onlyFor: uuid('only_for'),
  },
  (t) => [
    index('media_vault').on(t.ownerId, t.createdAt, t.id),
    // The months of a vault, answered by the index alone.
    index('media_in_vault')
      .on(t.ownerId, t.createdAt, t.id)
      .where(sql`${t.onlyFor} is null and ${t.deletedAt} is null`),
    index('media_content')
      .on(t.ownerId, t.contentHash)
      .where(sql`${t.contentHash} is not null and ${t.deletedAt} is null`),
    index('media_failed').on(t.createdAt).where(sql`${t.state} = 'failed' and ${t.deletedAt} is null`),
    index('media_unfinished').on(t.createdAt).where(sql`${t.state} = 'processing'`),
    // Films from before there were two copies of each size, for the job that makes them again; empty when it is done.
    index('media_untraceable')
      .on(t.id)
      .where(
        sql`${t.type} = 'VIDEO' and ${t.state} = 'ready' and ${t.purgedAt} is null and ${t.renditions} @? '$.sizes[*] ? (!exists(@.isMarked))'`,
      ),
    index('media_to_purge').on(t.deletedAt).where(sql`${t.deletedAt} is not null and ${t.purgedAt} is null`),
  ],
)

/** `change` is the id of the change. */
type Replaced = { change: string; folder: string | null; tags: string[]; deleted_at: string | null }
/** How many bytes a person keeps: the sum of `media.bytes` whose bytes are not deleted. A row for each who ever kept some. */
export const vaultUsage = pgTable('vault_usage', {
  ownerId: userReference('owner_id').primaryKey(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

/** An upload on its way; its id becomes the media's. Its bytes are `upload_parts`. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    ownerId: userReference('owner_id'),
    name: text('name'),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** What the client says the bytes will be (`contract/content-hash.ts`); null where it says nothing. */
    contentHash: text('content_hash'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
    /** The request that writes to it now, on any node, and until when it counts as alive. */
    lockedBy: uuid('locked_by'),
    lockedUntil: timestamptz('locked_until'),
    /** Another request waits for the lock. */
    isLockWanted: boolean('is_lock_wanted').notNull().default(false),
    /** As that of the media which it becomes. */
    onlyFor: uuid('only_for'),
  },
  (t) => [
    index('uploads_own').on(t.ownerId, t.id),
    index('uploads_owner').on(t.ownerId).where(sql`${t.finishedAt} is null`),
    index('uploads_stale').on(t.createdAt).where(sql`${t.finishedAt} is null`),
  ],
)

/**
 * A stretch of an upload: `bytes` from `position` on, in storage under `{uploadId}/{name}`. The primary key lets one of
 * two writers at the same position win. Without a foreign key, because the rows outlive an upload until their bytes are
 * deleted.
 */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: uuid('upload_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.position] })],
)

/** The media that a fan owns: one row per fan and media, so that no fan pays twice for it (product §13). */
export const entitlements = pgTable(
  'entitlements',
  {
    // Written with the purchase, whose people were read just before and are never deleted, only emptied: foreign keys
    // would look them up again, and lock their rows.
    userId: uuid('user_id').notNull(),
    mediaId: uuid('media_id')
      .notNull()
      .references(() => media.id),
    /** The purchase that paid for it; the assets of one purchase share it. */
    purchaseId: uuid('purchase_id').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.mediaId] }),
    index('entitlements_library').on(t.userId, t.createdAt),
    index('entitlements_media').on(t.mediaId),
  ],
)

/** A purchase of a post, a message or a single media, bought whole and once. */
export const purchases = pgTable(
  'purchases',
  {
    id: uuid('id').primaryKey(),
    // Without foreign keys, as entitlements are.
    buyerId: uuid('buyer_id').notNull(),
    creatorId: uuid('creator_id').notNull(),
    objectKind: text('object_kind').$type<'post' | 'message' | 'media'>().notNull(),
    objectId: uuid('object_id').notNull(),
    priceCents: integer('price_cents').notNull(),
    entryId: uuid('entry_id').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    refundedAt: timestamptz('refunded_at'),
  },
  (t) => [
    index('purchases_buyer').on(t.buyerId, t.createdAt),
    // A fan's first purchase (automatic messages).
    index('purchases_creator').on(t.creatorId, t.createdAt),
    // What a creator sold in a span, answered by the index alone.
    index('purchases_sold')
      .on(t.creatorId, t.createdAt, t.objectKind, t.objectId, t.priceCents)
      .where(sql`${t.refundedAt} is null`),
    index('purchases_object').on(t.objectKind, t.objectId),
    // Whether the viewer has bought a post, for each post of a page.
    index('purchases_bought').on(t.buyerId, t.objectId),
  ],
)

/**
 * What a creator sold in a quarter of an hour, which begins at the same moment in every time zone, without what is free and
 * what was refunded; `quarter` counts from 1970. Triggers write it (docs/decisions/running-sums.md).
 */
export const soldQuarters = pgTable(
  'sold_quarters',
  {
    creatorId: uuid('creator_id').notNull(),
    quarter: integer('quarter').notNull(),
    kind: text('kind').$type<'post' | 'message' | 'media'>().notNull(),
    sales: integer('sales').notNull(),
    paidCents: bigint('paid_cents', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.quarter, t.kind] })],
)

/** The same for each post and month (UTC). */
export const soldPostMonths = pgTable(
  'sold_post_months',
  {
    creatorId: uuid('creator_id').notNull(),
    /** The first day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    postId: uuid('post_id').notNull(),
    sales: integer('sales').notNull(),
    paidCents: bigint('paid_cents', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.month, t.postId] })],
)
