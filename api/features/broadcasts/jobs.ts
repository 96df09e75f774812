import type { Job } from '../../platform/jobs/jobs.ts'
import { enqueueDue } from './deliver.ts'

/** What is scheduled for now, and what was given up half sent. */
export const broadcastJobs: Job[] = [{ name: 'broadcasts-due', cron: '* * * * *', run: enqueueDue }]
