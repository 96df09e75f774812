import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** Secrets of one-time codes, encrypted by better-auth; counted once they are verified. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: timestamptz('locked_until'),
  },
  (t) => [index('two_factors_user').on(t.userId)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: timestamptz('created_at').defaultNow(),
  },
  (t) => [index('passkeys_user').on(t.userId), uniqueIndex('passkeys_credential').on(t.credentialID)],
)

/** Browsers that a user has signed in with, by the hash of their cookie (`auth/devices.ts`). */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: userReference('user_id'),
    device: text('device').notNull(),
    seenAt: timestamptz('seen_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] }), index('known_devices_seen').on(t.seenAt)],
)

/** Former usernames: until `until` they redirect to their owner, and no other user may take them (product §24). */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    username: text('username').primaryKey(),
    userId: userReference('user_id'),
    until: timestamptz('until').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [index('former_usernames_user').on(t.userId, t.createdAt)],
)

/** The code that was mailed to confirm the address of a user, as a keyed hash. One per user. */
export const emailCodes = pgTable('email_codes', {
  userId: userReference('user_id').primaryKey(),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: timestamptz('expires_at').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** A pending change of e-mail address, which both addresses must confirm. One per user. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: userReference('user_id').primaryKey(),
    email: text('email').notNull(),
    oldTokenHash: text('old_token_hash').notNull(),
    newTokenHash: text('new_token_hash').notNull(),
    oldConfirmedAt: timestamptz('old_confirmed_at'),
    newConfirmedAt: timestamptz('new_confirmed_at'),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('email_changes_old').on(t.oldTokenHash), uniqueIndex('email_changes_new').on(t.newTokenHash)],
)
