import type { Job } from '../../platform/jobs/jobs.ts'
import { requestConsent } from './consent.ts'
import { renewDue } from './renew.ts'

/** Renewals, and the request for consent before a free subscription costs something. */
export const subscriptionJobs: Job[] = [
  { name: 'money-renewals', cron: '* * * * *', run: renewDue },
  { name: 'money-consents', cron: '* * * * *', run: requestConsent },
]
