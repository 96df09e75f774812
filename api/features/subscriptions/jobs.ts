import type { Job } from '../../platform/jobs/jobs.ts'
import { requestConsent } from './consent.ts'
import { remindOfRenewals } from './remind.ts'
import { renewDue } from './renew.ts'

/** Renewals, the reminders before them, and the request for consent before a free subscription costs something. */
export const subscriptionJobs: Job[] = [
  { name: 'money-renewals', cron: '* * * * *', run: renewDue },
  { name: 'money-reminders', cron: '*/10 * * * *', run: remindOfRenewals },
  { name: 'money-consents', cron: '* * * * *', run: requestConsent },
]
