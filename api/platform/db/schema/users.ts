import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

export const follows = pgTable(
  'follows',
  {
    followerId: userReference('follower_id'),
    userId: userReference('user_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.followerId, t.userId] }),
    // The list of followers and the audience of a broadcast.
    index('follows_user').on(t.userId, t.createdAt),
    // Who was followed in the last days.
    index('follows_recent').on(t.createdAt, t.userId),
  ],
)

/** A block is a row: the two users cannot see each other (product §16). */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: userReference('blocker_id'),
    blockedId: userReference('blocked_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.blockerId, t.blockedId] }), index('blocks_blocked').on(t.blockedId)],
)
