import type { Job } from '../../platform/jobs/jobs.ts'
import { purgeDeleted } from './erasure.ts'

/** Erases the accounts whose days of grace have passed. */
export const accountJobs: Job[] = [{ name: 'identity-deletions', cron: '*/10 * * * *', hours: 6, run: purgeDeleted }]
