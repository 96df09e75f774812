import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { agencies } from './agencies.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** What a supervisor of an agency thinks of a message that an operator wrote for a creator (product §86). */
export const agencyReviews = pgTable(
  'agency_reviews',
  {
    id: uuid('id').primaryKey(),
    agencyId: uuid('agency_id')
      .notNull()
      .references(() => agencies.id, { onDelete: 'cascade' }),
    reviewerId: userReference('reviewer_id'),
    operatorId: userReference('operator_id'),
    /** The two sides of the conversation. */
    creatorId: userReference('creator_id'),
    fanId: userReference('fan_id'),
    messageId: uuid('message_id').notNull(),
    /** From 1 to 5. */
    score: integer('score').notNull(),
    comment: text('comment').notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    changedAt: timestamptz('changed_at'),
  },
  (t) => [
    // One review of a message by a reviewer; what a reviewer wrote (export and erasure).
    uniqueIndex('agency_reviews_once').on(t.reviewerId, t.messageId, t.agencyId),
    // The reviews of an agency, newest first.
    index('agency_reviews_agency').on(t.agencyId, t.id),
    // Those of an operator, their figures, and which of their conversations are reviewed.
    index('agency_reviews_operator').on(t.operatorId, t.agencyId, t.id),
    index('agency_reviews_creator').on(t.creatorId),
    index('agency_reviews_fan').on(t.fanId),
  ],
)
