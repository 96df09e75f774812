import { sql } from 'drizzle-orm'
import { bigint, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** The weekly verifications of a backup, the last of which every node's metrics show; one at a time. */
export const backupChecks = pgTable(
  'backup_checks',
  {
    id: uuid('id').primaryKey(),
    startedAt: timestamptz('started_at').notNull(),
    /** A sign of life while it runs; one that gave none for a minute has died. */
    seenAt: timestamptz('seen_at').notNull(),
    finishedAt: timestamptz('finished_at'),
    /** The directory of the backup, in `BACKUP_DIR`. */
    name: text('name').notNull(),
    /** Rows and media files of the backup, once it is verified. */
    rows: bigint('rows', { mode: 'number' }),
    objects: bigint('objects', { mode: 'number' }),
    /** Why it could not be made or restored. */
    failure: text('failure'),
  },
  (t) => [uniqueIndex('backup_checks_running').on(sql`(${t.finishedAt} is null)`).where(sql`${t.finishedAt} is null`)],
)
