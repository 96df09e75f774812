import type { Job } from '../../platform/jobs/jobs.ts'
import { releaseHolds } from './earnings.ts'

/** Earnings whose hold is over become available. */
export const payoutJobs: Job[] = [{ name: 'money-releases', cron: '*/5 * * * *', run: releaseHolds }]
