import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/**
 * A fan's subscription to a creator; one row per pair, which is reused. Whether it gives access is computed at use (safety §4): `active_until` in the future, or null with status `active` for a free one.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    fanId: userReference('fan_id'),
    creatorId: userReference('creator_id'),
    status: text('status').$type<'active' | 'cancelled' | 'past_due' | 'ended'>().notNull(),
    /** Locked at the start: a change of the creator's price does not touch it (product §5). */
    priceCents: integer('price_cents').notNull(),
    /** The start of its months: a trial ends there, and a renewal after the grace period starts them again. */
    startedAt: timestamptz('started_at').notNull(),
    /** Since when it runs, its trial included. */
    since: timestamptz('since').notNull().defaultNow(),
    /** The end of the paid period, grace included; null for a free one, which does not end by itself. */
    activeUntil: timestamptz('active_until'),
    /** When the next month is due; null when it does not renew. */
    renewsAt: timestamptz('renews_at'),
    /** What a renewal costs once the promised discounted months are over; null without a discount. */
    fullPriceCents: integer('full_price_cents'),
    discountedMonths: integer('discounted_months').notNull().default(0),
    /** The `renewsAt` of which the fan was reminded last (product §87). */
    remindedFor: timestamptz('reminded_for'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('subscriptions_pair').on(t.fanId, t.creatorId),
    // Whose time is over before the subscription is ended (the inbox of former subscribers).
    index('subscriptions_expired')
      .on(t.creatorId, t.activeUntil)
      .where(sql`${t.status} <> 'ended' and ${t.activeUntil} is not null`),
    index('subscriptions_creator').on(t.creatorId, t.status),
    // Who subscribes, newest first.
    index('subscriptions_newest').on(t.creatorId, t.since, t.id),
    // The subscribers to notify of a new post, in order.
    index('subscriptions_readers').on(t.creatorId, t.fanId).where(sql`${t.status} <> 'ended'`),
    // Free subscribers, whose consent to a price is requested.
    index('subscriptions_free').on(t.creatorId, t.fanId).where(sql`${t.status} = 'active' and ${t.priceCents} = 0`),
    // The renewal job.
    index('subscriptions_due').on(t.renewsAt).where(sql`${t.renewsAt} is not null`),
    // The job that reminds fans of a renewal: those whom it has not reminded yet.
    index('subscriptions_to_remind')
      .on(t.renewsAt, t.id)
      .where(
        sql`${t.status} = 'active' and ${t.renewsAt} is not null and ${t.remindedFor} is distinct from ${t.renewsAt}`,
      ),
    index('subscriptions_over').on(t.activeUntil).where(sql`${t.status} = 'cancelled'`),
  ],
)

/** Changes of a creator's price, for the limit of three a day (product §6). */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: uuid('id').primaryKey(),
    creatorId: userReference('creator_id'),
    priceCents: integer('price_cents').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('price_changes_creator').on(t.creatorId, t.createdAt),
    // Creators whose free subscribers may have to consent.
    index('price_changes_recent').on(t.createdAt),
  ],
)

/** What happened to subscriptions, append-only: the figures of creators are counted from here. */
export const subscriptionEvents = pgTable(
  'subscription_events',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    fanId: uuid('fan_id').notNull(),
    creatorId: uuid('creator_id').notNull(),
    kind: text('kind').$type<'new' | 'renewed' | 'cancelled' | 'resumed' | 'past_due' | 'lost'>().notNull(),
    priceCents: integer('price_cents').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('subscription_events_creator').on(t.creatorId, t.createdAt),
    // Whether a fan has been a subscriber before.
    index('subscription_events_fan').on(t.fanId, t.creatorId),
  ],
)

