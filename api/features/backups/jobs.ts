import type { Database } from '../../platform/db/db.ts'
import type { Env } from '../../platform/env.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { verifyWeekly } from './weekly.ts'

/** Sundays, where `BACKUP_DIR` says that this node has the backups. */
export function backupJobs({ BACKUP_DIR, BACKUP_KEEP }: Env, { connect }: Pick<Database, 'connect'>): Job[] {
  if (BACKUP_DIR === undefined) return []
  const plan = { directory: BACKUP_DIR, keep: BACKUP_KEEP, connect }
  return [{ name: 'backup-verify', cron: '17 4 * * 0', hours: 12, run: (ctx) => verifyWeekly(ctx, plan) }]
}
