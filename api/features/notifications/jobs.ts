import type { Job } from '../../platform/jobs/jobs.ts'
import { mailDigests } from './digest.ts'
import { mailDue } from './mail.ts'

/** What people want to hear of by mail: at once, and as a digest soon after its period has begun. */
export const notificationJobs: Job[] = [
  { name: 'notifications-mail', cron: '* * * * *', run: mailDue },
  { name: 'notifications-digests', cron: '*/10 * * * *', run: mailDigests },
]
