import type { Job } from '../../platform/jobs/jobs.ts'
import { enqueueDue } from './deliver.ts'

/** Sends what is due, and finishes what a stopped node left unfinished. */
export const broadcastJobs: Job[] = [{ name: 'broadcasts-due', cron: '* * * * *', run: enqueueDue }]
