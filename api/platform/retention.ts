import { sessionDays } from '../../contract/limits.ts'
import { firstIdAt } from './db/ids.ts'
import { int, type Statement, statement, timestamptz } from './db/statement.ts'
import { forEachIndependently } from './jobs/for-each.ts'
import type { Job } from './jobs/jobs.ts'
import type { Services } from './services.ts'

/**
 * How long rows are kept: until so many days after the time in the column `since`. `key` is the primary key; `isTimed`
 * says that it is a UUIDv7, and so ordered by time. docs/operations.md lists the same times, which a test compares. What
 * is not here is kept as long as the account, or as `api/features/account/personal-data.ts` says.
 */
export const retention: readonly Rule[] = [
  { table: 'sessions', key: 'id', isTimed: true, since: 'expires_at', days: 0 },
  { table: 'sessions', key: 'id', isTimed: true, since: 'updated_at', days: sessionDays.idle },
  { table: 'verifications', key: 'id', isTimed: true, since: 'expires_at', days: 0 },
  { table: 'human_checks', key: 'signature', since: 'expires_at', days: 0 },
  { table: 'email_changes', key: 'user_id', since: 'expires_at', days: 0 },
  { table: 'email_codes', key: 'user_id', since: 'expires_at', days: 0 },
  { table: 'former_usernames', key: 'username', since: 'until', days: 0 },
  { table: 'known_devices', key: 'user_id, device', since: 'seen_at', days: 365 },
  { table: 'mails', key: 'id', isTimed: true, since: 'created_at', days: 30 },
  { table: 'notifications', key: 'id', isTimed: true, since: 'created_at', days: 365 },
  { table: 'idempotency_keys', key: 'user_id, key', since: 'created_at', days: 1 },
  { table: 'reports', key: 'id', isTimed: true, since: 'decided_at', days: 1_095 },
  { table: 'media_marks', key: 'id', since: 'made_at', days: 1_095 },
  { table: 'automation_runs', key: 'id', isTimed: true, since: 'decided_at', days: 90 },
  { table: 'agency_audit_changes', key: 'id', isTimed: true, since: 'created_at', days: 365 },
  { table: 'agency_reviews', key: 'id', isTimed: true, since: 'created_at', days: 365 },
  { table: 'provider_events', key: 'provider, event_id', since: 'created_at', days: 90 },
]
type Rule = { table: string; key: string; isTimed?: true; since: string; days: number }

/** Days after which the content of a mail that could not be sent is given up; its last try is on the sixth. */
export const unsentMailDays = 7

/** Deletes what has been kept long enough, every hour. */
export const retentionJobs: readonly Job[] = [{ name: 'retention', cron: '37 * * * *', run: forgetExpired }]

/** Each kind for itself, and in short statements, so that it works at any size of a table. */
export async function forgetExpired(ctx: Services): Promise<void> {
  const batches = [...deletions, { batch: giveUpMails, table: 'mails', days: unsentMailDays }]
  await forEachIndependently(batches, async ({ batch, table, days }) => {
    const before = new Date(ctx.now() - days * dayMs)
    for (;;) {
      const [row] = await ctx.db.run(batch, { before })
      ctx.metrics.rowsExpired.inc({ table }, row?.done ?? 0)
      if (row === undefined || row.done < batchSize) return true
    }
  })
}
const dayMs = 86_400_000

type Batch = Statement<{ before: typeof timestamptz }, { done: typeof int }>
const batchSize = 1000

const deletions = retention.map(({ table, key, isTimed, since, days }) => {
  const batch: Batch = statement(
    `retention_${table}_${since}`,
    { before: timestamptz },
    { done: int },
    ({ before }) => `
    with old as (
      delete from ${table} where (${key}) in (
        select ${key} from ${table} where ${since} < ${before}
        ${isTimed ? `and id < ${firstIdAt(before)} order by id` : `order by ${since}`} limit ${batchSize})
      returning 1
    ) select count(*)::int as done from old`,
  )
  return { batch, table, days }
})

const giveUpMails: Batch = statement(
  'retention_unsent_mails',
  { before: timestamptz },
  { done: int },
  ({ before }) => `
    with old as (
      update mails set subject = '', text = '', html = '', unsubscribe = null, sealed = null
      where id in (
        select id from mails where sent_at is null and created_at < ${before} and (sealed is not null or text <> '')
        limit ${batchSize})
      returning 1
    ) select count(*)::int as done from old`,
)
