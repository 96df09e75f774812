import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** Visits of a profile, counted by day (UTC). */
export const profileVisits = pgTable(
  'profile_visits',
  {
    userId: uuid('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    visits: integer('visits').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] })],
)
