import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { NotificationGroup } from '../../../../contract/notifications.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    // Written from the reader's own row (`notificationParts`); people are never deleted, only emptied.
    userId: uuid('user_id').notNull(),
    type: text('type').notNull(),
    actorId: uuid('actor_id'),
    objectKind: text('object_kind'),
    objectId: uuid('object_id'),
    /** The sum that a money notification names, in cents. */
    amountCents: integer('amount_cents'),
    /** The time that a notification about something to come names. */
    happensAt: timestamptz('happens_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When it was read by itself; `notificationReadAt` says when it was read at all. */
    readAt: timestamptz('read_at'),
    /** When it is mailed unless it was read before; null when it is not, or has been. */
    mailDueAt: timestamptz('mail_due_at'),
    /** When its mail was sent, or left out because it was not wanted any more. */
    mailedAt: timestamptz('mailed_at'),
  },
  (t) => [
    index('notifications_user').on(t.userId, t.id),
    index('notifications_unread_kinds').on(t.userId, t.type, t.id).where(sql`${t.readAt} is null`),
    // A like or a follow is notified of once a day.
    index('notifications_once')
      .on(t.userId, t.actorId, t.createdAt)
      .where(sql`${t.type} in ('post_like', 'new_follower')`),
    index('notifications_mail_due').on(t.mailDueAt).where(sql`${t.mailDueAt} is not null`),
  ],
)

/** That a user read everything of a kind at once: those with the id `through` and smaller ones. */
export const notificationMarks = pgTable(
  'notification_marks',
  {
    // As in `notifications`.
    userId: uuid('user_id').notNull(),
    /** A kind of notification, or `*` for every kind. */
    type: text('type').notNull(),
    through: uuid('through').notNull(),
    readAt: timestamptz('read_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.type] })],
)

/** Where a kind of notification goes; a kind without a row goes everywhere, to mail only if it is in `mailedByDefault`. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: userReference('user_id'),
    kind: text('kind').notNull(),
    app: boolean('app').notNull().default(true),
    email: boolean('email').notNull().default(false),
    push: boolean('push').notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)

/** A user's general notification settings. */
export const notificationHabits = pgTable(
  'notification_habits',
  {
    userId: userReference('user_id').primaryKey(),
    /** Push messages contain no names. */
    discreet: boolean('discreet').notNull().default(false),
    digest: text('digest').$type<'off' | 'daily' | 'weekly'>().notNull().default('off'),
    /** The time up to which the last digest has covered notifications. */
    digestedAt: timestamptz('digested_at'),
    /** Until when a digest waits that came due in quiet hours. */
    digestWaitsUntil: timestamptz('digest_waits_until'),
    /** `HH:MM` in the user's own time, in which pushes and mails wait; all three are null without quiet hours. */
    quietFrom: text('quiet_from'),
    quietTo: text('quiet_to'),
    timeZone: text('time_zone'),
  },
  (t) => [
    // Whose digest is due, the longest ago first.
    index('notification_habits_digests')
      .on(t.digest, sql`coalesce(${t.digestedAt}, '-infinity')`, t.userId)
      .where(sql`${t.digest} <> 'off'`),
  ],
)

/** Where a user chose whether new posts of one creator notify them; without a row they do a subscriber, and no follower. */
export const postBells = pgTable(
  'post_bells',
  {
    userId: userReference('user_id'),
    creatorId: userReference('creator_id'),
    isOn: boolean('is_on').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.creatorId] }),
    index('post_bells_on').on(t.creatorId, t.userId).where(sql`${t.isOn}`),
  ],
)

/** Pushes that came in quiet hours: the latest about each thing. */
export const waitingPushes = pgTable(
  'waiting_pushes',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    /** What the push itself replaces its predecessor by. */
    tag: text('tag').notNull(),
    /** The group of settings that it belongs to. */
    setting: text('setting').$type<NotificationGroup>().notNull(),
    kind: text('kind').$type<'notification' | 'message'>().notNull(),
    thingId: uuid('thing_id').notNull(),
    dueAt: timestamptz('due_at').notNull(),
  },
  (t) => [uniqueIndex('waiting_pushes_tag').on(t.userId, t.tag), index('waiting_pushes_due').on(t.dueAt)],
)

/** Browsers that take web push. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    sessionId: uuid('session_id').notNull(),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('push_subscriptions_endpoint').on(t.endpoint), index('push_subscriptions_user').on(t.userId)],
)
