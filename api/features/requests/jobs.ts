import type { Job } from '../../platform/jobs/jobs.ts'
import { expireRequests } from './requests.ts'

/** Requests that were not answered or delivered in time. */
export const requestJobs: Job[] = [{ name: 'money-requests', cron: '*/10 * * * *', run: expireRequests }]
