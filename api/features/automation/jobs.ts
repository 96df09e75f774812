import type { Job } from '../../platform/jobs/jobs.ts'
import { enqueueAutomations } from './run.ts'

/** Finds what automatic messages are to be decided about, every minute. */
export const automationJobs: Job[] = [{ name: 'automations-due', cron: '* * * * *', run: enqueueAutomations }]
