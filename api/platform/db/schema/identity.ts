import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CreatorCategory } from '../../../../contract/categories.ts'
import { timestamptz } from './columns.ts'

/** SQL for what a username looks like at a glance; `usernameLook` of contract/policy/username.ts computes the same. */
export const usernameLook = (column: SQL): SQL =>
  sql`translate(replace(replace(btrim(${column}, '._'), 'rn', 'm'), 'vv', 'w'), '01i', 'oll')`.mapWith(String)

/** People. The names of the first seven properties are better-auth's; `username` and `birthdate` finish onboarding. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().default(''),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    username: text('username'),
    birthdate: date('birthdate', { mode: 'string' }),
    /** A minor's birthdate that was refused: only this one is accepted later, until staff clear it (product §25). */
    refusedBirthdate: date('refused_birthdate', { mode: 'string' }),
    displayName: text('display_name'),
    bio: text('bio'),
    location: text('location'),
    links: jsonb('links').$type<{ title: string; url: string }[]>().notNull().default([]),
    avatarMediaId: uuid('avatar_media_id'),
    coverMediaId: uuid('cover_media_id'),
    role: text('role').$type<'user' | 'staff'>().notNull().default('user'),
    locale: text('locale').$type<'en' | 'fr'>().notNull().default('en'),
    isCreator: boolean('is_creator').notNull().default(false),
    /** Cents a month; null for a user who is not a creator. */
    priceCents: integer('price_cents'),
    chatAccessPolicy: text('chat_access_policy')
      .$type<'SUBSCRIBERS' | 'FOLLOWERS_OR_SUBSCRIBERS'>()
      .notNull()
      .default('FOLLOWERS_OR_SUBSCRIBERS'),
    notifyMessagesApp: boolean('notify_messages_app').notNull().default(true),
    /** Whether fans may download media that say nothing else. */
    mediaDownloads: boolean('media_downloads').notNull().default(false),
    mediaStamp: boolean('media_stamp').notNull().default(false),
    /** Whether a creator takes pictures and voice notes of every subscriber, where a conversation says nothing else. */
    takesSubscriberMedia: boolean('takes_subscriber_media').notNull().default(false),
    /** How many broadcasts of this creator a fan gets in seven days at most. */
    broadcastsPerWeek: integer('broadcasts_per_week').notNull().default(3),
    /** Cents a calendar month; null for no limit. */
    spendingLimitCents: integer('spending_limit_cents'),
    referralCode: text('referral_code').notNull(),
    referredBy: uuid('referred_by'),
    followersCount: integer('followers_count').notNull().default(0),
    postsCount: integer('posts_count').notNull().default(0),
    /** How many photos, films and sounds are in the published posts, locked ones too. */
    photosCount: integer('photos_count').notNull().default(0),
    videosCount: integer('videos_count').notNull().default(0),
    soundsCount: integer('sounds_count').notNull().default(0),
    /** What a creator is found by: one kind of work, words of their own, and the languages they speak (product §54). */
    category: text('category').$type<CreatorCategory>(),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    languages: text('languages').array().notNull().default(sql`'{}'`),
    /** When a creator was last here, kept to the minute while a socket is open; shown unless they hide it (product §55). */
    lastSeenAt: timestamptz('last_seen_at'),
    showLastSeen: boolean('show_last_seen').notNull().default(true),
    /** How many people have begun to follow them in the last seven days, counted every hour. */
    trend: doublePrecision('trend').notNull().default(0),
    /** Hidden from all users and unable to sign in: the owner requested deletion, or staff suspended the account. */
    deletedAt: timestamptz('deleted_at'),
    /** When a deletion that the owner requested becomes final; signing in before that cancels it. */
    purgeAt: timestamptz('purge_at'),
    suspendedAt: timestamptz('suspended_at'),
    suspendedReason: text('suspended_reason'),
    /** The version of the terms that was accepted last, and when; null for an account from before there were versions. */
    termsVersion: text('terms_version'),
    termsAcceptedAt: timestamptz('terms_accepted_at'),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_username').on(t.username),
    uniqueIndex('users_referral_code').on(t.referralCode),
    // The search of staff by how a name or an address begins, whatever the collation of the database.
    index('users_username_begins').on(t.username.op('text_pattern_ops')),
    index('users_email_begins').on(sql`lower(${t.email}) text_pattern_ops`),
    index('users_name_begins').on(sql`lower(${t.displayName}) text_pattern_ops`),
    // The landing page and "who to follow": verified creators, best followed first.
    index('users_creators').on(t.followersCount, t.id).where(sql`${t.isCreator}`),
    // Which of the many who wait for an answer are creators, who choose who may write to them.
    index('users_creators_by_id').on(t.id).where(sql`${t.isCreator}`),
    // Whom most people have begun to follow, the same within a category, and creators by their tags.
    index('users_trending').on(t.trend, t.followersCount, t.id).where(sql`${t.isCreator}`),
    index('users_category').on(t.category, t.trend, t.followersCount, t.id).where(sql`${t.isCreator}`),
    index('users_tags').using('gin', t.tags).where(sql`${t.isCreator}`),
    // Names that look like a creator's (product §24).
    index('users_creator_looks')
      .on(sql`(${usernameLook(sql`username`)})`)
      .where(sql`${t.isCreator}`),
    // The users whom a user has referred.
    index('users_referred').on(t.referredBy, t.createdAt).where(sql`${t.referredBy} is not null`),
    index('users_purge').on(t.purgeAt).where(sql`${t.purgeAt} is not null`),
  ],
)

/**
 * A column that names a user. By default the row goes with the user; `no action` keeps rows that others need, such as
 * those about money.
 */
export function userReference(name: string, onDelete: 'cascade' | 'no action' = 'cascade') {
  return uuid(name)
    .notNull()
    .references(() => users.id, { onDelete })
}

/** Sign-in sessions; `token` holds a SHA-256 of what the cookie carries (safety §21). */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull(),
    userId: userReference('user_id'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The grant under which this session acts as a creator (spec §4); the API reads the grant on every request. */
    actingGrantId: uuid('acting_grant_id'),
    actingSince: timestamptz('acting_since'),
    /** The last authentication within this session; null when that was its start. */
    confirmedAt: timestamptz('confirmed_at'),
  },
  (t) => [uniqueIndex('sessions_token').on(t.token), index('sessions_user').on(t.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userReference('user_id'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [index('accounts_user').on(t.userId), uniqueIndex('accounts_provider').on(t.providerId, t.accountId)],
)

export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

/** Human-check solutions that were used once and never again. */
export const humanChecks = pgTable(
  'human_checks',
  {
    signature: text('signature').primaryKey(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [index('human_checks_expiry').on(t.expiresAt)],
)

/**
 * The mails to send, and in development the mailbox itself; the queue that sends them is pg-boss's. What is in a mail is
 * stored encrypted, because links in it sign in, and is gone once it is sent.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    /** Empty, like the two below, but for mails that earlier versions stored in clear. */
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** The encrypted content (`api/platform/mail/content.ts`); null once it is sent or given up. */
    sealed: text('sealed'),
    /** The key under which a mail is sent only once. */
    once: text('once'),
    /** Where a POST unsubscribes from mails of this kind (RFC 8058); null for mandatory mails. */
    unsubscribe: text('unsubscribe'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    sentAt: timestamptz('sent_at'),
  },
  (t) => [
    index('mails_recipient').on(t.recipient, t.id),
    uniqueIndex('mails_once').on(t.once),
    // What is given up after a week.
    index('mails_unsent').on(t.createdAt).where(sql`${t.sentAt} is null`),
  ],
)
