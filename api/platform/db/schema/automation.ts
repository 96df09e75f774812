import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AutomationTrigger } from '../../../../contract/automation.ts'
import type { AutomationDecision } from '../../../../contract/policy/automation.ts'
import { timestamptz } from './columns.ts'
import { userReference } from './identity.ts'

/** A message of a creator that goes out by itself after something happened (product §66). */
export const automations = pgTable(
  'automations',
  {
    id: uuid('id').primaryKey(),
    creatorId: userReference('creator_id'),
    /** Set when an operator wrote it for the creator (product §32). */
    operatorId: uuid('operator_id'),
    trigger: text('trigger').$type<AutomationTrigger>().notNull(),
    delayHours: integer('delay_hours').notNull().default(0),
    content: text('content').notNull().default(''),
    priceCents: integer('price_cents'),
    mediaIds: uuid('media_ids').array().notNull().default(sql`'{}'`),
    previewIds: uuid('preview_ids').array().notNull().default(sql`'{}'`),
    /** Only fans of this list; a deleted one holds no fans. */
    listId: uuid('list_id'),
    perDay: integer('per_day').notNull(),
    /** The welcome message of the chat settings, which each fan gets once. */
    isWelcome: boolean('is_welcome').notNull().default(false),
    enabled: boolean('enabled').notNull().default(false),
    /** When it was switched on: what was due before is left alone. */
    enabledAt: timestamptz('enabled_at'),
    /** Everything due until then has been decided. */
    scannedTo: timestamptz('scanned_to'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('automations_creator').on(t.creatorId, t.createdAt, t.id),
    uniqueIndex('automations_welcome').on(t.creatorId).where(sql`${t.isWelcome}`),
    // Those that the job looks at.
    index('automations_enabled').on(t.trigger, t.creatorId).where(sql`${t.enabled}`),
  ],
)

/** One decision: what happened to a fan, and whether the message was sent. Its key makes it happen once. */
export const automationRuns = pgTable(
  'automation_runs',
  {
    id: uuid('id').primaryKey(),
    automationId: uuid('automation_id')
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id').notNull(),
    fanId: uuid('fan_id').notNull(),
    /** What happened, for this automation and fan. */
    key: text('key').notNull(),
    decision: text('decision').$type<AutomationDecision>().notNull(),
    messageId: uuid('message_id'),
    eventAt: timestamptz('event_at').notNull(),
    decidedAt: timestamptz('decided_at').notNull(),
  },
  (t) => [
    uniqueIndex('automation_runs_once').on(t.automationId, t.fanId, t.key),
    // The log, of all automations and of one.
    index('automation_runs_creator').on(t.creatorId, t.id),
    index('automation_runs_log').on(t.automationId, t.id),
    // Figures, and the cap of a day.
    index('automation_runs_figures').on(t.automationId, t.decidedAt, t.decision),
    // The cap of a fan, and their erasure.
    index('automation_runs_fan').on(t.fanId, t.creatorId, t.decidedAt),
    // Which messages were not written by a person.
    index('automation_runs_message').on(t.messageId).where(sql`${t.messageId} is not null`),
  ],
)
