import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './identity.ts'

const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
const person = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const follows = pgTable(
  'follows',
  { followerId: person('follower_id'), userId: person('user_id'), createdAt: createdAt() },
  (t) => [
    primaryKey({ columns: [t.followerId, t.userId] }),
    // The list of followers and the audience of a broadcast.
    index('follows_user').on(t.userId, t.createdAt),
  ],
)

/** A block is a row: both vanish for each other (product §16). */
export const blocks = pgTable(
  'blocks',
  { blockerId: person('blocker_id'), blockedId: person('blocked_id'), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.blockerId, t.blockedId] }), index('blocks_blocked').on(t.blockedId)],
)
