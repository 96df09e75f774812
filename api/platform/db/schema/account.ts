import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './identity.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const person = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Secrets of one-time codes, encrypted by better-auth; counted once they are verified. */
export const twoFactors = pgTable(
  'two_factors',
  {
    id: uuid('id').primaryKey(),
    userId: person(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: moment('locked_until'),
  },
  (t) => [index('two_factors_user').on(t.userId)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: person(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: moment('created_at').defaultNow(),
  },
  (t) => [index('passkeys_user').on(t.userId), uniqueIndex('passkeys_credential').on(t.credentialID)],
)

/** Browsers that somebody has signed in with, by the hash of the cookie that they keep (`auth/devices.ts`). */
export const knownDevices = pgTable(
  'known_devices',
  { userId: person(), device: text('device').notNull(), seenAt: moment('seen_at').notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
)

/** Usernames that somebody gave up: they lead to their owner, and nobody else may take them, until `until` (product §24). */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    username: text('username').primaryKey(),
    userId: person(),
    until: moment('until').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('former_usernames_user').on(t.userId, t.createdAt)],
)

/** A change of e-mail address on its way: both addresses must say yes. One per person. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: person().primaryKey(),
    email: text('email').notNull(),
    oldTokenHash: text('old_token_hash').notNull(),
    newTokenHash: text('new_token_hash').notNull(),
    oldConfirmedAt: moment('old_confirmed_at'),
    newConfirmedAt: moment('new_confirmed_at'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('email_changes_old').on(t.oldTokenHash), uniqueIndex('email_changes_new').on(t.newTokenHash)],
)