/** A trial (days for nothing) or a discount (percent off for some months) that a creator hands out as a link. */
export const offerLinks = pgTable(
  'offer_links',
  {
    id: uuid('id').primaryKey(),
    creatorId: userReference('creator_id'),
    code: text('code').notNull(),
    kind: text('kind').$type<'trial' | 'discount'>().notNull(),
    days: integer('days'),
    percent: integer('percent'),
    months: integer('months'),
    /** How many fans may take it; null for any number. */
    maxUses: integer('max_uses'),
    uses: integer('uses').notNull().default(0),
    expiresAt: timestamptz('expires_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    revokedAt: timestamptz('revoked_at'),
    /** Whether a trial is shown to everyone, on the profile and in search (product §68). */
    isListed: boolean('is_listed').notNull().default(false),
  },
  (t) => [
    uniqueIndex('offer_links_code').on(t.code),
    index('offer_links_creator').on(t.creatorId, t.id),
    // The calendar.
    index('offer_links_ends').on(t.creatorId, t.expiresAt, t.id).where(sql`${t.revokedAt} is null`),
    // Who shows a trial to everyone.
    index('offer_links_listed')
      .on(t.creatorId)
      .where(sql`${t.isListed} and ${t.revokedAt} is null and ${t.kind} = 'trial'`),
  ],
)

/** A fan takes an offer once. */
export const offerRedemptions = pgTable(
  'offer_redemptions',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => offerLinks.id, { onDelete: 'cascade' }),
    fanId: userReference('fan_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.linkId, t.fanId] })],
)

/** Months of a subscription paid for another fan, given as a link; the coins stay in escrow until it is accepted. */
export const gifts = pgTable(
  'gifts',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull(),
    buyerId: userReference('buyer_id', 'no action'),
    creatorId: userReference('creator_id', 'no action'),
    /** The price of all months. */
    priceCents: integer('price_cents').notNull(),
    months: integer('months').notNull().default(1),
    /** Whether the giver is hidden from the fan who opens the link. */
    anonymous: boolean('anonymous').notNull().default(false),
    message: text('message').notNull().default(''),
    /** The entry that took the coins from the wallet, and the one that released them to the creator. */
    entryId: uuid('entry_id').notNull(),
    paidEntryId: uuid('paid_entry_id'),
    redeemedBy: uuid('redeemed_by'),
    redeemedAt: timestamptz('redeemed_at'),
    expiresAt: timestamptz('expires_at').notNull(),
    /** The period that it covers, so that a refund can end the rest of it. */
    coversFrom: timestamptz('covers_from'),
    coversUntil: timestamptz('covers_until'),
    refundedAt: timestamptz('refunded_at'),
    refundReason: text('refund_reason').$type<'taken_back' | 'expired' | 'refunded'>(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('gifts_code').on(t.code),
    index('gifts_buyer').on(t.buyerId, t.createdAt),
    uniqueIndex('gifts_entry').on(t.entryId),
    // The gifted months that stay after a refund of the fan's own month.
    index('gifts_accepted').on(t.redeemedBy, t.creatorId).where(sql`${t.redeemedBy} is not null`),
    // The job that returns the coins of gifts that were not accepted.
    index('gifts_open').on(t.expiresAt).where(sql`${t.redeemedAt} is null and ${t.refundedAt} is null`),
  ],
)

/**
 * How often each of these things happened to a creator's subscriptions on a day (UTC): written by a trigger at the commit
 * (docs/decisions/running-sums.md). A creator's fans are spread over eight rows, so that they seldom wait for each other.
 */
export const subscriptionDays = pgTable(
  'subscription_days',
  {
    creatorId: uuid('creator_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<'new' | 'renewed' | 'cancelled' | 'resumed' | 'past_due' | 'lost'>().notNull(),
    shard: integer('shard').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.day, t.kind, t.shard] })],
)

/**
 * The fans who subscribed to a creator for the first time in a month (UTC), counted by how many months had passed for each
 * of them: in month 0 how many they are, later who ended (below zero) or came again, and what they paid. Month 13 is all
 * that came later. Triggers write it (docs/decisions/running-sums.md), in eight rows chosen by the fan.
 */
export const cohortMonths = pgTable(
  'cohort_months',
  {
    creatorId: uuid('creator_id').notNull(),
    /** The first day of the month. */
    cohort: date('cohort', { mode: 'string' }).notNull(),
    month: integer('month').notNull(),
    shard: integer('shard').notNull(),
    fans: integer('fans').notNull().default(0),
    changes: integer('changes').notNull().default(0),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.creatorId, t.cohort, t.month, t.shard] })],
)
