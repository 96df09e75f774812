import type { Job } from '../../platform/jobs/jobs.ts'
import { mailDigests } from './digest.ts'
import { mailDue } from './mail.ts'
import { type PushWaitingMessage, pushWaiting } from './waiting.ts'

/** Mails notifications shortly after they arise, digests soon after their period starts, and pushes after quiet hours. */
export const notificationJobs = (pushMessage: PushWaitingMessage): Job[] => [
  { name: 'notifications-mail', cron: '* * * * *', run: mailDue },
  { name: 'notifications-after-quiet-hours', cron: '* * * * *', run: (ctx) => pushWaiting(ctx, pushMessage) },
  { name: 'notifications-digests', cron: '*/10 * * * *', run: mailDigests },
]
