import type { Job } from '../../platform/jobs/jobs.ts'
import { deliverDue } from './deliver.ts'

/** What is scheduled for now, and what a node that died has left half sent. */
export const broadcastJobs: Job[] = [{ name: 'broadcasts-due', cron: '* * * * *', run: deliverDue }]
