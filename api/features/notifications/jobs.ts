import type { Job } from '../../platform/jobs/jobs.ts'
import { mailDigests } from './digest.ts'
import { mailDue } from './mail.ts'

/** Mails notifications shortly after they arise, and digests soon after their period starts. */
export const notificationJobs: Job[] = [
  { name: 'notifications-mail', cron: '* * * * *', run: mailDue },
  { name: 'notifications-digests', cron: '*/10 * * * *', run: mailDigests },
]
