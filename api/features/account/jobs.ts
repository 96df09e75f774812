import type { Job } from '../../platform/jobs/jobs.ts'
import { purgeDeleted } from './deletion.ts'

/** Accounts whose days of grace are over. */
export const accountJobs: Job[] = [{ name: 'identity-deletions', cron: '*/10 * * * *', run: purgeDeleted }]
