import type { Job } from '../../platform/jobs/jobs.ts'
import { purgeDeleted } from './deletion.ts'

/** Deletes the accounts whose days of grace have passed. */
export const accountJobs: Job[] = [{ name: 'identity-deletions', cron: '*/10 * * * *', run: purgeDeleted }]
